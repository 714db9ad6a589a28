package dev.holdpoint.daemon.metrics;

import dev.holdpoint.agent.provider.AttemptOutcome;
import dev.holdpoint.agent.provider.ModelCallMetrics;
import dev.holdpoint.core.run.Usage;
import java.util.Comparator;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** What was asked of providers. Routes are configured and the rest are few words. */
public final class ModelCalls implements ModelCallMetrics {
  private final Map<Kind, LongAdder> attempts = new ConcurrentHashMap<>();
  private final Map<Kind, LongAdder> tokens = new ConcurrentHashMap<>();

  private record Kind(String route, String word) {}

  @Override
  public void attempted(String route, AttemptOutcome outcome) {
    add(attempts, route, outcome.name().toLowerCase(Locale.ROOT), 1);
  }

  @Override
  public void used(String route, Usage usage) {
    add(tokens, route, "input", usage.inputTokens());
    add(tokens, route, "cached_input", usage.cachedInputTokens());
    add(tokens, route, "output", usage.outputTokens());
    add(tokens, route, "reasoning", usage.reasoningTokens());
  }

  private static void add(Map<Kind, LongAdder> counts, String route, String word, long more) {
    if (more > 0) {
      counts.computeIfAbsent(new Kind(route, word), _ -> new LongAdder()).add(more);
    }
  }

  public void write(Exposition out) {
    write(
        out,
        "holdpoint_model_calls_total",
        "Attempts at model turns, by route and outcome.",
        "outcome",
        attempts);
    write(
        out,
        "holdpoint_model_tokens_total",
        "Tokens as counted by providers, by route; cached_input is part of "
            + "input, reasoning of output.",
        "kind",
        tokens);
  }

  private static void write(
      Exposition out, String name, String help, String label, Map<Kind, LongAdder> counts) {
    out.family(name, Exposition.Type.COUNTER, help);
    counts.entrySet().stream()
        .sorted(
            Comparator.comparing((Map.Entry<Kind, LongAdder> one) -> one.getKey().route)
                .thenComparing(one -> one.getKey().word))
        .forEach(
            one ->
                out.sample(
                    name,
                    (double) one.getValue().sum(),
                    "route",
                    one.getKey().route,
                    label,
                    one.getKey().word));
  }
}

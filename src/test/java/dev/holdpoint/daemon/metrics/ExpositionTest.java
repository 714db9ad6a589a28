package dev.holdpoint.daemon.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.agent.provider.AttemptOutcome;
import io.micrometer.core.instrument.Counter;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a label says is read as it was meant, whatever characters are in it. */
final class ExpositionTest {
  private static String lineOf(String text) {
    return text.lines()
        .filter(line -> line.startsWith("holdpoint_model_calls_total{"))
        .findFirst()
        .orElseThrow(() -> new AssertionError(text));
  }

  private static String ours(String route) {
    ModelCalls calls = new ModelCalls();
    calls.attempted(route, AttemptOutcome.OK);
    Exposition out = new Exposition();
    calls.write(out);
    return lineOf(out.toString());
  }

  /** The same as Prometheus's own library writes it, which sorts labels by their names. */
  private static String theirs(String route) {
    PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    Counter.builder("holdpoint_model_calls")
        .tags("outcome", "ok", "route", route)
        .register(registry)
        .increment();
    return lineOf(registry.scrape());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "local       | local",
        "C:\\models   | C:\\\\models",
        "ends in \\   | ends in \\\\",
        "a \"big\" one | a \\\"big\\\" one",
        "`two\nlines` | two\\nlines",
        "no\\newline  | no\\\\newline",
        "`\\\"\n`      | \\\\\\\"\\n"
      })
  void a_backslash_a_quote_and_a_new_line_are_escaped_each_once(String route, String written) {
    assertThat(ours(route))
        .isEqualTo("holdpoint_model_calls_total{route=\"%s\",outcome=\"ok\"} 1".formatted(written));
    assertThat(theirs(route)).contains("route=\"%s\"".formatted(written));
  }
}

package dev.holdpoint.chaos;

import dev.holdpoint.chaos.Fault.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** What was tried and what came of it, as the page on reliability shows it. */
final class Report {
  private final long seed;
  private final Duration time;
  private final boolean postgres;
  private final Map<String, Map<Outcome, Integer>> strikes = new LinkedHashMap<>();
  private final Map<String, String> missing = new LinkedHashMap<>();
  private final Map<String, Integer> errands = new TreeMap<>();
  private final List<String> violations = new ArrayList<>();
  private long operations;
  private long events;
  private int rounds;
  private int checks;
  private Duration took = Duration.ZERO;

  /**
   * @param time how long it was to go on
   */
  Report(long seed, Duration time, boolean postgres) {
    this.seed = seed;
    this.time = time;
    this.postgres = postgres;
  }

  void missing(Fault fault, String why) {
    missing.put(fault.name(), why);
  }

  void struck(Fault fault, Outcome outcome) {
    strikes
        .computeIfAbsent(fault.name(), _ -> new EnumMap<>(Outcome.class))
        .merge(outcome, 1, Integer::sum);
  }

  void checked() {
    checks++;
  }

  void round(Load load, Acknowledged acknowledged, long lastEvent) {
    rounds++;
    operations += acknowledged.operations();
    events += lastEvent;
    load.done().forEach((kind, times) -> errands.merge(kind, times.get(), Integer::sum));
  }

  void violated(List<String> more) {
    violations.addAll(more);
  }

  void took(Duration time) {
    took = time;
  }

  List<String> violations() {
    return List.copyOf(violations);
  }

  long operations() {
    return operations;
  }

  Map<String, Integer> errands() {
    return errands;
  }

  int strikes() {
    return strikes.values().stream()
        .flatMap(outcomes -> outcomes.values().stream())
        .mapToInt(Integer::intValue)
        .sum();
  }

  String text() {
    StringBuilder text = new StringBuilder();
    text.append("## Seed %d on %s\n\n".formatted(seed, postgres ? "PostgreSQL" : "SQLite"));
    text.append(
        "%d operations acknowledged, %d events, %d strikes, %d checks, %d rounds, %d s: %s\n\n"
            .formatted(
                operations,
                events,
                strikes(),
                checks,
                rounds,
                took.toSeconds(),
                violations.isEmpty() ? "no violation" : violations.size() + " violations"));
    text.append("| fault | times | survived | noticed | skipped |\n|---|---|---|---|---|\n");
    strikes.forEach(
        (fault, outcomes) ->
            text.append(
                "| %s | %d | %d | %d | %d |\n"
                    .formatted(
                        fault,
                        outcomes.values().stream().mapToInt(Integer::intValue).sum(),
                        outcomes.getOrDefault(Outcome.SURVIVED, 0),
                        outcomes.getOrDefault(Outcome.NOTICED, 0),
                        outcomes.getOrDefault(Outcome.SKIPPED, 0))));
    missing.forEach((fault, why) -> text.append("| %s | – | – | – | %s |\n".formatted(fault, why)));
    text.append("\nErrands: ");
    List<String> kinds = new ArrayList<>();
    errands.forEach((kind, times) -> kinds.add("%s %d".formatted(kind, times)));
    text.append(String.join(", ", kinds)).append(".\n");
    if (!violations.isEmpty()) {
      text.append("\nRepeat it: `%s`\n\n".formatted(repeat()));
      violations.forEach(one -> text.append("- ").append(one).append('\n'));
    }
    return text.toString();
  }

  /** The command that does the same again. */
  String repeat() {
    long minutes = Math.max(1, time.toMinutes());
    return "./test --chaos %d --seed %d%s".formatted(minutes, seed, postgres ? " --postgres" : "");
  }

  /** Adds it to {@code target/chaos/report.md}, and as a page of its own. */
  static synchronized void write(List<Report> reports) throws IOException {
    Path folder = Files.createDirectories(Path.of("target", "chaos"));
    StringBuilder all = new StringBuilder("# Chaos\n\n");
    reports.forEach(report -> all.append(report.text()).append('\n'));
    Files.writeString(folder.resolve("report.md"), all);
    for (Report report : reports) {
      Files.writeString(
          folder.resolve(
              String.format(
                  Locale.ROOT, "%d-%s.md", report.seed, report.postgres ? "postgres" : "sqlite")),
          report.text());
    }
  }
}

package dev.holdpoint.blackbox.cluster;

import dev.holdpoint.blackbox.cluster.History.Decision;
import dev.holdpoint.blackbox.cluster.History.Event;
import dev.holdpoint.blackbox.cluster.History.Stream;
import dev.holdpoint.blackbox.cluster.History.Submission;
import dev.holdpoint.blackbox.cluster.Journal.Decided;
import dev.holdpoint.blackbox.cluster.Journal.Life;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Compares what clients were told with what the journal holds. Gives every contradiction as a
 * sentence; none means that nothing was lost, doubled or reordered as far as a client could see.
 */
public final class Checker {
  private static final Set<String> TERMINAL =
      Set.of("completed", "failed", "interrupted", "cancelled");

  private final History history;
  private final Journal journal;
  private final List<String> effects;
  private final List<String> faults = new ArrayList<>();

  private Checker(History history, Journal journal, List<String> effects) {
    this.history = history;
    this.journal = journal;
    this.effects = effects;
  }

  /**
   * @param effects what the runs' commands have left outside: their marks, a line each time
   */
  public static List<String> faults(History history, Journal journal, List<String> effects) {
    Checker checker = new Checker(history, journal, effects);
    checker.common();
    checker.halfDone();
    checker.notCarriedOut();
    checker.streams();
    return checker.faults;
  }

  /**
   * What must hold also while clients work. The history and the effects were taken before the
   * journal was read.
   */
  public static List<String> faultsSoFar(History history, Journal journal, List<String> effects) {
    Checker checker = new Checker(history, journal, effects);
    checker.common();
    return checker.faults;
  }

  private void common() {
    submissions();
    lives();
    decisions();
    effects();
  }

  private void submissions() {
    Map<String, List<String>> runs =
        journal.lives().entrySet().stream()
            .filter(life -> !life.getValue().mark().isEmpty())
            .collect(
                Collectors.groupingBy(
                    life -> life.getValue().mark(),
                    Collectors.mapping(Map.Entry::getKey, Collectors.toList())));
    runs.forEach(
        (mark, of) -> {
          if (of.size() > 1) {
            faults.add("%s was submitted once and is the runs %s".formatted(mark, of));
          }
        });
    for (Submission submission : history.submissions()) {
      List<String> found = runs.getOrDefault(submission.mark(), List.of());
      if (submission.run() != null && !found.contains(submission.run())) {
        faults.add(
            "%s was acknowledged as %s; the journal has %s"
                .formatted(submission.mark(), submission.run(), found));
      }
    }
  }

  /** A run begins, and ends at most once, after which nothing happens to it. */
  private void lives() {
    journal
        .lives()
        .forEach(
            (run, life) -> {
              List<String> types = life.types();
              if (types.isEmpty() || !types.getFirst().equals("accepted")) {
                faults.add("%s does not begin: %s".formatted(run, types));
                return;
              }
              if (types.stream().filter("accepted"::equals).count() > 1) {
                faults.add("%s begins twice: %s".formatted(run, types));
              }
              List<String> before = types.subList(0, types.size() - 1);
              if (before.stream().anyMatch(TERMINAL::contains)) {
                faults.add("%s goes on after its end: %s".formatted(run, types));
              }
            });
  }

  /** Once all is quiet a run has ended, or waits. */
  private void halfDone() {
    journal
        .lives()
        .forEach(
            (run, life) -> {
              String last = life.types().isEmpty() ? "" : life.types().getLast();
              if (!TERMINAL.contains(last) && !last.startsWith("waiting_for_")) {
                faults.add("%s is left half done: %s".formatted(run, life.types()));
              }
            });
  }

  private void decisions() {
    journal
        .decisions()
        .forEach(
            (gate, all) -> {
              if (all.size() > 1) {
                faults.add("%s was decided more than once: %s".formatted(gate, all));
              }
            });
    for (Decision decision : history.decisions()) {
      List<Decided> all = journal.decisions().getOrDefault(decision.gate(), List.of());
      Decided made = all.isEmpty() ? new Decided("", "nothing") : all.getFirst();
      boolean agrees =
          switch (decision.told()) {
            case WON ->
                made.mark().equals(decision.mark()) && made.behavior().equals(decision.behavior());
            case LOST ->
                !made.mark().equals(decision.mark()) && made.behavior().equals(decision.behavior());
            case UNKNOWN ->
                !made.mark().equals(decision.mark()) || made.behavior().equals(decision.behavior());
          };
      if (!agrees) {
        faults.add("%s, but the journal has %s".formatted(decision, made));
      }
    }
  }

  private void effects() {
    Set<String> once = new HashSet<>();
    for (String effect : effects) {
      if (!once.add(effect)) {
        faults.add("the command of %s ran twice".formatted(effect));
      }
    }
    Map<String, Life> byMark = byMark();
    for (String effect : once) {
      Life life = byMark.get(effect);
      if (life == null || !life.behaviors().contains("allow")) {
        faults.add("the command of %s ran though nobody had allowed it".formatted(effect));
      }
    }
  }

  private Map<String, Life> byMark() {
    return journal.lives().values().stream()
        .filter(life -> !life.mark().isEmpty())
        .collect(Collectors.toMap(Life::mark, life -> life, (one, _) -> one));
  }

  private void notCarriedOut() {
    Set<String> once = new HashSet<>(effects);
    Map<String, Life> byMark = byMark();
    for (Submission submission : history.submissions()) {
      Life life = byMark.get(submission.mark());
      if (submission.effect()
          && life != null
          && life.is("completed")
          && life.behaviors().contains("allow")
          && !once.contains(submission.mark())) {
        faults.add("%s is completed, and its command never ran".formatted(submission.mark()));
      }
    }
  }

  private void streams() {
    for (Stream stream : history.streams()) {
      if (stream.events().isEmpty()) {
        continue;
      }
      long before = stream.cursor();
      for (Event event : stream.events()) {
        if (event.id() <= before) {
          faults.add(
              "a stream of %s showed event %d after %d"
                  .formatted(stream.node(), event.id(), before));
        }
        before = event.id();
        String text = journal.texts().get(event.id());
        if (!event.text().equals(text)) {
          faults.add(
              "a stream of %s showed event %d as %s, which is %s"
                  .formatted(stream.node(), event.id(), event.text(), text));
        }
      }
      long last = stream.events().getLast().id();
      NavigableMap<Long, String> due =
          last > stream.cursor()
              ? journal.texts().subMap(stream.cursor(), false, last, true)
              : journal.texts().headMap(Long.MIN_VALUE, false);
      Set<Long> missing = new HashSet<>(due.keySet());
      stream.events().forEach(event -> missing.remove(event.id()));
      if (!missing.isEmpty()) {
        faults.add(
            "a stream of %s came to %d and never showed %s"
                .formatted(stream.node(), last, missing));
      }
    }
  }
}

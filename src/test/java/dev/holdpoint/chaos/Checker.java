package dev.holdpoint.chaos;

import dev.holdpoint.blackbox.cluster.History.Submission;
import dev.holdpoint.blackbox.cluster.History.Told;
import dev.holdpoint.blackbox.cluster.Journal;
import dev.holdpoint.chaos.Acknowledged.Answered;
import dev.holdpoint.chaos.Acknowledged.Spoken;
import dev.holdpoint.chaos.Acknowledged.Vote;
import dev.holdpoint.chaos.Facts.Delivery;
import dev.holdpoint.chaos.Facts.Received;
import dev.holdpoint.chaos.Seen.Connection;
import dev.holdpoint.chaos.Seen.Gap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Compares what was acknowledged with what is so. Gives every violation as a sentence; none means
 * that nothing acknowledged was lost, nothing was decided or done twice, ids were used once and in
 * order, streams were whole or told of a gap, and the same call got the same answer.
 */
final class Checker {
  private static final int VOICES_NEEDED = 2;

  private final Acknowledged acknowledged;
  private final Facts facts;
  private final Set<String> violations = new LinkedHashSet<>();

  private Checker(Acknowledged acknowledged, Facts facts) {
    this.acknowledged = acknowledged;
    this.facts = facts;
  }

  /**
   * @param acknowledged a copy from before the facts were asked for
   */
  static List<String> violations(Acknowledged acknowledged, Facts facts) {
    Checker checker = new Checker(acknowledged, facts);
    checker.violations.addAll(facts.findings());
    if (facts.whole()) {
      checker.journal();
      checker.answers();
    }
    checker.effects();
    checker.ids();
    checker.looks();
    checker.schedules();
    checker.votes();
    checker.repeats();
    checker.streams();
    if (facts.settled()) {
      checker.history();
      checker.deliveries();
      checker.secrets();
    }
    return List.copyOf(checker.violations);
  }

  private void violated(String sentence) {
    violations.add(sentence);
  }

  private boolean isHeld(String mark) {
    return !acknowledged.isExcused(mark);
  }

  private void journal() {
    List<String> effects = acknowledged.unexcused(facts.effects());
    violations.addAll(
        facts.settled()
            ? dev.holdpoint.blackbox.cluster.Checker.faults(
                acknowledged.history(), facts.journal(), effects)
            : dev.holdpoint.blackbox.cluster.Checker.faultsSoFar(
                acknowledged.history(), facts.journal(), effects));
  }

  /** Also what may be lost is not done twice. */
  private void effects() {
    for (String mark : Acknowledged.twice(facts.effects())) {
      violated("the command of %s ran twice".formatted(mark));
    }
  }

  /** An id means one thing. */
  private void ids() {
    Map<String, String> runs = new HashMap<>();
    for (Submission submission : acknowledged.submissions()) {
      if (submission.run() != null) {
        String other = runs.put(submission.run(), submission.mark());
        if (other != null && !other.equals(submission.mark())) {
          violated(
              "%s was given to %s and to %s".formatted(submission.run(), other, submission.mark()));
        }
      }
    }
  }

  /** What those saw who looked, at once and later. */
  private void looks() {
    for (Acknowledged.Read read : acknowledged.reads()) {
      if (!read.got().equals(read.wanted()) && isHeld(read.mark())) {
        violated(
            "%s was told of %s that it is \"%s\", and then read \"%s\""
                .formatted(read.mark(), read.what(), read.wanted(), read.got()));
      }
    }
    for (Submission submission : acknowledged.history().submissions()) {
      if (Objects.equals(facts.runs().get(submission.run()), "")) {
        violated(
            "%s was acknowledged for %s and is not there"
                .formatted(submission.run(), submission.mark()));
      }
    }
    for (var decision : acknowledged.history().decisions()) {
      String now = facts.gates().get(decision.gate());
      String wanted = "resolved " + decision.behavior();
      if (now != null && decision.told() != Told.UNKNOWN && !now.equals(wanted)) {
        violated("%s, but %s is now \"%s\"".formatted(decision, decision.gate(), now));
      }
    }
  }

  private void answers() {
    for (Answered answer : acknowledged.answers()) {
      List<Journal.Decided> all =
          facts.journal().decisions().getOrDefault(answer.question(), List.of());
      if (!isHeld(answer.mark()) || (all.isEmpty() && !answer.whole() && !facts.settled())) {
        continue;
      }
      if (all.stream().noneMatch(one -> one.behavior().contains(answer.text()))) {
        violated(
            "the answer %s to %s was acknowledged; the journal has %s"
                .formatted(answer.text(), answer.question(), all));
      }
    }
  }

  private void schedules() {
    Set<String> rung = new HashSet<>();
    facts.journal().lives().values().forEach(life -> rung.add(life.mark()));
    for (Acknowledged.Planned plan : acknowledged.planned()) {
      if (!isHeld(plan.mark())) {
        continue;
      }
      if (Objects.equals(facts.schedules().get(plan.schedule()), false)) {
        violated(
            "%s was acknowledged for %s and is not there".formatted(plan.schedule(), plan.mark()));
      }
      if (facts.settled() && !rung.contains(plan.mark())) {
        violated("%s of %s never rang".formatted(plan.schedule(), plan.mark()));
      }
    }
  }

  private void votes() {
    Map<String, Set<String>> principals = new LinkedHashMap<>();
    for (Vote vote : acknowledged.votes()) {
      Set<String> so = principals.computeIfAbsent(vote.approval(), _ -> new LinkedHashSet<>());
      so.add(vote.principal());
      if (vote.voices() > so.size()) {
        violated(
            "%s counts %d voices, and those of %s were given"
                .formatted(vote.approval(), vote.voices(), so));
      }
      if (vote.status().equals("approved") && so.size() < VOICES_NEEDED) {
        violated("%s is approved with the voice of %s alone".formatted(vote.approval(), so));
      }
    }
  }

  private void repeats() {
    for (Facts.Repeat repeat : facts.repeats()) {
      Acknowledged.Keyed first = repeat.first();
      if (!isHeld(first.mark())) {
        continue;
      }
      String before = first.status() + " " + first.essence(first.text());
      String now = repeat.status() + " " + first.essence(repeat.text());
      if (!now.equals(before)) {
        violated(
            "POST %s with the key \"%s\" got %s, and again %s"
                .formatted(first.path(), first.key(), before, now));
      } else if (!repeat.replayed()) {
        violated(
            "POST %s with the key \"%s\" was acknowledged, and again as if for the first time"
                .formatted(first.path(), first.key()));
      }
    }
  }

  private void streams() {
    for (Connection connection : facts.connections()) {
      long before = connection.cursor();
      for (long id : connection.ids()) {
        if (id <= before) {
          violated(
              "the stream of %s showed event %d after %d"
                  .formatted(connection.reader(), id, before));
        }
        before = id;
      }
      for (Gap gap : connection.gaps()) {
        if (gap.resumeAfter() < gap.after() && !acknowledged.lossWasPossible()) {
          violated(
              "the stream of %s had shown event %d and goes back to %d"
                  .formatted(connection.reader(), gap.after(), gap.resumeAfter()));
        }
      }
      whole(connection);
    }
  }

  /**
   * Between where it began and its last event there is nothing that it has not shown, or told of.
   */
  private void whole(Connection connection) {
    if (connection.ids().isEmpty() || connection.ids().getLast() <= connection.cursor()) {
      return;
    }
    long last = connection.ids().getLast();
    Set<Long> missing =
        new LinkedHashSet<>(facts.shown().subMap(connection.cursor(), false, last, true).keySet());
    connection.ids().forEach(missing::remove);
    for (Gap gap : connection.gaps()) {
      missing.removeIf(id -> id > gap.after() && id <= gap.resumeAfter());
    }
    if (!missing.isEmpty()) {
      violated(
          "the stream of %s went on after %d, came to %d and neither showed nor told of %s"
              .formatted(connection.reader(), connection.cursor(), last, missing));
    }
  }

  /** What streams have shown is still so. */
  private void history() {
    facts
        .shown()
        .forEach(
            (id, text) -> {
              String now = facts.journal().texts().get(id);
              boolean lost = now == null && acknowledged.lossWasPossible();
              if (!text.equals(now) && !lost) {
                violated("event %d was shown as %s and is now %s".formatted(id, text, now));
              }
            });
  }

  private void deliveries() {
    for (Spoken spoken : acknowledged.spoken()) {
      Journal.Life life = facts.journal().lives().get(spoken.run());
      if (isHeld(spoken.mark()) && life != null && life.is("completed")) {
        delivered(spoken, facts.deliveries().getOrDefault(spoken.run(), List.of()));
      }
    }
  }

  private void delivered(Spoken spoken, List<Delivery> told) {
    List<String> order = new ArrayList<>();
    for (String word : spoken.words()) {
      Map<String, Integer> came = new LinkedHashMap<>();
      for (Received received : facts.received()) {
        if (received.body().contains(word)) {
          came.merge(received.delivery(), 1, Integer::sum);
        }
      }
      if (came.isEmpty()) {
        violated("\"%s\" of %s was never delivered".formatted(word, spoken.run()));
      }
      if (came.size() > 1) {
        violated("\"%s\" of %s was delivered as %s".formatted(word, spoken.run(), came.keySet()));
      }
      came.forEach(
          (id, times) -> {
            order.add(id);
            int attempts =
                told.stream().filter(one -> one.id().equals(id)).mapToInt(Delivery::attempts).sum();
            if (times > attempts) {
              violated("%s came %d times and was tried %d times".formatted(id, times, attempts));
            }
          });
    }
    List<String> first =
        facts.received().stream()
            .map(Received::delivery)
            .filter(order::contains)
            .distinct()
            .toList();
    if (!first.equals(order)) {
      violated("%s said %s, and they came as %s".formatted(spoken.run(), order, first));
    }
    for (Delivery delivery : told) {
      if (!delivery.status().equals("delivered")) {
        violated("%s of %s is %s".formatted(delivery.id(), spoken.run(), delivery.status()));
      }
    }
  }

  private void secrets() {
    for (Acknowledged.Stored secret : acknowledged.stored()) {
      List<String> aliases = facts.secrets().get(secret.conversation());
      if (aliases == null || !isHeld(secret.mark())) {
        continue;
      }
      if (secret.kept() && !aliases.contains(secret.alias())) {
        violated(
            "the secret %s of %s was acknowledged and is not there"
                .formatted(secret.alias(), secret.conversation()));
      }
      if (!secret.kept() && aliases.contains(secret.alias())) {
        violated(
            "the secret %s of %s is there, though what it came for was denied"
                .formatted(secret.alias(), secret.conversation()));
      }
    }
  }
}

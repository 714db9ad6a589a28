package dev.holdpoint.core.policy;

import dev.holdpoint.Golden;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** The standing as a table of policies, votes and times. */
final class StandingMachineTest {
  private static final long MINUTE = 60_000;
  private static final long HOUR = 60 * MINUTE;

  /** A moment of a gate: which stage opened when, its deadline, and what the clock says. */
  private record Moment(int stage, long openedAtMs, int extensions, long deadlineMs, long nowMs) {
    String name() {
      return "stage %d%s at %s"
          .formatted(stage, extensions == 0 ? "" : ", extended " + extensions, minutes(nowMs));
    }

    private static String minutes(long ms) {
      return ms % MINUTE == 0 ? ms / MINUTE + " min" : (ms / MINUTE + 1) + " min less 1 ms";
    }
  }

  private record Table(
      String title, UnaryOperator<Scene> policy, List<String> votes, List<Moment> moments) {}

  private static Scene scene() {
    return Scene.of("ada:admin bob:operator cyd:operator dan:operator sue:operator")
        .group("finance", "ada", "bob")
        .group("oncall", "cyd")
        .group("peer", "ada", "bob", "cyd")
        .group("security", "sue");
  }

  private static List<Table> tables() {
    List<Moment> two =
        List.of(
            new Moment(1, 0, 0, 2 * HOUR, 0),
            new Moment(1, 0, 0, 2 * HOUR, HOUR),
            new Moment(2, HOUR, 0, 2 * HOUR, HOUR),
            new Moment(2, HOUR, 0, 2 * HOUR, 2 * HOUR));
    List<Moment> one = List.of(new Moment(1, 0, 0, HOUR, 0), new Moment(1, 0, 0, HOUR, HOUR));
    List<Table> tables = new ArrayList<>();
    tables.add(
        table(
            "2 of group:finance within 1h else 1 of group:oncall | group:finance within 1h else fail",
            List.of("", "ada+", "ada+ bob+", "cyd+", "ada+ ada-", "ada- ada+ bob+", "dan-"),
            two));
    tables.add(
        new Table(
            "`2 of group:finance within 1h else 1 of group:oncall within 1h`, `veto: group:security`",
            it ->
                it.needs("2 of group:finance within 1h else 1 of group:oncall within 1h")
                    .veto("group:security"),
            List.of("", "ada-", "ada- cyd-", "ada+ bob+ sue-", "sue- sue+", "ada+ bob+"),
            two));
    tables.add(
        table(
            "all(1 of group:peer, 1 of role:admin) within 1h else deny",
            List.of("", "ada+", "bob+", "ada+ bob+", "bob+ ada+", "bob+ cyd+", "dan+"),
            one));
    tables.add(
        new Table(
            "`all(1 of group:peer, 1 of role:admin) within 1h else deny`, `distinct: false`",
            it ->
                it.needs("all(1 of group:peer, 1 of role:admin) within 1h else deny")
                    .rules("anyone", false, false, false),
            List.of("", "ada+", "bob+", "bob+ ada+"),
            one));
    tables.add(
        table(
            "any(2 of group:peer, 1 of person:sue) within 1h else cancel",
            List.of("", "ada+", "ada+ bob+", "sue+", "ada+ sue+", "sue-"),
            one));
    tables.add(
        new Table(
            "`1 of group:finance within 1h`, and the tenant requires 2 approvals",
            it -> it.needs("1 of group:finance within 1h").floor(2),
            List.of("", "cyd+", "ada+", "ada+ cyd+", "cyd+ dan+"),
            one));
    tables.add(
        new Table(
            "No policy, and the tenant requires 2 approvals",
            it -> it.withoutPolicy().floor(2),
            List.of("", "ada+", "ada+ ada+", "ada+ dan+", "ada+ dan-"),
            one));
    tables.add(
        table(
            "1 of group:finance within 1h or unseen 10m else 1 of group:oncall within 1h",
            List.of("", "ada+"),
            List.of(
                new Moment(1, 0, 0, 2 * HOUR, 0),
                new Moment(1, 0, 0, 2 * HOUR, 10 * MINUTE - 1),
                new Moment(1, 0, 0, 2 * HOUR, 10 * MINUTE),
                new Moment(2, 10 * MINUTE, 0, 70 * MINUTE, 10 * MINUTE))));
    tables.add(
        table(
            "1 of group:finance within 1h else extend 1h 2 times else deny",
            List.of(""),
            List.of(
                new Moment(1, 0, 0, HOUR, HOUR),
                new Moment(1, 0, 1, 2 * HOUR, HOUR),
                new Moment(1, 0, 2, 3 * HOUR, 2 * HOUR),
                new Moment(1, 0, 2, 3 * HOUR, 3 * HOUR))));
    return tables;
  }

  private static Table table(String needs, List<String> votes, List<Moment> moments) {
    return new Table("`" + needs + "`", it -> it.needs(needs), votes, moments);
  }

  @Test
  void every_policy_makes_of_the_votes_what_the_table_says() throws IOException {
    StringBuilder text =
        new StringBuilder(
            """
            # The standing of a gate

            Each field is what `Deliberation` makes of a policy, the votes and the time: **allowed**,
            **denied**, or the summary of what is missing; behind a dot what is due at that moment. In
            group `finance` are ada and bob, in `oncall` cyd, in `peer` ada, bob and cyd, in `security`
            sue; dan is in none, and ada is the only admin. `ada+` is a yes and `ada-` a no. The gate is
            raised at 0 min by an agent. Written by `StandingMachineTest`; rewrite it with
            `./test '*MachineTest' -Dupdate.golden=true`.
            """);
    for (Table table : tables()) {
      text.append("\n## ").append(table.title).append("\n\n| votes |");
      table.moments.forEach(it -> text.append(' ').append(it.name()).append(" |"));
      text.append("\n|---|").append("---|".repeat(table.moments.size())).append('\n');
      for (String votes : table.votes) {
        text.append("| ").append(votes.isEmpty() ? "none" : votes).append(" |");
        for (Moment moment : table.moments) {
          text.append(' ').append(answer(table, votes, moment)).append(" |");
        }
        text.append('\n');
      }
    }
    Golden.check(Path.of("docs/machines/standing.md"), text.toString());
  }

  private static String answer(Table table, String votes, Moment moment) {
    Scene scene =
        table
            .policy
            .apply(scene())
            .votes(votes)
            .stage(moment.stage, moment.openedAtMs)
            .deadline(moment.deadlineMs, false, moment.extensions);
    Standing standing = scene.standing();
    if (standing.state() != Standing.State.UNDECIDED) {
      return "**" + standing.state().word() + "**";
    }
    Standing.Next due = scene.deliberation().due(moment.nowMs);
    return standing.summary(moment.nowMs)
        + (due == null ? "" : " · due: " + due.what().name().toLowerCase(Locale.ROOT));
  }
}

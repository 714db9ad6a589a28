package dev.holdpoint.cli.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.api.event.StreamFrame;
import dev.holdpoint.api.status.AppliedEnding;
import dev.holdpoint.api.status.GateOutcome;
import dev.holdpoint.api.status.GateStatus;
import dev.holdpoint.cli.EventText;
import dev.holdpoint.cli.Paint;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.DaemonAddress;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.JsonNodeFactory;

/** How a card ended, as the terminal inbox says it when the stream tells of it. */
final class OutcomeWordsTest {
  private final InboxReader reader =
      new InboxReader(
          new HoldpointClient(DaemonAddress.of("http://localhost:1", "nobody")), null, "ada");

  private record Case(
      GateStatus status,
      GateOutcome outcome,
      @Nullable AppliedEnding applied,
      String by,
      String words) {}

  private static final List<Case> TABLE =
      List.of(
          new Case(GateStatus.RESOLVED, GateOutcome.ALLOWED, null, "bob", "allowed by bob"),
          new Case(GateStatus.RESOLVED, GateOutcome.ALLOWED, null, "ada", "allowed by you"),
          new Case(GateStatus.RESOLVED, GateOutcome.DENIED, null, "bob", "denied by bob"),
          new Case(GateStatus.RESOLVED, GateOutcome.DENIED, null, "rule:rul_1", "denied by a rule"),
          new Case(
              GateStatus.RESOLVED,
              GateOutcome.ALLOWED,
              null,
              "approver_key:apk_1",
              "allowed by an approver key"),
          new Case(
              GateStatus.RESOLVED,
              GateOutcome.CHANGES_REQUESTED,
              null,
              "bob",
              "changes requested by bob"),
          new Case(GateStatus.RESOLVED, GateOutcome.ASKED_BACK, null, "bob", "asked back by bob"),
          new Case(GateStatus.RESOLVED, GateOutcome.RESPONDED, null, "bob", "responded by bob"),
          new Case(GateStatus.RESOLVED, GateOutcome.ANSWERED, null, "bob", "answered by bob"),
          new Case(GateStatus.RESOLVED, GateOutcome.DECLINED, null, "bob", "declined by bob"),
          new Case(GateStatus.WITHDRAWN, GateOutcome.CANCELLED, null, "bob", "cancelled by bob"),
          new Case(
              GateStatus.WITHDRAWN, GateOutcome.WITHDRAWN, null, "agent", "withdrawn by agent"),
          new Case(
              GateStatus.WITHDRAWN, GateOutcome.SUPERSEDED, null, "agent", "superseded by agent"),
          new Case(
              GateStatus.EXPIRED,
              GateOutcome.EXPIRED,
              AppliedEnding.FAIL,
              "deadline",
              "expired by the deadline, and the run failed"),
          new Case(
              GateStatus.EXPIRED,
              GateOutcome.EXPIRED,
              AppliedEnding.ALLOW,
              "deadline",
              "expired by the deadline, and the call was allowed"),
          new Case(
              GateStatus.EXPIRED,
              GateOutcome.EXPIRED,
              AppliedEnding.DEFAULT,
              "deadline",
              "expired by the deadline, and answered by default"));

  @Test
  // DX-42: what follows a stream has one line for what nobody decided, and leaves the rest to the
  // run
  void DX_42_a_followed_stream_says_how_what_nobody_decided_ended() {
    StringWriter text = new StringWriter();
    EventText lines = new EventText(new PrintWriter(text), new Paint(false));
    for (Case it : TABLE) {
      boolean decided = it.status == GateStatus.RESOLVED;
      lines.print(
          new StreamFrame.ApprovalResolved(
              "apr_1",
              "run_1",
              "s",
              it.status,
              it.outcome,
              it.applied,
              it.by,
              decided ? JsonNodeFactory.instance.objectNode() : null));
    }
    assertThat(text.toString().lines().map(line -> line.replaceFirst("^\\S+ +", "")))
        .containsExactly(
            "cancelled  apr_1",
            "withdrawn  apr_1",
            "superseded  apr_1",
            "expired  apr_1, and the run failed",
            "expired  apr_1, and the call was allowed",
            "expired  apr_1, and answered by default");
  }

  @Test
  // DX-42, DX-44
  void DX_42_every_outcome_has_its_word_and_a_deadline_what_it_did() {
    Set<GateOutcome> left = EnumSet.allOf(GateOutcome.class);
    for (Case it : TABLE) {
      left.remove(it.outcome);
      for (StreamFrame frame :
          List.of(
              new StreamFrame.ApprovalResolved(
                  "apr_1", "run_1", "s", it.status, it.outcome, it.applied, it.by, null),
              new StreamFrame.QuestionResolved(
                  "qst_1", "run_1", "s", it.status, it.outcome, it.applied, it.by, null))) {
        assertThat(reader.read(frame))
            .isInstanceOfSatisfying(
                InboxEvent.Settled.class, said -> assertThat(said.how()).isEqualTo(it.words));
      }
    }
    assertThat(left).as("outcomes that no row is about").isEmpty();
  }
}

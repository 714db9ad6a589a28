package dev.holdpoint.cli.inbox;

import dev.holdpoint.api.description.DescriptionBodies.DescribedKind;
import dev.holdpoint.api.description.DescriptionBodies.RiskReasonView;
import dev.holdpoint.api.description.DescriptionBodies.RiskView;
import dev.holdpoint.api.gate.ApprovalBodies.ApprovalBehavior;
import dev.holdpoint.api.gate.ApprovalBodies.ApprovalRequestView;
import dev.holdpoint.api.gate.ApprovalBodies.ApprovalRow;
import dev.holdpoint.api.gate.ApprovalBodies.ApprovalScope;
import dev.holdpoint.api.gate.ApprovalBodies.GateWaits;
import dev.holdpoint.api.gate.EffectBodies.EffectView;
import dev.holdpoint.api.gate.QuestionBodies.Option;
import dev.holdpoint.api.gate.QuestionBodies.PendingQuestionView;
import dev.holdpoint.api.gate.QuestionBodies.StructuredQuestion;
import dev.holdpoint.api.gate.QuestionBodies.UserQuestionRequestView;
import dev.holdpoint.api.gate.TriageBodies.GateTriage;
import dev.holdpoint.api.gate.TriageBodies.TriageClaim;
import dev.holdpoint.api.gate.TriageBodies.TriageLook;
import dev.holdpoint.api.status.GateStatus;
import dev.holdpoint.api.status.RunKind;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;

/** Cards for tests. */
final class Cards {
  private Cards() {}

  static Card.ApprovalCard approval(String id, long createdAtMs, String command) {
    return approval(id, createdAtMs, command, null);
  }

  static Card.ApprovalCard approval(
      String id, long createdAtMs, String command, @Nullable ApprovalBehavior suggested) {
    return approval(id, createdAtMs, command, suggested, null, null);
  }

  static Card.ApprovalCard approval(
      String id,
      long createdAtMs,
      String command,
      @Nullable ApprovalBehavior suggested,
      @Nullable GateWaits waits,
      @Nullable Long keptUntilMs) {
    return approval(
        id, createdAtMs, command, suggested, waits, keptUntilMs, "d".repeat(64), null, null);
  }

  /** A request of high risk. */
  static Card.ApprovalCard highRisk(String id, long createdAtMs, String command) {
    RiskView risk =
        new RiskView(
            "high",
            List.of(
                new RiskReasonView(
                    "delete_recursive", "high", "Deletes files recursively", null, null, null)));
    return approval(id, createdAtMs, command, null, null, null, "d".repeat(64), null, risk);
  }

  static Card.ApprovalCard triaged(String id, long createdAtMs, String command, GateTriage triage) {
    return approval(id, createdAtMs, command, null, null, null, "d".repeat(64), triage, null);
  }

  /** The same id and another digest. */
  static Card.ApprovalCard other(String id, long createdAtMs, String command) {
    return approval(id, createdAtMs, command, null, null, null, "e".repeat(64), null, null);
  }

  /** Seen and claimed until the first minute has passed. */
  static GateTriage claimedBy(String name) {
    return new GateTriage(
        List.of(new TriageLook(name, 1, 1)),
        new TriageClaim(name, 1, 60_000, null),
        List.of(),
        List.of(),
        0,
        1);
  }

  private static Card.ApprovalCard approval(
      String id,
      long createdAtMs,
      String command,
      @Nullable ApprovalBehavior suggested,
      @Nullable GateWaits waits,
      @Nullable Long keptUntilMs,
      String digest,
      @Nullable GateTriage triage,
      @Nullable RiskView risk) {
    return new Card.ApprovalCard(
        new ApprovalRow(
            "deploys",
            "agt_1",
            "run_" + id,
            RunKind.INPUT,
            GateStatus.PENDING,
            new ApprovalRequestView(
                id,
                "call",
                "bash",
                JsonNodeFactory.instance.objectNode().put("command", command),
                "because",
                ApprovalScope.SESSION,
                createdAtMs,
                null,
                null,
                1,
                digest,
                List.of(command),
                null,
                false,
                1,
                null,
                null,
                null,
                null,
                null,
                suggested,
                waits,
                keptUntilMs,
                null,
                risk,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                "Run " + command,
                null,
                null,
                DescribedKind.COMMAND,
                null,
                null,
                null),
            null,
            null,
            triage));
  }

  static Card.QuestionCard question(String id, long createdAtMs, @Nullable String child) {
    List<StructuredQuestion> questions =
        List.of(
            new StructuredQuestion(
                "db",
                "Store",
                "Which database?",
                List.of(
                    new Option("pg", "PostgreSQL", null, null),
                    new Option("lite", "SQLite", null, null)),
                false),
            new StructuredQuestion("why", "", "Why?", List.of(), false));
    return new Card.QuestionCard(
        new PendingQuestionView(
            "deploys",
            "agt_1",
            "run_" + id,
            RunKind.INPUT,
            child == null ? null : "agt_2",
            child,
            child == null ? null : "run_child",
            null,
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            new UserQuestionRequestView(
                id, "call", 1, "d".repeat(64), questions, createdAtMs, null, null, null, null),
            GateStatus.PENDING,
            null));
  }

  /** Asks whether a command happened. */
  static Card.QuestionCard uncertain(String id, String command) {
    UserQuestionRequestView request =
        new UserQuestionRequestView(
            id,
            "call_7",
            1,
            "d".repeat(64),
            List.of(
                new StructuredQuestion(
                    "effect",
                    "Did this happen?",
                    "bash was started",
                    List.of(
                        new Option("happened", "It happened", null, null),
                        new Option("not_happened", "It did not happen", null, null),
                        new Option("unknown", "Unknown", null, null)),
                    false)),
            3,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            "effect_uncertain",
            new EffectView(
                "call_7",
                "bash",
                JsonNodeFactory.instance.objectNode().put("command", command),
                "d".repeat(64),
                1_000,
                "node-a",
                2,
                true,
                null),
            "bash was started",
            null,
            null,
            null,
            null);
    return new Card.QuestionCard(
        new PendingQuestionView(
            "deploys",
            "agt_1",
            "run_" + id,
            RunKind.INPUT,
            null,
            null,
            null,
            null,
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            request,
            GateStatus.PENDING,
            null));
  }
}

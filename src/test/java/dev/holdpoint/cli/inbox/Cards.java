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
import dev.holdpoint.api.gate.InboxBodies.InboxRisk;
import dev.holdpoint.api.gate.InboxBodies.InboxRow;
import dev.holdpoint.api.gate.QuestionBodies.Option;
import dev.holdpoint.api.gate.QuestionBodies.PendingQuestionView;
import dev.holdpoint.api.gate.QuestionBodies.StructuredQuestion;
import dev.holdpoint.api.gate.QuestionBodies.UserQuestionRequestView;
import dev.holdpoint.api.gate.TriageBodies.GateTriage;
import dev.holdpoint.api.gate.TriageBodies.TriageClaim;
import dev.holdpoint.api.gate.TriageBodies.TriageLook;
import dev.holdpoint.api.status.GateStatus;
import dev.holdpoint.api.status.RunKind;
import dev.holdpoint.client.http.ClientJson;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Cards for tests. */
final class Cards {
  private Cards() {}

  /** The row of a list for a card. */
  static InboxRow row(Card card) {
    boolean question = card instanceof Card.QuestionCard;
    String title =
        card instanceof Card.ApprovalCard(var row)
            ? row.request().title()
            : ((Card.QuestionCard) card).view().request().title();
    boolean high = card instanceof Card.ApprovalCard approval && approval.isHighRisk();
    return new InboxRow(
        question ? "question" : "approval",
        card.id(),
        GateStatus.PENDING,
        card.sessionId(),
        card.sessionId(),
        "default",
        "agt_1",
        null,
        card.runId(),
        title,
        null,
        null,
        question ? null : DescribedKind.COMMAND,
        null,
        null,
        high ? new InboxRisk("high", List.of("delete_recursive")) : null,
        card.createdAtMs(),
        card.expiresAtMs(),
        1,
        null,
        null,
        card.held(),
        null,
        null,
        card.triage(),
        null,
        null);
  }

  /** The row of a card, in a later revision than the card. */
  static InboxRow revised(Card card, int revision) {
    return ClientJson.read(asJson(row(card)).put("revision", revision).toString(), InboxRow.class);
  }

  /** The row of a card, after somebody has voted. */
  static InboxRow standing(Card card, String summary) {
    ObjectNode row = asJson(row(card));
    row.putObject("standing").put("summary", summary).put("state", "undecided");
    return ClientJson.read(row.toString(), InboxRow.class);
  }

  private static ObjectNode asJson(Record row) {
    return (ObjectNode) ClientJson.parseTree(ClientJson.pretty(row));
  }

  /** A list of these, as it is read the first time; and then all of the cards. */
  static Inbox listed(Inbox before, boolean anew, Card... cards) {
    Inbox inbox = InboxMachine.step(before, list(before, anew, cards)).inbox();
    for (Card card : cards) {
      inbox = InboxMachine.step(inbox, new InboxEvent.Opened(card)).inbox();
    }
    return inbox;
  }

  static InboxEvent.Listed list(Inbox before, boolean anew, Card... cards) {
    return new InboxEvent.Listed(
        before.listing().wish(),
        Arrays.stream(cards).map(Cards::row).toList(),
        cards.length,
        false,
        anew);
  }

  /** The stream is there, and these wait. */
  static Inbox with(Card... cards) {
    return listed(InboxMachine.step(Inbox.EMPTY, new InboxEvent.Connected()).inbox(), true, cards);
  }

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

  /** The same, allowed by somebody and about to take effect. */
  static Card.ApprovalCard held(Card.ApprovalCard card, String by, long untilMs) {
    ObjectNode row = asJson(card.row());
    ((ObjectNode) row.path("request"))
        .putObject("held")
        .put("by", by)
        .put("behavior", "allow")
        .put("at_ms", 1)
        .put("until_ms", untilMs);
    return new Card.ApprovalCard(ClientJson.read(row.toString(), ApprovalRow.class));
  }

  /** The same of another tool. */
  static Card.ApprovalCard ofTool(Card.ApprovalCard card, String tool) {
    ObjectNode row = (ObjectNode) ClientJson.parseTree(ClientJson.pretty(card.row()));
    ((ObjectNode) row.path("request")).put("tool_name", tool);
    return new Card.ApprovalCard(ClientJson.read(row.toString(), ApprovalRow.class));
  }

  /** The same of another tool, with a second member and other pattern keys. */
  static Card.ApprovalCard keyed(Card.ApprovalCard card, String tool, String... keys) {
    ObjectNode row = asJson(card.row());
    ObjectNode request = (ObjectNode) row.path("request");
    request.put("tool_name", tool).putArray("pattern_keys");
    ((ObjectNode) request.path("input")).put("folder", "/srv");
    for (String key : keys) {
      request.withArray("pattern_keys").add(key);
    }
    return new Card.ApprovalCard(ClientJson.read(row.toString(), ApprovalRow.class));
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

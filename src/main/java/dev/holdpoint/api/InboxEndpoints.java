package dev.holdpoint.api;

import static dev.holdpoint.api.endpoint.Endpoint.Access.READ;
import static dev.holdpoint.api.endpoint.EndpointDraft.get;
import static dev.holdpoint.api.endpoint.QueryParameters.GATE_CLAIMED;
import static dev.holdpoint.api.endpoint.QueryParameters.GATE_FOR;
import static dev.holdpoint.api.endpoint.QueryParameters.GATE_OUTCOME;
import static dev.holdpoint.api.endpoint.QueryParameters.GATE_SNOOZED;
import static dev.holdpoint.api.endpoint.QueryParameters.GATE_UNSEEN;

import dev.holdpoint.api.description.DescriptionBodies.DescribedKind;
import dev.holdpoint.api.endpoint.Endpoint;
import dev.holdpoint.api.endpoint.Endpoint.Query;
import dev.holdpoint.api.endpoint.EndpointDraft;
import dev.holdpoint.api.endpoint.QueryParameters;
import dev.holdpoint.api.gate.InboxBodies.InboxOrder;
import dev.holdpoint.api.gate.InboxBodies.InboxView;
import dev.holdpoint.api.json.Limits;
import dev.holdpoint.api.json.Wire;
import java.util.Arrays;
import java.util.List;

/** Approvals and questions as one list. */
final class InboxEndpoints {
  static final List<Endpoint> ALL =
      EndpointDraft.all(
          get("listInbox", "/v1/inbox", READ, "Lists approvals and questions as one list")
              .answers(
                  InboxView.class,
                  Query.word(
                      "status",
                      List.of("pending", "resolved", "expired", "withdrawn", "settled", "all"),
                      "Only rows with this status; settled is every status but pending. When unset,"
                          + " pending; with outcome or by, settled."),
                  Query.word("type", List.of("approval", "question"), "Only rows of this type."),
                  QueryParameters.SESSION,
                  Query.text("agent_id", Limits.ID, "Only rows of this agent."),
                  Query.text("tenant_id", Limits.ID, "Only rows of this tenant."),
                  Query.text("tool", Limits.ID, "Only approvals of this tool."),
                  Query.word("kind", words(DescribedKind.values()), "Only approvals of this kind."),
                  Query.word(
                      "risk",
                      List.of("low", "normal", "high"),
                      "Only approvals with this risk or a higher one."),
                  Query.integer(
                      "expires_within_ms",
                      0,
                      Limits.TIME_MS,
                      "Only pending rows whose deadline is within this time."),
                  Query.text("by", Limits.NAME, "Only rows that this person settled."),
                  GATE_OUTCOME,
                  Query.integer(
                      "since_ms",
                      0,
                      Limits.TIME_MS,
                      "Only rows raised at this time or later; if no status is pending, only rows "
                          + "settled at this time or later."),
                  Query.integer(
                      "until_ms", 0, Limits.TIME_MS, "Only rows of this time or earlier."),
                  GATE_FOR,
                  GATE_CLAIMED,
                  GATE_SNOOZED,
                  GATE_UNSEEN,
                  Query.text(
                      "q",
                      Limits.SEARCH,
                      "Only rows in which every one of these words occurs: in title, summary, why, "
                          + "tool, session, agent or the first 64 KiB of the input."),
                  Query.word(
                      "sort",
                      words(InboxOrder.values()),
                      "The order; when unset, oldest for pending rows, newest for others."),
                  Query.integer(
                      "limit",
                      1,
                      Integer.MAX_VALUE,
                      "Number of rows; values above %1$d mean %1$d.".formatted(Limits.INBOX)),
                  Query.text("cursor", Limits.CURSOR, "Continues after an earlier page."))
              .withinTenants());

  private InboxEndpoints() {}

  private static List<String> words(Enum<?>[] constants) {
    return Arrays.stream(constants).map(Wire::name).toList();
  }
}

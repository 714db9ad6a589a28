package dev.holdpoint.api.gate;

import dev.holdpoint.api.description.DescriptionBodies;
import dev.holdpoint.api.description.DescriptionBodies.DescribedKind;
import dev.holdpoint.api.description.DescriptionBodies.LineageView;
import dev.holdpoint.api.gate.HeldBodies.HeldView;
import dev.holdpoint.api.gate.TriageBodies.GateTriage;
import dev.holdpoint.api.json.Copies;
import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import dev.holdpoint.api.rule.Words;
import dev.holdpoint.api.status.GateOutcome;
import dev.holdpoint.api.status.GateStatus;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Approvals and questions as one list. */
public interface InboxBodies {
  @About("A page of the inbox.")
  record InboxView(
      List<InboxRow> items,
      InboxPagination pagination,
      @About("The event id at which the rows were read. A stream with this cursor misses nothing.")
          String asOf,
      @About("With the first page.") @OmitIfUnset @Nullable InboxCounts counts,
      @About("Whether there are rows that were not looked at.") boolean truncated) {
    public InboxView {
      items = Copies.of(items);
    }

    /** The same, read at another event. */
    public InboxView at(String eventId) {
      return new InboxView(items, pagination, eventId, counts, truncated);
    }
  }

  @About("The position of a page in the inbox.")
  record InboxPagination(
      int limit, boolean hasMore, @OmitIfUnset @Nullable String nextCursor, InboxOrder sort) {}

  @About(
      "oldest and newest go by the time raised; in a list without pending rows, newest goes by the "
          + "time settled. deadline has the soonest first, risk the highest.")
  enum InboxOrder {
    OLDEST,
    NEWEST,
    DEADLINE,
    RISK
  }

  @About("What waits in the caller's sight, whatever the filter.")
  record InboxCounts(
      long all,
      long approvals,
      long questions,
      @About("How many have their deadline within ten minutes.") long expiring) {}

  @About("An approval or a question without its input, at most 4 KiB: what is longer is shortened.")
  record InboxRow(
      @Words({"approval", "question"}) String type,
      String id,
      GateStatus status,
      String sessionId,
      @About("The id that a caller chose, else the first words of the session's first input.")
          String sessionTitle,
      String tenantId,
      String agentId,
      @About(DescriptionBodies.AGENT_NAME) @OmitIfUnset @Nullable String agentName,
      String runId,
      @About(DescriptionBodies.TITLE) String title,
      @About(DescriptionBodies.SUMMARY) @OmitIfUnset @Nullable String summary,
      @About(DescriptionBodies.WHY) @OmitIfUnset @Nullable String why,
      @OmitIfUnset @Nullable DescribedKind kind,
      @OmitIfUnset @Nullable String toolName,
      @About(DescriptionBodies.FACTS) @OmitIfUnset @Nullable JsonNode facts,
      @OmitIfUnset @Nullable InboxRisk risk,
      long createdAtMs,
      @OmitIfUnset @Nullable Long expiresAtMs,
      int revision,
      @OmitIfUnset @Nullable String digest,
      @OmitIfUnset @Nullable Boolean signatureRequired,
      @About("The decision that is about to take effect, if there is one.") @OmitIfUnset
          @Nullable HeldView held,
      @About(DescriptionBodies.LINEAGE) @OmitIfUnset @Nullable List<LineageView> lineage,
      @OmitIfUnset @Nullable InboxStanding standing,
      @About("What people did about it, if anything.") @OmitIfUnset @Nullable GateTriage triage,
      @OmitIfUnset @Nullable GateOutcome outcome,
      @OmitIfUnset @Nullable InboxResolution resolution) {
    public InboxRow {
      lineage = Copies.orNull(lineage);
    }
  }

  @About("Where to look twice. A hint: nothing is allowed because it is low.")
  record InboxRisk(@Words({"low", "normal", "high"}) String level, List<String> codes) {
    public InboxRisk {
      codes = Copies.of(codes);
    }
  }

  @About("Who must agree, if one click of anyone is not enough or a policy holds.")
  record InboxStanding(String summary, @Words({"undecided", "allowed", "denied"}) String state) {}

  @About("Who settled it, and when.")
  record InboxResolution(
      String by,
      long atMs,
      @About("The permission rule that was created with the decision, or that made it.")
          @OmitIfUnset
          @Nullable String ruleId) {}
}

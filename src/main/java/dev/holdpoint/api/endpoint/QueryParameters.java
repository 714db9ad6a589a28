package dev.holdpoint.api.endpoint;

import dev.holdpoint.api.endpoint.Endpoint.Query;
import dev.holdpoint.api.json.Limits;
import dev.holdpoint.api.json.Wire;
import dev.holdpoint.api.status.DeliveryStatus;
import dev.holdpoint.api.status.GateOutcome;
import dev.holdpoint.api.status.RunStatus;
import java.util.Arrays;
import java.util.List;

/** The query parameters that several endpoints share. */
public final class QueryParameters {
  public static final Query PAGE = Query.flag("page", "Requests a page instead of a plain array.");
  public static final Query PART =
      Query.flag("page", "Requests a part of the session's outputs or events.");
  public static final Query CURSOR =
      Query.text("cursor", Limits.CURSOR, "Continues after an earlier page; also requests pages.");
  public static final Query LIMIT =
      Query.integer(
          "limit",
          1,
          Integer.MAX_VALUE,
          "Number of rows; values above " + Limits.PAGE + " mean " + Limits.PAGE + ".");
  public static final Query SESSION =
      Query.text("session_id", Limits.SESSION_ID, "Only rows of this session.");
  public static final Query RUN = Query.text("run_id", Limits.ID, "Only rows of this run.");
  public static final Query PERSONA =
      Query.text("persona_id", Limits.ID, "Only sessions that are bound to this persona.");
  public static final Query BINDING_KEY =
      Query.text("binding_key", Limits.ID, "Only the session with this binding key.");
  public static final Query SHA256 =
      Query.text("sha256", Limits.DIGEST, "Only files with these bytes.");
  public static final Query RUN_STATUS =
      Query.word("status", words(RunStatus.values()), "Only runs in this state.");
  public static final Query ACTIVE_FIRST =
      Query.flag("priority_active", "Sorts active and waiting runs first.");
  public static final Query GATE_STATUS =
      Query.word(
          "status",
          List.of("pending", "resolved", "expired", "withdrawn", "all"),
          "Only rows with this status; pending when unset.");
  public static final Query GATE_OUTCOME =
      Query.word(
          "outcome",
          Arrays.stream(GateOutcome.values()).map(Wire::name).toList(),
          "Only rows that ended like this, whatever their status, unless status says which.");
  public static final Query GATE_FOR =
      Query.text(
          "for",
          Limits.ID + 7,
          "Only what these may decide now: me, or person: or group: and a name.");
  public static final Query GATE_CLAIMED =
      Query.word("claimed", List.of("me", "none"), "Only what the caller, or nobody, has claimed.");
  public static final Query GATE_SNOOZED =
      Query.word(
          "snoozed",
          List.of("hide", "only"),
          "Hides what the caller has snoozed, or shows nothing else.");
  public static final Query GATE_UNSEEN =
      Query.flag("unseen", "Only what nobody who may decide it has looked at.");
  public static final Query CREATED_AFTER =
      Query.integer(
          "created_after_ms", 0, Limits.TIME_MS, "Only rows created at this time or later.");
  public static final Query CREATED_BEFORE =
      Query.integer("created_before_ms", 0, Limits.TIME_MS, "Only rows created before this time.");
  public static final Query ORDER =
      Query.word(
          "order",
          List.of("oldest_first", "newest_first"),
          "The order by creation time; when unset, pending ones oldest first and "
              + "others newest first.");
  public static final Query PLUGIN =
      Query.text("plugin", Limits.ID, "Only deliveries of this plugin.");
  public static final Query DELIVERY_STATUS =
      Query.word("status", words(DeliveryStatus.values()), "Only deliveries in this state.");
  public static final Query FORCE =
      Query.flag("force", "Sends it again even if it was already replayed.");
  public static final Query TIMEOUT =
      Query.integer("timeout_ms", 0, Limits.TIMEOUT_MS, "How long to wait for the run to settle.");
  public static final Query WAIT =
      Query.integer("wait_ms", 0, Limits.WAIT_MS, "How long to wait for the decision.");
  public static final Query FILES_ONLY =
      Query.flag("files_only", "Leaves out the ledger, if the database has its own backups.");
  public static final Query WITHOUT_WORKSPACES =
      Query.flag("without_workspaces", "Leaves out the workspaces of tools.");
  public static final Query FORMAT =
      Query.word(
          "format",
          List.of("native", "universal"),
          "universal sends only the frames of older clients: question.requested, "
              + "question.resolved (UniversalQuestion), permission.requested and "
              + "permission.resolved (UniversalPermission). Unset means native.");
  static final Query EVENT =
      Query.text("cursor", 20, "Sends events after this event id; 0 starts with the oldest.");

  private static List<String> words(Enum<?>[] constants) {
    return Arrays.stream(constants).map(Wire::name).toList();
  }

  private QueryParameters() {}
}

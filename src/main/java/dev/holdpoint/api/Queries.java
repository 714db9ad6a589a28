package dev.holdpoint.api;

import dev.holdpoint.api.Endpoint.Query;
import java.util.Arrays;
import java.util.List;

/** The query parameters that several endpoints share. */
final class Queries {
  static final Query PAGE = Query.flag("page", "Asks for a page instead of a plain array.");
  static final Query PART = Query.flag("page", "Asks for a part of what it has said or done.");
  static final Query CURSOR =
      Query.text("cursor", Limits.CURSOR, "Goes on after an earlier page; asks for pages too.");
  static final Query LIMIT =
      Query.integer(
          "limit",
          1,
          Integer.MAX_VALUE,
          "How many rows; above " + Limits.PAGE + " it means " + Limits.PAGE + ".");
  static final Query SESSION =
      Query.text("session_id", Limits.SESSION_ID, "Only what belongs to this session.");
  static final Query RUN = Query.text("run_id", Limits.ID, "Only what belongs to this run.");
  static final Query PERSONA =
      Query.text("persona_id", Limits.ID, "Only sessions that are bound to this persona.");
  static final Query BINDING_KEY =
      Query.text("binding_key", Limits.ID, "Only the session that this key leads to.");
  static final Query SHA256 = Query.text("sha256", Limits.DIGEST, "Only files with these bytes.");
  static final Query RUN_STATUS =
      Query.word("status", words(RunStatus.values()), "Only such runs.");
  static final Query ACTIVE_FIRST =
      Query.flag("priority_active", "Sorts active and waiting runs first.");
  static final Query GATE_STATUS =
      Query.word(
          "status",
          List.of("pending", "resolved", "expired", "withdrawn", "all"),
          "Only those with this status; pending when unset.");
  static final Query CREATED_AFTER =
      Query.integer(
          "created_after_ms", 0, Limits.TIME_MS, "Only those made at this time or later.");
  static final Query CREATED_BEFORE =
      Query.integer("created_before_ms", 0, Limits.TIME_MS, "Only those made before this time.");
  static final Query ORDER =
      Query.word(
          "order",
          List.of("oldest_first", "newest_first"),
          "By when they were made; when unset, pending ones oldest first and others newest first.");
  static final Query PLUGIN = Query.text("plugin", Limits.ID, "Only what goes out by this plugin.");
  static final Query DELIVERY_STATUS =
      Query.word("status", words(DeliveryStatus.values()), "Only such deliveries.");
  static final Query FORCE =
      Query.flag("force", "Sends it once more although it was sent again before.");
  static final Query TIMEOUT =
      Query.integer("timeout_ms", 0, Limits.TIMEOUT_MS, "How long to wait for the run to settle.");
  static final Query WAIT =
      Query.integer("wait_ms", 0, Limits.WAIT_MS, "How long to wait for the decision.");
  static final Query FILES_ONLY =
      Query.flag("files_only", "Leaves the ledger out, where the database makes its own backups.");
  static final Query WITHOUT_WORKSPACES =
      Query.flag("without_workspaces", "Leaves out the folders in which tools have worked.");
  static final Query FORMAT =
      Query.word(
          "format",
          List.of("native", "universal"),
          "universal sends what older clients know and nothing else: question.requested,"
              + " question.resolved (UniversalQuestion), permission.requested and"
              + " permission.resolved (UniversalPermission). Unset means native.");
  static final Query EVENT =
      Query.text("cursor", 20, "Sends what is newer than this event id; 0 is all that is kept.");

  private static List<String> words(Enum<?>[] constants) {
    return Arrays.stream(constants).map(Wire::name).toList();
  }

  private Queries() {}
}

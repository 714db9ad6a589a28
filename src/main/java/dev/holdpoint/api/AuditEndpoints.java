package dev.holdpoint.api;

import static dev.holdpoint.api.endpoint.Endpoint.Access.ADMIN;
import static dev.holdpoint.api.endpoint.Endpoint.Access.INSPECT;
import static dev.holdpoint.api.endpoint.Endpoint.Access.OPEN;
import static dev.holdpoint.api.endpoint.Endpoint.Access.READ;
import static dev.holdpoint.api.endpoint.Endpoint.Idempotency.KEYED;
import static dev.holdpoint.api.endpoint.EndpointDraft.get;
import static dev.holdpoint.api.endpoint.EndpointDraft.post;
import static dev.holdpoint.api.endpoint.QueryParameters.CURSOR;
import static dev.holdpoint.api.endpoint.QueryParameters.LIMIT;
import static dev.holdpoint.api.endpoint.QueryParameters.PAGE;

import dev.holdpoint.api.audit.AuditBodies.AuditKeyView;
import dev.holdpoint.api.audit.AuditBodies.AuditLine;
import dev.holdpoint.api.audit.AuditBodies.AuditRecordView;
import dev.holdpoint.api.audit.AuditBodies.CheckpointView;
import dev.holdpoint.api.audit.AuditBodies.ExternalActionView;
import dev.holdpoint.api.audit.AuditBodies.PublishedKeys;
import dev.holdpoint.api.audit.ReceiptBodies.SignedReceipt;
import dev.holdpoint.api.endpoint.Endpoint;
import dev.holdpoint.api.endpoint.EndpointDraft;
import dev.holdpoint.api.json.Limits;
import java.util.List;

/** What was done outside, and the proof of it. */
final class AuditEndpoints {
  private static final String KEYS = "/v1/audit/keys";

  private static final Endpoint.Query CHECKPOINT_ORDER =
      Endpoint.Query.word(
          "order",
          List.of("oldest_first", "newest_first"),
          "The order of the checkpoints; oldest first when unset.");

  private static final Endpoint.Query RECORD_KIND =
      Endpoint.Query.word(
          "kind",
          List.of("admin", "decision", "effect", "permit"),
          "Only records of this kind; all four when unset.");
  private static final Endpoint.Query RECORD_TARGET =
      Endpoint.Query.text(
          "target", Limits.ID, "Only records with this target; token.* means all that begin so.");
  private static final Endpoint.Query RECORD_PRINCIPAL =
      Endpoint.Query.text("principal", Limits.ID, "Only what this principal did.");
  private static final Endpoint.Query SINCE =
      Endpoint.Query.integer(
          "since_ms", 0, Limits.TIME_MS, "Only records made at this time or later.");
  private static final Endpoint.Query UNTIL =
      Endpoint.Query.integer("until_ms", 0, Limits.TIME_MS, "Only records made before this time.");

  static final List<Endpoint> ALL =
      EndpointDraft.all(
          get(
                  "listExternalActions",
                  "/v1/runs/{run_id}/external-actions",
                  READ,
                  "Lists the external actions of the run, in the order of its chain")
              .lists(ExternalActionView.class, PAGE, CURSOR, LIMIT),
          get("listAuditKeys", KEYS, INSPECT, "Lists the keys that signed the ledger, oldest first")
              .lists(AuditKeyView.class),
          get(
                  "publishedKeys",
                  "/v1/keys.json",
                  OPEN,
                  "Publishes all keys that ever signed the ledger as a JWK set, newest first")
              .answers(PublishedKeys.class),
          get(
                  "getReceipt",
                  "/v1/approvals/{approval_id}/receipt",
                  READ,
                  "Returns the signed receipt of a decided approval")
              .answers(SignedReceipt.class)
              .orAs("application/jose"),
          post("rotateAuditKey", KEYS + "/rotate", ADMIN, KEYED, "Creates a new signing key")
              .answers(201, AuditKeyView.class),
          get(
                  "listCheckpoints",
                  "/v1/audit/checkpoints",
                  INSPECT,
                  "Lists the checkpoints of the ledger, oldest first")
              .lists(CheckpointView.class, CHECKPOINT_ORDER, PAGE, CURSOR, LIMIT),
          get(
                  "listAuditRecords",
                  "/v1/audit/records",
                  INSPECT,
                  "Lists records of the ledger with their evidence, newest first")
              .lists(
                  AuditRecordView.class,
                  RECORD_KIND,
                  RECORD_TARGET,
                  RECORD_PRINCIPAL,
                  SINCE,
                  UNTIL,
                  PAGE,
                  CURSOR,
                  LIMIT),
          get(
                  "exportAudit",
                  "/v1/audit/export",
                  INSPECT,
                  "Exports the whole ledger for verification elsewhere")
              .writesLines(AuditLine.class));

  private AuditEndpoints() {}
}

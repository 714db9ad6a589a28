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
import dev.holdpoint.api.audit.AuditBodies.CheckpointView;
import dev.holdpoint.api.audit.AuditBodies.ExternalActionView;
import dev.holdpoint.api.audit.AuditBodies.PublishedKeys;
import dev.holdpoint.api.endpoint.Endpoint;
import dev.holdpoint.api.endpoint.EndpointDraft;
import java.util.List;

/** What was done outside, and the proof of it. */
final class AuditEndpoints {
  private static final String KEYS = "/v1/audit/keys";

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
          post("rotateAuditKey", KEYS + "/rotate", ADMIN, KEYED, "Creates a new signing key")
              .answers(201, AuditKeyView.class),
          get(
                  "listCheckpoints",
                  "/v1/audit/checkpoints",
                  INSPECT,
                  "Lists the checkpoints of the ledger, oldest first")
              .lists(CheckpointView.class, PAGE, CURSOR, LIMIT),
          get(
                  "exportAudit",
                  "/v1/audit/export",
                  INSPECT,
                  "Exports the whole ledger for verification elsewhere")
              .writesLines(AuditLine.class));

  private AuditEndpoints() {}
}

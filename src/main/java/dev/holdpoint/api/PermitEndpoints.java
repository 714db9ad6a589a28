package dev.holdpoint.api;

import static dev.holdpoint.api.endpoint.Endpoint.Access.READ;
import static dev.holdpoint.api.endpoint.Endpoint.Access.WORK;
import static dev.holdpoint.api.endpoint.Endpoint.Idempotency.NATURAL;
import static dev.holdpoint.api.endpoint.EndpointDraft.get;
import static dev.holdpoint.api.endpoint.EndpointDraft.post;
import static dev.holdpoint.api.endpoint.QueryParameters.CURSOR;
import static dev.holdpoint.api.endpoint.QueryParameters.LIMIT;
import static dev.holdpoint.api.endpoint.QueryParameters.PAGE;
import static dev.holdpoint.api.endpoint.QueryParameters.SESSION;

import dev.holdpoint.api.endpoint.Endpoint;
import dev.holdpoint.api.endpoint.EndpointDraft;
import dev.holdpoint.api.json.Limits;
import dev.holdpoint.api.permit.PermitBodies.PermitResultRequest;
import dev.holdpoint.api.permit.PermitBodies.PermitView;
import dev.holdpoint.api.permit.PermitBodies.RedeemPermitRequest;
import dev.holdpoint.api.permit.PermitBodies.RevokePermitRequest;
import java.util.List;

/** The right to carry out an allowed call once. */
final class PermitEndpoints {
  private static final String PERMITS = "/v1/permits";
  private static final String PERMIT = PERMITS + "/{permit_id}";

  private static final Endpoint.Query STATE =
      Endpoint.Query.word(
          "state",
          List.of("ready", "started", "succeeded", "failed", "uncertain", "void"),
          "Only permits in this state.");
  private static final Endpoint.Query APPROVAL =
      Endpoint.Query.text("approval_id", Limits.ID, "Only the permit of this approval.");
  private static final Endpoint.Query WAIT =
      Endpoint.Query.integer(
          "wait_ms", 0, Limits.WAIT_MS, "How long to wait until it is settled or void.");

  static final List<Endpoint> ALL =
      EndpointDraft.all(
          get("getPermit", PERMIT, READ, "Returns a permit, and can wait for its result")
              .answers(PermitView.class, WAIT),
          get(
                  "listPermits",
                  PERMITS,
                  READ,
                  "Lists the permits that were redeemed or taken back, newest first")
              .lists(PermitView.class, SESSION, APPROVAL, STATE, PAGE, CURSOR, LIMIT),
          post(
                  "redeemPermit",
                  PERMIT + "/redeem",
                  WORK,
                  NATURAL,
                  "Redeems a permit, right before the call is carried out")
              .takes(RedeemPermitRequest.class, 200, PermitView.class),
          post(
                  "reportPermitResult",
                  PERMIT + "/result",
                  WORK,
                  NATURAL,
                  "Reports what became of a redeemed permit")
              .takes(PermitResultRequest.class, 200, PermitView.class),
          post(
                  "revokePermit",
                  PERMIT + "/revoke",
                  WORK,
                  NATURAL,
                  "Revokes a permit that nobody has redeemed")
              .mayTake(RevokePermitRequest.class, 200, PermitView.class));

  private PermitEndpoints() {}
}

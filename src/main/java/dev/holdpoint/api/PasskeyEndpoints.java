package dev.holdpoint.api;

import static dev.holdpoint.api.endpoint.Endpoint.Access.ADMIN;
import static dev.holdpoint.api.endpoint.Endpoint.Access.INSPECT;
import static dev.holdpoint.api.endpoint.Endpoint.Access.INVITED;
import static dev.holdpoint.api.endpoint.Endpoint.Access.OPEN;
import static dev.holdpoint.api.endpoint.Endpoint.Idempotency.ANEW;
import static dev.holdpoint.api.endpoint.Endpoint.Idempotency.KEYED;
import static dev.holdpoint.api.endpoint.Endpoint.Idempotency.NATURAL;
import static dev.holdpoint.api.endpoint.EndpointDraft.delete;
import static dev.holdpoint.api.endpoint.EndpointDraft.get;
import static dev.holdpoint.api.endpoint.EndpointDraft.patch;
import static dev.holdpoint.api.endpoint.EndpointDraft.post;
import static dev.holdpoint.api.endpoint.QueryParameters.CURSOR;
import static dev.holdpoint.api.endpoint.QueryParameters.LIMIT;
import static dev.holdpoint.api.endpoint.QueryParameters.PAGE;

import dev.holdpoint.api.access.PasskeyBodies.CreatedEnrollment;
import dev.holdpoint.api.access.PasskeyBodies.EnrollmentOffer;
import dev.holdpoint.api.access.PasskeyBodies.EnrollmentView;
import dev.holdpoint.api.access.PasskeyBodies.FindEnrollmentRequest;
import dev.holdpoint.api.access.PasskeyBodies.InviteApproverRequest;
import dev.holdpoint.api.access.PasskeyBodies.PasskeyChallenge;
import dev.holdpoint.api.access.PasskeyBodies.PasskeyView;
import dev.holdpoint.api.access.PasskeyBodies.RegisterPasskeyRequest;
import dev.holdpoint.api.access.PasskeyBodies.RenamePasskeyRequest;
import dev.holdpoint.api.endpoint.Endpoint;
import dev.holdpoint.api.endpoint.EndpointDraft;
import java.util.List;

/** Passkeys, and invitations to register one as an approver key. */
final class PasskeyEndpoints {
  private static final String PASSKEYS = "/v1/passkeys";
  private static final String PASSKEY = PASSKEYS + "/{key_id}";
  private static final String ENROLLMENTS = "/v1/tenants/{tenant_id}/approver-keys/enrollments";

  static final List<Endpoint> ALL =
      EndpointDraft.all(
          post(
                  "createPasskeyChallenge",
                  PASSKEYS + "/challenges",
                  OPEN,
                  ANEW,
                  "Returns a challenge for a passkey; nothing is stored")
              .answers(201, PasskeyChallenge.class),
          // A challenge is used up with it: sent twice, the second is refused.
          post(
                  "registerPasskey",
                  PASSKEYS,
                  INVITED,
                  ANEW,
                  "Registers a passkey of the caller, or by invitation an approver key")
              .takes(RegisterPasskeyRequest.class, 201, PasskeyView.class),
          get("listPasskeys", PASSKEYS, INSPECT, "Lists the caller's own passkeys")
              .withinTenants()
              .lists(PasskeyView.class),
          patch("renamePasskey", PASSKEY, INSPECT, "Renames a passkey; an admin any")
              .withinTenants()
              .takes(RenamePasskeyRequest.class, 200, PasskeyView.class),
          delete("removePasskey", PASSKEY, INSPECT, "Removes a passkey; an admin any")
              .withinTenants(),
          post(
                  "findEnrollment",
                  "/v1/enrollments/find",
                  OPEN,
                  NATURAL,
                  "Returns what an invitation is for, by its code")
              .takes(FindEnrollmentRequest.class, 200, EnrollmentOffer.class),
          post(
                  "inviteApprover",
                  ENROLLMENTS,
                  ADMIN,
                  KEYED,
                  "Creates a link by which one passkey becomes an approver key")
              .takes(InviteApproverRequest.class, 201, CreatedEnrollment.class),
          get("listEnrollments", ENROLLMENTS, ADMIN, "Lists the invitations, newest first")
              .lists(EnrollmentView.class, PAGE, CURSOR, LIMIT),
          delete(
              "revokeEnrollment",
              ENROLLMENTS + "/{enrollment_id}",
              ADMIN,
              "Revokes an invitation"));

  private PasskeyEndpoints() {}
}

package dev.holdpoint.api;

import static dev.holdpoint.api.endpoint.Endpoint.Access.DECIDE;
import static dev.holdpoint.api.endpoint.Endpoint.Access.READ;
import static dev.holdpoint.api.endpoint.Endpoint.Access.WORK;
import static dev.holdpoint.api.endpoint.Endpoint.Idempotency.KEYED;
import static dev.holdpoint.api.endpoint.Endpoint.Idempotency.NATURAL;
import static dev.holdpoint.api.endpoint.EndpointDraft.get;
import static dev.holdpoint.api.endpoint.EndpointDraft.post;

import dev.holdpoint.api.ambient.AmbientBodies.ApprovalResponse;
import dev.holdpoint.api.ambient.AmbientBodies.ChatAccepted;
import dev.holdpoint.api.ambient.AmbientBodies.ChatFrame;
import dev.holdpoint.api.ambient.AmbientBodies.ChatRequest;
import dev.holdpoint.api.ambient.AmbientBodies.ClarificationResponse;
import dev.holdpoint.api.ambient.AmbientBodies.PendingApprovals;
import dev.holdpoint.api.ambient.AmbientBodies.PendingClarificationOnly;
import dev.holdpoint.api.ambient.AmbientBodies.PendingClarifications;
import dev.holdpoint.api.ambient.AmbientBodies.RespondApprovalRequest;
import dev.holdpoint.api.ambient.AmbientBodies.RespondClarificationRequest;
import dev.holdpoint.api.endpoint.Endpoint;
import dev.holdpoint.api.endpoint.EndpointDraft;
import dev.holdpoint.api.json.Limits;
import java.util.List;

/** Prompts and a chat for a client that has one session on screen. */
final class AmbientEndpoints {
  private static final String APPROVAL = "/api/approval";
  private static final String CLARIFY = "/api/clarify";
  private static final Endpoint.Query SESSION =
      Endpoint.Query.text("session_id", Limits.SESSION_ID, "The session on screen.").needed();

  static final List<Endpoint> ALL =
      EndpointDraft.all(
          get("pendingApproval", APPROVAL + "/pending", READ, "Returns the approval to show now")
              .answers(PendingApprovals.class, SESSION),
          get(
                  "streamApprovals",
                  APPROVAL + "/stream",
                  READ,
                  "Streams the approval to show now (initial), then each new one, and the "
                      + "next one when one is settled (approval)")
              .streamsAs(PendingApprovals.class, SESSION),
          post("respondApproval", APPROVAL + "/respond", DECIDE, NATURAL, "Decides an approval")
              .sessionInBody()
              .takes(RespondApprovalRequest.class, 200, ApprovalResponse.class),
          get(
                  "pendingClarification",
                  CLARIFY + "/pending",
                  READ,
                  "Returns the question to show now")
              .answers(PendingClarificationOnly.class, SESSION),
          get(
                  "streamClarifications",
                  CLARIFY + "/stream",
                  READ,
                  "Streams the question to show now (initial), then each new one, and the "
                      + "next one when one is settled (clarify)")
              .streamsAs(PendingClarifications.class, SESSION),
          post("respondClarification", CLARIFY + "/respond", DECIDE, NATURAL, "Answers a question")
              .sessionInBody()
              .takes(RespondClarificationRequest.class, 200, ClarificationResponse.class),
          post("chat", "/api/chat", WORK, KEYED, "Sends a message to a session without waiting")
              .sessionInBody()
              .takes(ChatRequest.class, 202, ChatAccepted.class)
              .makesRun(),
          get(
                  "streamChat",
                  "/api/chat/stream",
                  READ,
                  "Streams the output of the session: delta, output, done, error; gap if "
                      + "some is missing")
              .streamsAs(ChatFrame.class, SESSION));

  private AmbientEndpoints() {}
}

package dev.holdpoint.api;

import static dev.holdpoint.api.endpoint.Endpoint.Access.DECIDE;
import static dev.holdpoint.api.endpoint.Endpoint.Idempotency.NATURAL;
import static dev.holdpoint.api.endpoint.EndpointDraft.post;

import dev.holdpoint.api.endpoint.Endpoint;
import dev.holdpoint.api.endpoint.EndpointDraft;
import dev.holdpoint.api.gate.PermissionReplyBodies.PermissionReplyRequest;
import dev.holdpoint.api.gate.PermissionReplyBodies.QuestionReplyRequest;
import java.util.List;

/** Replies of older clients to what the agent of a session asks. */
final class ReplyEndpoints {
  private static final String QUESTION = "/v1/sessions/{session_id}/questions/{question_id}";
  private static final String PERMISSION = "/v1/sessions/{session_id}/permissions/{permission_id}";

  static final List<Endpoint> ALL =
      EndpointDraft.all(
          post(
                  "replyQuestion",
                  QUESTION + "/reply",
                  DECIDE,
                  NATURAL,
                  "Answers a question with plain texts")
              .takesAndSaysNothing(QuestionReplyRequest.class),
          post("rejectQuestion", QUESTION + "/reject", DECIDE, NATURAL, "Rejects a question")
              .answers(204, null),
          post(
                  "replyPermission",
                  PERMISSION + "/reply",
                  DECIDE,
                  NATURAL,
                  "Allows or denies a permission")
              .takesAndSaysNothing(PermissionReplyRequest.class));

  private ReplyEndpoints() {}
}

package dev.holdpoint.api;

import static dev.holdpoint.api.endpoint.Endpoint.Access.DECIDE;
import static dev.holdpoint.api.endpoint.Endpoint.Access.INSPECT;
import static dev.holdpoint.api.endpoint.Endpoint.Access.READ;
import static dev.holdpoint.api.endpoint.Endpoint.Access.WORK;
import static dev.holdpoint.api.endpoint.Endpoint.Idempotency.KEYED;
import static dev.holdpoint.api.endpoint.EndpointDraft.delete;
import static dev.holdpoint.api.endpoint.EndpointDraft.get;
import static dev.holdpoint.api.endpoint.EndpointDraft.post;
import static dev.holdpoint.api.endpoint.QueryParameters.CREATED_AFTER;
import static dev.holdpoint.api.endpoint.QueryParameters.CREATED_BEFORE;
import static dev.holdpoint.api.endpoint.QueryParameters.CURSOR;
import static dev.holdpoint.api.endpoint.QueryParameters.GATE_CLAIMED;
import static dev.holdpoint.api.endpoint.QueryParameters.GATE_FOR;
import static dev.holdpoint.api.endpoint.QueryParameters.GATE_OUTCOME;
import static dev.holdpoint.api.endpoint.QueryParameters.GATE_SNOOZED;
import static dev.holdpoint.api.endpoint.QueryParameters.GATE_STATUS;
import static dev.holdpoint.api.endpoint.QueryParameters.GATE_UNSEEN;
import static dev.holdpoint.api.endpoint.QueryParameters.LIMIT;
import static dev.holdpoint.api.endpoint.QueryParameters.ORDER;
import static dev.holdpoint.api.endpoint.QueryParameters.PAGE;
import static dev.holdpoint.api.endpoint.QueryParameters.TIMEOUT;
import static dev.holdpoint.api.endpoint.QueryParameters.WAIT;

import dev.holdpoint.api.endpoint.Endpoint;
import dev.holdpoint.api.endpoint.EndpointDraft;
import dev.holdpoint.api.endpoint.QueryParameters;
import dev.holdpoint.api.gate.ApprovalBodies.ApprovalResolutionsRequest;
import dev.holdpoint.api.gate.ApprovalBodies.ApprovalRow;
import dev.holdpoint.api.gate.ManyBodies.ManyResolutionsRequest;
import dev.holdpoint.api.gate.ManyBodies.ManyResolved;
import dev.holdpoint.api.gate.PreviewBodies.ApprovalPreview;
import dev.holdpoint.api.gate.QuestionBodies.CancelQuestionRequest;
import dev.holdpoint.api.gate.QuestionBodies.PendingQuestionView;
import dev.holdpoint.api.gate.QuestionBodies.QuestionResolutionRequest;
import dev.holdpoint.api.gate.QuestionBodies.RaiseQuestionRequest;
import dev.holdpoint.api.gate.QuestionBodies.RaisedQuestion;
import dev.holdpoint.api.gate.RaiseBodies.RaiseApprovalRequest;
import dev.holdpoint.api.gate.RaiseBodies.RaisedApproval;
import dev.holdpoint.api.gate.TriageBodies.TriageRequest;
import dev.holdpoint.api.gate.TriageBodies.TriageView;
import dev.holdpoint.api.run.RunBodies.RunView;
import dev.holdpoint.api.session.SessionBodies.SessionView;
import java.util.List;
import java.util.stream.Stream;

/** Approvals and questions: raised, listed, resolved. */
final class GateEndpoints {
  private static final String SESSION = "/v1/sessions/{session_id}";
  private static final String RUN = "/v1/runs/{run_id}";
  private static final String GATE = "/v1/gates/{request_id}/triage";
  private static final String CANCEL = RUN + "/questions/{request_id}/cancel";

  private static final Endpoint.Query[] PART_OF_ALL = {
    GATE_STATUS,
    GATE_OUTCOME,
    GATE_FOR,
    GATE_CLAIMED,
    GATE_SNOOZED,
    GATE_UNSEEN,
    CREATED_AFTER,
    CREATED_BEFORE,
    ORDER,
    PAGE,
    CURSOR,
    LIMIT
  };

  private static final List<Endpoint> APPROVALS =
      EndpointDraft.all(
          post(
                  "resolveSessionApprovals",
                  SESSION + "/approvals",
                  DECIDE,
                  KEYED,
                  "Decides approvals and waits for the run")
              .takes(ApprovalResolutionsRequest.class, 200, SessionView.class)
              .with(TIMEOUT),
          post(
                  "resolveDetached",
                  SESSION + "/approval-runs",
                  DECIDE,
                  KEYED,
                  "Decides approvals without waiting")
              .takes(ApprovalResolutionsRequest.class, 202, RunView.class),
          post(
                  "resolveRunApprovals",
                  RUN + "/approvals",
                  DECIDE,
                  KEYED,
                  "Decides approvals of this run")
              .takes(ApprovalResolutionsRequest.class, 202, RunView.class),
          post(
                  "resolveApprovals",
                  "/v1/approvals/resolutions",
                  DECIDE,
                  KEYED,
                  "Decides approvals of any runs")
              .takes(ManyResolutionsRequest.class, 200, ManyResolved.class)
              .withinTenants(),
          post(
                  "raiseApproval",
                  SESSION + "/approval-requests",
                  WORK,
                  KEYED,
                  "Requests an approval from outside")
              .takes(RaiseApprovalRequest.class, 201, RaisedApproval.class)
              .makesRun(),
          get("listApprovals", "/v1/approvals", READ, "Lists approvals, pending ones oldest first")
              .lists(ApprovalRow.class, QueryParameters.SESSION)
              .with(PART_OF_ALL),
          get(
                  "getApproval",
                  "/v1/approvals/{approval_id}",
                  READ,
                  "Returns an approval, and can wait for its decision")
              .answers(ApprovalRow.class, WAIT)
              .orPlain(),
          delete(
                  "undoApproval",
                  "/v1/approvals/{approval_id}/held",
                  DECIDE,
                  "Takes a decision back that is held")
              .answers(200, ApprovalRow.class),
          get(
                  "listRevisions",
                  "/v1/approvals/{approval_id}/revisions",
                  READ,
                  "Lists the revisions of an approval, the first one first")
              .lists(ApprovalRow.class),
          get(
                  "previewApproval",
                  "/v1/approvals/{approval_id}/preview",
                  INSPECT,
                  "Returns what the files of a pending call would become")
              .answers(
                  ApprovalPreview.class,
                  Endpoint.Query.integer(
                      "context", 0, 50, "Number of lines around each change; 3 when unset.")));

  private static final List<Endpoint> QUESTIONS =
      EndpointDraft.all(
          post(
                  "resolveSessionQuestion",
                  SESSION + "/questions",
                  DECIDE,
                  KEYED,
                  "Answers questions and waits for the run")
              .takes(QuestionResolutionRequest.class, 200, SessionView.class)
              .with(TIMEOUT),
          post(
                  "resolveRunQuestion",
                  RUN + "/questions",
                  DECIDE,
                  KEYED,
                  "Answers questions of this run")
              .takes(QuestionResolutionRequest.class, 202, RunView.class),
          post("cancelQuestion", CANCEL, DECIDE, KEYED, "Cancels a pending question")
              .mayTake(CancelQuestionRequest.class, 200, RunView.class),
          post(
                  "raiseQuestion",
                  SESSION + "/question-requests",
                  WORK,
                  KEYED,
                  "Asks a question from outside")
              .takes(RaiseQuestionRequest.class, 201, RaisedQuestion.class)
              .makesRun(),
          get("listQuestions", "/v1/questions", READ, "Lists questions, pending ones oldest first")
              .lists(PendingQuestionView.class, QueryParameters.SESSION)
              .with(PART_OF_ALL),
          get(
                  "listSessionQuestions",
                  SESSION + "/questions",
                  READ,
                  "Lists the questions of one session")
              .lists(PendingQuestionView.class)
              .with(PART_OF_ALL),
          get(
                  "getQuestion",
                  "/v1/questions/{question_id}",
                  READ,
                  "Returns a question, and can wait for its answer")
              .answers(PendingQuestionView.class, WAIT)
              .orPlain());

  private static final List<Endpoint> TRIAGE =
      EndpointDraft.all(
          post(
                  "triageGate",
                  GATE,
                  DECIDE,
                  KEYED,
                  "Looks at, claims, snoozes or discusses an approval or a question")
              .takes(TriageRequest.class, 200, TriageView.class),
          get(
                  "getTriage",
                  GATE,
                  INSPECT,
                  "Returns what people did about an approval or a question, with the log")
              .answers(TriageView.class, CURSOR, LIMIT));

  static final List<Endpoint> ALL =
      Stream.of(APPROVALS, QUESTIONS, InboxEndpoints.ALL, TRIAGE).flatMap(List::stream).toList();

  private GateEndpoints() {}
}

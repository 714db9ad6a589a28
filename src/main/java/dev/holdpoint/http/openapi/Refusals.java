package dev.holdpoint.http.openapi;

import dev.holdpoint.api.ambient.AmbientBodies.ChatRequest;
import dev.holdpoint.api.ambient.AmbientBodies.RespondApprovalRequest;
import dev.holdpoint.api.ambient.AmbientBodies.RespondClarificationRequest;
import dev.holdpoint.api.endpoint.Endpoint;
import dev.holdpoint.api.endpoint.Endpoint.Access;
import dev.holdpoint.api.endpoint.Endpoint.Form;
import dev.holdpoint.api.endpoint.Endpoint.Idempotency;
import dev.holdpoint.api.endpoint.Endpoint.Method;
import dev.holdpoint.api.gate.ApprovalBodies.ApprovalResolutionsRequest;
import dev.holdpoint.api.gate.ManyBodies.ManyResolutionsRequest;
import dev.holdpoint.api.gate.QuestionBodies.CancelQuestionRequest;
import dev.holdpoint.api.gate.QuestionBodies.QuestionResolutionRequest;
import dev.holdpoint.api.gate.QuestionBodies.RaiseQuestionRequest;
import dev.holdpoint.api.gate.RaiseBodies.RaiseApprovalRequest;
import dev.holdpoint.api.session.DefaultsBodies.SetPersonaRequest;
import dev.holdpoint.api.session.DefaultsBodies.SetRoutePolicyRequest;
import dev.holdpoint.api.session.InputBodies.SubmitInputRequest;
import dev.holdpoint.api.session.SessionBodies.CreateSessionRequest;
import dev.holdpoint.core.problem.Kind;
import dev.holdpoint.core.problem.Problem;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which problems an endpoint may answer with: by what it takes, by its path, by its body. */
final class Refusals {
  /** Of a decision that whoever waits for it would not hear. */
  private static final Set<Problem> UNHEARD =
      Set.of(Problem.GATEWAY_RUN_UNAVAILABLE, Problem.RELAY_FAILED);

  private static final Map<String, Problem> UNKNOWN =
      Map.ofEntries(
          Map.entry("session_id", Problem.SESSION_NOT_FOUND),
          Map.entry("run_id", Problem.RUN_NOT_FOUND),
          Map.entry("thread_id", Problem.SESSION_NOT_FOUND),
          Map.entry("approval_id", Problem.APPROVAL_NOT_FOUND),
          Map.entry("permit_id", Problem.PERMIT_NOT_FOUND),
          Map.entry("question_id", Problem.QUESTION_NOT_FOUND),
          Map.entry("permission_id", Problem.APPROVAL_NOT_FOUND),
          Map.entry("persona_id", Problem.PERSONA_NOT_FOUND),
          Map.entry("asset_id", Problem.ASSET_NOT_FOUND),
          Map.entry("board_id", Problem.BOARD_NOT_FOUND),
          Map.entry("revision_id", Problem.BOARD_REVISION_NOT_FOUND),
          Map.entry("delivery_id", Problem.DELIVERY_NOT_FOUND),
          Map.entry("notification_id", Problem.NOTIFICATION_NOT_FOUND),
          Map.entry("rule_id", Problem.PERMISSION_RULE_NOT_FOUND),
          Map.entry("tenant_id", Problem.TENANT_NOT_FOUND),
          Map.entry("group_id", Problem.GROUP_NOT_FOUND),
          Map.entry("policy_id", Problem.POLICY_NOT_FOUND),
          Map.entry("token_id", Problem.TOKEN_NOT_FOUND),
          Map.entry("program", Problem.API_ROUTE_NOT_FOUND),
          Map.entry("enrollment_id", Problem.ENROLLMENT_NOT_FOUND),
          Map.entry("web_session_id", Problem.WEB_SESSION_NOT_FOUND),
          Map.entry("conversation_id", Problem.CONVERSATION_NOT_FOUND),
          Map.entry("server_id", Problem.ACP_SERVER_NOT_FOUND),
          Map.entry("agent_id", Problem.AGENT_NOT_FOUND),
          Map.entry("mcp_server", Problem.MCP_SERVER_NOT_FOUND),
          Map.entry("node", Problem.NODE_NOT_FOUND),
          Map.entry("alias", Problem.SECRET_NOT_FOUND),
          Map.entry("learning_id", Problem.LEARNING_NOT_FOUND),
          Map.entry("schedule_id", Problem.SCHEDULE_NOT_FOUND),
          Map.entry("observation_id", Problem.OBSERVATION_NOT_FOUND),
          Map.entry("channel_id", Problem.CHANNEL_NOT_FOUND),
          Map.entry("project_id", Problem.PROJECT_NOT_FOUND),
          Map.entry("task_id", Problem.TASK_NOT_FOUND),
          Map.entry("artifact_id", Problem.RUN_DEBUG_ARTIFACT_NOT_FOUND),
          // One that is not pending on the run is a mismatch.
          Map.entry("request_id", Problem.RUN_NOT_FOUND),
          Map.entry("slug", Problem.API_ROUTE_NOT_FOUND));

  static Set<Problem> of(Endpoint endpoint) {
    Set<Problem> problems =
        EnumSet.of(
            Problem.FOREIGN_HOST,
            Problem.INVALID_REQUEST,
            Problem.INTERNAL_ERROR,
            Problem.UNAVAILABLE);
    if (endpoint.access() != Access.OPEN) {
      problems.addAll(List.of(Problem.UNAUTHORIZED, Problem.FORBIDDEN, Problem.RATE_LIMITED));
      if (endpoint.method() != Method.GET) {
        problems.add(Problem.CSRF_REQUIRED);
      }
    }
    if (endpoint.access() == Access.INTEGRATION) {
      problems.add(Problem.INSUFFICIENT_SCOPE);
    }
    if (endpoint.method() != Method.GET) {
      // A body is read wherever one may be sent, also where none is taken.
      problems.addAll(
          List.of(
              Problem.FOREIGN_ORIGIN,
              Problem.STORAGE_FULL,
              Problem.MALFORMED_JSON,
              Problem.PAYLOAD_TOO_LARGE,
              Problem.UNSUPPORTED_MEDIA_TYPE));
    }
    if (endpoint.takes("limit")) {
      problems.addAll(List.of(Problem.INVALID_LIMIT, Problem.INVALID_CURSOR));
    }
    if (endpoint.form() == Form.STREAM
        && endpoint.method() == Method.GET
        && !endpoint.query().isEmpty()) {
      problems.add(Problem.INVALID_EVENT_CURSOR);
    }
    if (endpoint.idempotency() == Idempotency.KEYED) {
      problems.addAll(List.of(Problem.IDEMPOTENCY_CONFLICT, Problem.INVALID_IDEMPOTENCY_KEY));
    }
    endpoint.pathParameters().forEach(it -> problems.add(unknown(it, endpoint.path())));
    // Of what is another's the callers of one tenant, or one token, are told that it is not there.
    for (Endpoint.Query query : endpoint.query()) {
      switch (query.name()) {
        case "session_id", "run_id", "project_id" ->
            problems.add(unknown(query.name(), endpoint.path()));
        case "scope_id" -> problems.add(Problem.SESSION_NOT_FOUND);
        default -> {}
      }
    }
    problems.addAll(ofBody(endpoint.request()));
    problems.addAll(ofOperation(endpoint.id()));
    return problems;
  }

  private static Problem unknown(String parameter, String path) {
    if (parameter.equals("request_id") && path.startsWith("/v1/gates/")) {
      return Problem.GATE_NOT_FOUND;
    }
    if (parameter.equals("key_id")) {
      if (path.startsWith("/v1/passkeys/")) {
        return Problem.PASSKEY_NOT_FOUND;
      }
      return path.contains("/service-keys/")
          ? Problem.SERVICE_KEY_NOT_FOUND
          : Problem.APPROVER_KEY_NOT_FOUND;
    }
    Problem unknown = UNKNOWN.get(parameter);
    if (unknown == null) {
      throw new IllegalStateException("what is refused when {" + parameter + "} is unknown?");
    }
    return unknown;
  }

  private static Set<Problem> ofBody(@Nullable Class<?> request) {
    if (request == ApprovalResolutionsRequest.class || request == ManyResolutionsRequest.class) {
      return ofDecisions("approvals", Problem.PERMISSION_RULE_LIMIT);
    }
    if (request == QuestionResolutionRequest.class) {
      return ofDecisions("questions");
    }
    if (request == CancelQuestionRequest.class) {
      return EnumSet.of(
          Problem.QUESTION_REQUEST_MISMATCH,
          Problem.QUESTION_STATE_CONFLICT,
          Problem.QUESTION_EXPIRED,
          Problem.QUESTION_RESOLUTION_CONFLICT);
    }
    if (request == SubmitInputRequest.class) {
      return EnumSet.of(
          Problem.INVALID_INPUT,
          Problem.SESSION_CONFLICT,
          Problem.BINDING_KEY_CONFLICT,
          Problem.SESSION_BUSY,
          Problem.ROUTE_NOT_FOUND,
          Problem.ROUTE_NOT_READY);
    }
    if (request == CreateSessionRequest.class) {
      return EnumSet.of(
          Problem.INVALID_SESSION_ID, Problem.SESSION_CONFLICT, Problem.PERSONA_NOT_FOUND);
    }
    if (request == SetPersonaRequest.class) {
      return EnumSet.of(Problem.PERSONA_NOT_FOUND);
    }
    if (request == SetRoutePolicyRequest.class) {
      return EnumSet.of(Problem.ROUTE_NOT_FOUND);
    }
    if (request == RaiseApprovalRequest.class || request == RaiseQuestionRequest.class) {
      return EnumSet.of(Problem.SESSION_CONFLICT);
    }
    if (request == ChatRequest.class) {
      return EnumSet.of(
          Problem.SESSION_NOT_FOUND,
          Problem.SESSION_CONFLICT,
          Problem.SESSION_BUSY,
          Problem.ROUTE_NOT_FOUND,
          Problem.ROUTE_NOT_READY);
    }
    if (request == RespondApprovalRequest.class) {
      return EnumSet.of(
          Problem.SESSION_NOT_FOUND,
          Problem.PROMPT_STALE,
          Problem.APPROVAL_ID_REQUIRED,
          Problem.APPROVAL_INVALID_RESOLUTION,
          Problem.APPROVAL_DIGEST_REQUIRED,
          Problem.APPROVAL_REVISION_CONFLICT,
          Problem.APPROVAL_NOT_ELIGIBLE,
          Problem.PERMISSION_RULE_LIMIT,
          Problem.GATEWAY_RUN_UNAVAILABLE,
          Problem.RELAY_FAILED);
    }
    if (request == RespondClarificationRequest.class) {
      return EnumSet.of(
          Problem.SESSION_NOT_FOUND,
          Problem.PROMPT_STALE,
          Problem.CLARIFY_ID_REQUIRED,
          Problem.QUESTION_REVISION_CONFLICT,
          Problem.QUESTION_NOT_ELIGIBLE,
          Problem.QUESTION_SINGLE_SELECT_VIOLATION,
          Problem.QUESTION_DUPLICATE_OPTION,
          Problem.QUESTION_ANSWER_EMPTY,
          Problem.GATEWAY_RUN_UNAVAILABLE,
          Problem.RELAY_FAILED);
    }
    return Set.of();
  }

  /** A decision's own domain, and an agent that cannot be reached. */
  private static Set<Problem> ofDecisions(String domain, Problem... more) {
    Set<Problem> problems = ofDomain(domain);
    problems.addAll(List.of(more));
    problems.addAll(UNHEARD);
    return problems;
  }

  private static Set<Problem> ofOperation(String id) {
    return switch (id) {
      // Made by an earlier call with the same key, and removed since.
      case "createPersona" -> EnumSet.of(Problem.PERSONA_CONFLICT, Problem.PERSONA_NOT_FOUND);
      case "createLearning" -> EnumSet.of(Problem.LEARNING_NOT_FOUND);
      case "raiseApproval" ->
          EnumSet.of(Problem.APPROVAL_NOT_REVISABLE, Problem.PRECONDITION_UNMET);
      case "resolveApprovals" -> EnumSet.of(Problem.APPROVAL_NOT_FOUND);
      case "undoApproval" -> EnumSet.of(Problem.APPROVAL_NOT_HELD, Problem.APPROVAL_STATE_CONFLICT);
      case "triageGate" -> {
        Set<Problem> problems = ofDomain("gates");
        problems.add(Problem.TENANT_SUSPENDED);
        yield problems;
      }
      case "redeemPermit" ->
          EnumSet.of(
              Problem.PERMIT_INVALID,
              Problem.TENANT_SUSPENDED,
              Problem.PERMIT_DIGEST_MISMATCH,
              Problem.PERMIT_VOID,
              Problem.STALE_WORLD,
              Problem.PERMIT_REDEEMED,
              Problem.PERMIT_NOT_REDEEMABLE);
      case "reportPermitResult" ->
          EnumSet.of(
              Problem.PERMIT_INVALID,
              Problem.PERMIT_SETTLED,
              Problem.PERMIT_NOT_REDEEMED,
              Problem.PERMIT_NOT_REDEEMABLE);
      case "revokePermit" -> EnumSet.of(Problem.PERMIT_REDEEMED, Problem.PERMIT_NOT_REDEEMABLE);
      case "removeSession" -> EnumSet.of(Problem.SESSION_CONFLICT);
      // All else is told as an event of the stream.
      case "runAgent" ->
          EnumSet.of(
              Problem.SESSION_NOT_FOUND,
              Problem.ROUTE_NOT_FOUND,
              Problem.APPROVAL_SIGNATURE_REQUIRED,
              Problem.APPROVAL_SIGNATURE_INVALID,
              Problem.APPROVAL_DIGEST_REQUIRED,
              Problem.RELAY_FAILED);
      case "replyQuestion", "rejectQuestion" -> ofDecisions("questions");
      case "replyPermission" -> ofDecisions("approvals", Problem.PERMISSION_RULE_LIMIT);
      case "endSession" -> EnumSet.of(Problem.SESSION_NOT_IDLE);
      case "createNotification" ->
          EnumSet.of(Problem.NOTIFICATION_LIMIT, Problem.NOTIFICATION_NOT_FOUND);
      case "createPermissionRule" ->
          EnumSet.of(Problem.PERMISSION_RULE_LIMIT, Problem.INVALID_PERMISSION_RULE);
      case "previewPermissionRule" ->
          EnumSet.of(Problem.PERMISSION_RULE_NOT_FOUND, Problem.INVALID_PERMISSION_RULE);
      case "createTenant" ->
          EnumSet.of(Problem.INVALID_TENANT, Problem.NAME_CONFLICT, Problem.EXTERNAL_ID_CONFLICT);
      case "removeTenant" -> EnumSet.of(Problem.INVALID_TENANT, Problem.RESOURCE_IN_USE);
      case "suspendTenant", "resumeTenant", "putApprovalPolicy" ->
          EnumSet.of(Problem.INVALID_TENANT);
      case "listPeople" -> EnumSet.of(Problem.TENANT_NOT_FOUND);
      case "createGroup" ->
          EnumSet.of(
              Problem.INVALID_GROUP,
              Problem.GROUP_CONFLICT,
              Problem.GROUP_LIMIT,
              Problem.GROUP_NOT_FOUND);
      case "changeGroup" ->
          EnumSet.of(Problem.INVALID_GROUP, Problem.GROUP_CONFLICT, Problem.GROUP_IN_USE);
      case "changeGroupMembers" -> EnumSet.of(Problem.INVALID_GROUP);
      case "removeGroup" -> EnumSet.of(Problem.GROUP_IN_USE);
      case "createPolicy" ->
          EnumSet.of(
              Problem.INVALID_POLICY,
              Problem.POLICY_CONFLICT,
              Problem.POLICY_LIMIT,
              Problem.POLICY_NOT_FOUND);
      case "previewPolicy" -> EnumSet.of(Problem.INVALID_POLICY, Problem.POLICY_NOT_FOUND);
      case "replacePolicy" -> EnumSet.of(Problem.INVALID_POLICY, Problem.POLICY_CONFLICT);
      case "createServiceKey" -> EnumSet.of(Problem.INVALID_TENANT, Problem.ANSWER_NOT_REPEATABLE);
      case "createSignInLink" -> EnumSet.of(Problem.ANSWER_NOT_REPEATABLE);
      case "createApproverKey" -> EnumSet.of(Problem.INVALID_TENANT, Problem.NAME_CONFLICT);
      case "changeToken" -> EnumSet.of(Problem.NAME_CONFLICT);
      case "createToken" -> EnumSet.of(Problem.NAME_CONFLICT, Problem.ANSWER_NOT_REPEATABLE);
      case "retireApproverKey" -> EnumSet.of(Problem.INVALID_TENANT);
      case "signIn" ->
          EnumSet.of(
              Problem.UNAUTHORIZED,
              Problem.FORBIDDEN,
              Problem.RATE_LIMITED,
              Problem.PASSKEY_UNAVAILABLE);
      case "createPasskeyChallenge" -> EnumSet.of(Problem.PASSKEY_UNAVAILABLE);
      case "registerPasskey" ->
          EnumSet.of(
              Problem.UNAUTHORIZED,
              Problem.FORBIDDEN,
              Problem.CSRF_REQUIRED,
              Problem.PASSKEY_REFUSED,
              Problem.PASSKEY_UNAVAILABLE,
              Problem.ENROLLMENT_NOT_FOUND,
              Problem.TENANT_NOT_FOUND,
              Problem.RATE_LIMITED);
      case "findEnrollment" -> EnumSet.of(Problem.ENROLLMENT_NOT_FOUND, Problem.RATE_LIMITED);
      case "inviteApprover" ->
          EnumSet.of(Problem.INVALID_TENANT, Problem.NAME_CONFLICT, Problem.ANSWER_NOT_REPEATABLE);
      case "signOut" -> EnumSet.of(Problem.WEB_SESSION_NOT_FOUND);
      case "replayDelivery" -> EnumSet.of(Problem.DELIVERY_NOT_DEAD_LETTERED);
      case "rotateVaultKey" -> EnumSet.of(Problem.VAULT_KEY_ELSEWHERE, Problem.VAULT_DAMAGED);
      case "drainNode", "resumeNode" -> EnumSet.of(Problem.NODE_GONE, Problem.NODE_ALONE);
      case "testAgent" -> EnumSet.of(Problem.AGENT_TEST_RUNNING, Problem.AGENT_FAILED);
      case "makeBackup" -> EnumSet.of(Problem.BACKUP_RUNNING, Problem.BACKUP_NOT_SUPPORTED);
      case "getRunDebugArtifact" -> EnumSet.of(Problem.RUN_DEBUG_NOT_FOUND);
      case "pruneRuns" -> EnumSet.of(Problem.RUN_RETENTION_INVALID_REQUEST);
      case "sendAcpMessage" ->
          EnumSet.of(
              Problem.AGENT_NOT_FOUND,
              Problem.AGENT_FAILED,
              Problem.ACP_AGENT_CONFLICT,
              Problem.ACP_REQUEST_NOT_PENDING,
              Problem.APPROVAL_NOT_ELIGIBLE,
              Problem.QUESTION_NOT_ELIGIBLE);
      case "claudePreToolUse",
          "claudePermissionRequest",
          "hookPreToolUse",
          "hookPermissionRequest" ->
          EnumSet.of(
              Problem.INVALID_SESSION_ID,
              Problem.SESSION_NOT_FOUND,
              Problem.SESSION_CONFLICT,
              Problem.IDEMPOTENCY_CONFLICT);
      case "cancelRun" -> EnumSet.of(Problem.RUN_STATE_CONFLICT);
      default -> ofHosts(id);
    };
  }

  private static Set<Problem> ofHosts(String id) {
    return switch (id) {
      case "approveApproval", "denyApproval" ->
          EnumSet.of(
              Problem.TENANT_SUSPENDED,
              Problem.APPROVAL_EXPIRED,
              Problem.APPROVAL_SIGNATURE_INVALID,
              Problem.APPROVAL_NOT_ELIGIBLE,
              Problem.APPROVAL_DIGEST_REQUIRED,
              Problem.APPROVAL_REVISION_CONFLICT,
              Problem.RATE_LIMITED);
      case "listTenantApprovals" ->
          EnumSet.of(
              Problem.TENANT_NOT_FOUND, Problem.CONVERSATION_NOT_FOUND, Problem.CROSS_TENANT);
      case "createConversation" ->
          EnumSet.of(
              Problem.TENANT_NOT_FOUND, Problem.TENANT_SUSPENDED, Problem.EXTERNAL_ID_CONFLICT);
      case "sendMessage" ->
          EnumSet.of(Problem.TENANT_SUSPENDED, Problem.CONVERSATION_ARCHIVED, Problem.SESSION_BUSY);
      case "putConversationSecrets", "removeConversationSecret" ->
          EnumSet.of(Problem.TENANT_SUSPENDED, Problem.CONVERSATION_ARCHIVED);
      case "archiveConversation" -> EnumSet.of(Problem.TENANT_SUSPENDED);
      default -> PlanRefusals.of(id);
    };
  }

  /**
   * Every decision on a gate can meet every conflict of gates, but the gate is never in the path.
   */
  private static Set<Problem> ofDomain(String domain) {
    Set<Problem> problems = EnumSet.noneOf(Problem.class);
    for (Problem problem : Problem.values()) {
      if (problem.domain().equals(domain)
          && problem.kind() != Kind.NOT_FOUND
          && problem != Problem.RECEIPT_NOT_READY
          && problem != Problem.STALE_WORLD) {
        problems.add(problem);
      }
    }
    return problems;
  }

  private Refusals() {}
}

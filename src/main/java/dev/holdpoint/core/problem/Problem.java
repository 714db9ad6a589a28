package dev.holdpoint.core.problem;

import static dev.holdpoint.core.problem.Kind.*;

import java.util.Locale;

/**
 * Every way in which Holdpoint says no, a line each. The code on the wire is the name in lower
 * case.
 */
public enum Problem {
  SESSION_NOT_FOUND("sessions", NOT_FOUND, "No such session"),
  SESSION_BUSY("sessions", CONFLICT, "The session has work in progress"),
  SESSION_NOT_IDLE("sessions", CONFLICT, "The session is not idle"),
  SESSION_CONFLICT("sessions", CONFLICT, "The session cannot accept this request"),
  INVALID_SESSION_ID("sessions", INVALID, "Invalid session id"),

  RUN_NOT_FOUND("runs", NOT_FOUND, "No such run"),
  RUN_STATE_CONFLICT("runs", CONFLICT, "Not possible in the run's state"),
  RUN_FAILED("runs", CONFLICT, "The run ended without an answer"),
  RUN_DEBUG_NOT_FOUND("runs", NOT_FOUND, "No debug bundle for this run"),
  RUN_DEBUG_ARTIFACT_NOT_FOUND("runs", NOT_FOUND, "No such debug artifact"),
  RUN_RETENTION_INVALID_REQUEST("runs", INVALID, "Invalid age or limit"),
  INVALID_INPUT("runs", INVALID, "Invalid input"),

  APPROVAL_NOT_FOUND("approvals", NOT_FOUND, "No such approval"),
  APPROVAL_BATCH_EMPTY("approvals", INVALID, "The batch has no resolutions"),
  APPROVAL_DUPLICATE_RESOLUTION("approvals", INVALID, "Duplicate approval in the batch"),
  APPROVAL_REQUEST_NOT_PENDING("approvals", INVALID, "The approval is not pending on this run"),
  APPROVAL_INVALID_RESOLUTION("approvals", INVALID, "Invalid resolution"),
  APPROVAL_STATE_CONFLICT("approvals", CONFLICT, "The run is not waiting for an approval"),
  APPROVAL_HELD("approvals", CONFLICT, "Another decision is about to take effect"),
  APPROVAL_NOT_HELD("approvals", CONFLICT, "No decision is held"),
  APPROVAL_EXPIRED("approvals", CONFLICT, "The approval expired before the decision arrived"),
  APPROVAL_NOT_REVISABLE("approvals", CONFLICT, "The approval cannot be revised"),
  APPROVAL_NOT_ELIGIBLE("approvals", Kind.FORBIDDEN, "The approval waits for other people"),
  STALE_WORLD("approvals", CONFLICT, "What the approval depends on has changed"),
  APPROVAL_REVISION_CONFLICT("approvals", CONFLICT, "The request changed after it was shown"),
  APPROVAL_DIGEST_REQUIRED("approvals", INVALID, "The digest of what is allowed is required"),
  APPROVAL_SIGNATURE_REQUIRED("approvals", Kind.FORBIDDEN, "A signed assertion is required"),
  APPROVAL_SIGNATURE_INVALID("approvals", Kind.FORBIDDEN, "Invalid assertion"),
  PRECONDITION_UNMET("approvals", INVALID, "A precondition cannot be depended on"),
  APPROVAL_DENIED("approvals", CONFLICT, "The approval was denied"),
  RECEIPT_NOT_FOUND("approvals", NOT_FOUND, "The approval has no receipt"),
  RECEIPT_NOT_READY("approvals", CONFLICT, "The approval is not decided yet"),

  PERMIT_NOT_FOUND("permits", NOT_FOUND, "No such permit"),
  PERMIT_INVALID("permits", Kind.FORBIDDEN, "The permit is not valid"),
  PERMIT_DIGEST_MISMATCH("permits", CONFLICT, "The permit is for a different call"),
  PERMIT_REDEEMED("permits", CONFLICT, "The permit was redeemed"),
  PERMIT_VOID("permits", CONFLICT, "The permit is void"),
  PERMIT_SETTLED("permits", CONFLICT, "The permit has a different result"),
  PERMIT_NOT_REDEEMED("permits", CONFLICT, "The permit was not redeemed"),
  PERMIT_NOT_REDEEMABLE("permits", CONFLICT, "The call runs without a redemption"),

  QUESTION_NOT_ELIGIBLE("questions", Kind.FORBIDDEN, "The question is for other people"),
  QUESTION_NOT_FOUND("questions", NOT_FOUND, "No such question"),
  QUESTION_REQUEST_MISMATCH("questions", INVALID, "The question is not pending on this run"),
  QUESTION_OPTION_NOT_FOUND("questions", INVALID, "The question has no such option"),
  QUESTION_ANSWER_MISSING("questions", INVALID, "A question has no answer"),
  QUESTION_DUPLICATE_ANSWER("questions", INVALID, "Duplicate answer to a question"),
  QUESTION_DUPLICATE_OPTION("questions", INVALID, "Duplicate option in an answer"),
  QUESTION_DECLINED_WITH_ANSWERS("questions", INVALID, "A declined resolution has answers"),
  QUESTION_SINGLE_SELECT_VIOLATION("questions", INVALID, "Only one option may be selected"),
  QUESTION_ANSWER_EMPTY("questions", INVALID, "An answer has neither an option nor text"),
  QUESTION_UNKNOWN_ANSWER("questions", INVALID, "An answer is for a question that was not asked"),
  QUESTION_ANSWER_INVALID("questions", INVALID, "An answer does not match the form"),
  QUESTION_STATE_CONFLICT("questions", CONFLICT, "The run is not waiting for a question"),
  QUESTION_EXPIRED("questions", CONFLICT, "The question expired before the answer arrived"),
  QUESTION_REVISION_CONFLICT("questions", CONFLICT, "The question changed after it was shown"),
  QUESTION_RESOLUTION_CONFLICT("questions", CONFLICT, "The question has a different resolution"),

  GATE_NOT_FOUND("gates", NOT_FOUND, "No such approval or question"),
  GATE_SETTLED("gates", CONFLICT, "The approval or question is no longer pending"),
  GATE_CLAIMED("gates", CONFLICT, "Another person has claimed it"),
  GATE_DEADLINE_FIXED("gates", CONFLICT, "The deadline was set by the asker"),
  GATE_LOG_FULL("gates", CONFLICT, "The log is full"),

  PROMPT_STALE("prompts", CONFLICT, "The prompt is no longer pending in this session"),
  APPROVAL_ID_REQUIRED("prompts", CONFLICT, "approval_id is required"),
  CLARIFY_ID_REQUIRED("prompts", CONFLICT, "clarify_id is required"),

  GATEWAY_RUN_UNAVAILABLE("agents", CONFLICT, "The agent of this run is not available"),
  RELAY_FAILED("agents", Kind.BAD_GATEWAY, "The agent's node does not respond"),
  AGENT_NOT_FOUND("agents", NOT_FOUND, "No such agent is configured"),
  AGENT_FAILED("agents", Kind.BAD_GATEWAY, "The agent failed"),
  AGENT_TEST_RUNNING("agents", CONFLICT, "The agent is being tested"),
  ACP_SERVER_NOT_FOUND("agents", NOT_FOUND, "No such ACP server"),
  MCP_SERVER_NOT_FOUND("agents", NOT_FOUND, "No such MCP server is configured"),
  ACP_AGENT_CONFLICT("agents", CONFLICT, "The ACP server runs a different agent"),
  ACP_REQUEST_NOT_PENDING("agents", CONFLICT, "The agent is not waiting for this response"),

  IDEMPOTENCY_CONFLICT(
      "idempotency", CONFLICT, "The idempotency key was used for a different request"),
  ANSWER_NOT_REPEATABLE("idempotency", CONFLICT, "The answer cannot be repeated"),
  INVALID_IDEMPOTENCY_KEY("idempotency", INVALID, "Invalid idempotency key"),

  INVALID_LIMIT("pagination", INVALID, "Invalid limit"),
  INVALID_CURSOR("pagination", INVALID, "Invalid cursor"),
  INVALID_EVENT_CURSOR("events", INVALID, "Invalid event id"),

  ROUTE_NOT_FOUND("routes", INVALID, "No such model route"),
  ROUTE_NOT_READY("routes", INVALID, "The model route is not ready"),

  DELIVERY_NOT_FOUND("deliveries", NOT_FOUND, "No such delivery"),
  DELIVERY_NOT_DEAD_LETTERED("deliveries", CONFLICT, "The delivery is not in the dead letters"),
  NOTIFICATION_NOT_FOUND("notifications", NOT_FOUND, "No such notification"),
  NOTIFICATION_LIMIT("notifications", CONFLICT, "Too many notifications"),

  PERMISSION_RULE_NOT_FOUND("permissions", NOT_FOUND, "No such permission rule"),
  PERMISSION_RULE_LIMIT("permissions", CONFLICT, "Too many permission rules"),
  INVALID_PERMISSION_RULE("permissions", INVALID, "Invalid permission rule"),

  GROUP_NOT_FOUND("groups", NOT_FOUND, "No such group"),
  GROUP_CONFLICT("groups", CONFLICT, "The group cannot be written like this"),
  GROUP_IN_USE("groups", CONFLICT, "A policy names the group"),
  GROUP_LIMIT("groups", CONFLICT, "Too many groups"),
  INVALID_GROUP("groups", INVALID, "Invalid group"),
  POLICY_NOT_FOUND("policies", NOT_FOUND, "No such approval policy"),
  POLICY_CONFLICT("policies", CONFLICT, "The policy cannot be written like this"),
  POLICY_LIMIT("policies", CONFLICT, "Too many approval policies"),
  INVALID_POLICY("policies", INVALID, "Invalid approval policy"),

  PERSONA_NOT_FOUND("personas", NOT_FOUND, "No such persona"),
  PERSONA_CONFLICT("personas", CONFLICT, "The persona exists already"),
  LEARNING_NOT_FOUND("learnings", NOT_FOUND, "No such learning"),
  ASSET_NOT_FOUND("assets", NOT_FOUND, "No such asset"),
  BOARD_NOT_FOUND("boards", NOT_FOUND, "No such board"),
  BOARD_REVISION_NOT_FOUND("boards", NOT_FOUND, "The board has no such revision"),
  BINDING_KEY_CONFLICT("sessions", CONFLICT, "The binding key belongs to another session"),

  SCHEDULE_NOT_FOUND("schedules", NOT_FOUND, "No such schedule"),
  OBSERVATION_NOT_FOUND("observations", NOT_FOUND, "No such observation"),
  CHANNEL_NOT_FOUND("channels", NOT_FOUND, "No such channel"),
  CHANNEL_CONFLICT("channels", CONFLICT, "A different channel has this id"),
  INVALID_CHANNEL_ID("channels", INVALID, "Invalid channel id"),
  PROJECT_NOT_FOUND("projects", NOT_FOUND, "No such project"),
  PROJECT_CONFLICT("projects", CONFLICT, "A different project has this id"),
  INVALID_PROJECT_ID("projects", INVALID, "Invalid project id"),
  TASK_NOT_FOUND("projects", NOT_FOUND, "No such task"),

  TENANT_NOT_FOUND("tenants", NOT_FOUND, "No such tenant"),
  SERVICE_KEY_NOT_FOUND("tenants", NOT_FOUND, "The tenant has no such service key"),
  APPROVER_KEY_NOT_FOUND("tenants", NOT_FOUND, "The tenant has no such approver key"),
  NAME_CONFLICT("tenants", CONFLICT, "Name conflict"),
  RESOURCE_IN_USE("tenants", CONFLICT, "Resource in use"),
  INVALID_TENANT("tenants", INVALID, "Invalid tenant or key"),

  NODE_NOT_FOUND("nodes", NOT_FOUND, "No such node"),
  NODE_GONE("nodes", CONFLICT, "The node is gone"),
  NODE_ALONE("nodes", CONFLICT, "The daemon has no other nodes"),

  BACKUP_RUNNING("backups", CONFLICT, "Another backup is in progress"),
  BACKUP_NOT_SUPPORTED("backups", CONFLICT, "Back up this ledger with the database's own tools"),

  TENANT_SUSPENDED("tenants", Kind.FORBIDDEN, "Tenant suspended"),
  EXTERNAL_ID_CONFLICT("tenants", CONFLICT, "External id conflict"),
  CROSS_TENANT("tenants", CONFLICT, "The resource belongs to another tenant"),
  CONVERSATION_NOT_FOUND("conversations", NOT_FOUND, "No such conversation"),
  CONVERSATION_ARCHIVED("conversations", CONFLICT, "The conversation is archived"),
  SECRET_NOT_FOUND("secrets", NOT_FOUND, "No such secret"),

  INSUFFICIENT_SCOPE("auth", Kind.FORBIDDEN, "The key or token lacks the scope"),
  VAULT_DAMAGED("vault", CONFLICT, "Some secrets cannot be decrypted"),
  VAULT_KEY_ELSEWHERE("vault", CONFLICT, "The vault key is managed outside the daemon"),

  UNAUTHORIZED("auth", Kind.UNAUTHORIZED, "A valid token is required"),
  FORBIDDEN("auth", Kind.FORBIDDEN, "This token has no access to the endpoint"),
  CSRF_REQUIRED("auth", Kind.FORBIDDEN, "The CSRF token is missing or wrong"),
  TOKEN_NOT_FOUND("auth", NOT_FOUND, "No such token"),
  WEB_SESSION_NOT_FOUND("auth", NOT_FOUND, "No such web session"),
  PASSKEY_REFUSED("auth", INVALID, "The passkey does not hold"),
  PASSKEY_UNAVAILABLE("auth", CONFLICT, "Passkeys do not work at this address"),
  PASSKEY_NOT_FOUND("auth", NOT_FOUND, "No such passkey"),
  ENROLLMENT_NOT_FOUND("auth", NOT_FOUND, "No such invitation"),
  FOREIGN_HOST("auth", MISDIRECTED, "The Host header names a different server"),
  FOREIGN_ORIGIN("auth", Kind.FORBIDDEN, "Cross-site changes are not allowed"),

  API_ROUTE_NOT_FOUND("api", "route_not_found", NOT_FOUND, "No such endpoint"),
  METHOD_NOT_ALLOWED("api", Kind.METHOD_NOT_ALLOWED, "Method not allowed"),
  PAYLOAD_TOO_LARGE("api", TOO_LARGE, "The body is too large"),
  UNSUPPORTED_MEDIA_TYPE("api", Kind.UNSUPPORTED_MEDIA_TYPE, "The body must be application/json"),
  HEADERS_TOO_LARGE("api", Kind.HEADERS_TOO_LARGE, "The request line or headers are too large"),
  MALFORMED_JSON("api", INVALID, "The body is not valid JSON"),
  INVALID_REQUEST("api", INVALID, "The request is not valid"),
  RATE_LIMITED("api", Kind.RATE_LIMITED, "Too many requests"),
  INTERNAL_ERROR("api", INTERNAL, "Internal error"),
  UNAVAILABLE("api", Kind.UNAVAILABLE, "The daemon is unavailable"),
  STORAGE_FULL("api", Kind.STORAGE_FULL, "The disk is full");

  private final String domain;
  private final String code;
  private final Kind kind;
  private final String title;

  Problem(String domain, Kind kind, String title) {
    this.domain = domain;
    this.code = name().toLowerCase(Locale.ROOT);
    this.kind = kind;
    this.title = title;
  }

  /** For the one code that two domains share. */
  Problem(String domain, String code, Kind kind, String title) {
    this.domain = domain;
    this.code = code;
    this.kind = kind;
    this.title = title;
  }

  public String domain() {
    return domain;
  }

  public String code() {
    return code;
  }

  public Kind kind() {
    return kind;
  }

  public String title() {
    return title;
  }

  /** A refusal with this problem; {@code detail} tells the caller what to do next. */
  public Refusal because(String detail) {
    return Refusal.of(this, detail);
  }
}

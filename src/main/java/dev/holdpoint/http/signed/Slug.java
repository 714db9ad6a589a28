package dev.holdpoint.http.signed;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * The types of problems on this surface, a line each for what it means and what to do. Clients
 * match on the slug, so none is ever renamed.
 */
enum Slug {
  INSUFFICIENT_SCOPE(
      403,
      "Insufficient scope",
      "The key or token is missing, unknown, expired or revoked (401), lacks "
          + "the scope for this call, or has no access to another user's data (403).",
      "Send a valid sk_int_ service key or platform JWT that has the scope named in the detail; ask"
          + " an admin for one."),
  TENANT_SUSPENDED(
      403,
      "Tenant suspended",
      "The tenant, or a tenant above it, is suspended: its data can be read but not changed.",
      "Wait until an admin resumes the tenant, and send the same request again."),
  APPROVAL_SIGNATURE_INVALID(
      403,
      "Approval signature invalid",
      "The signed assertion did not verify: wrong key, tenant, algorithm, approval, decision or"
          + " value, or its exp has passed. The approval is still pending.",
      "Ask the approver to sign this approval and this decision again, with an "
          + "exp a few minutes ahead."),
  APPROVAL_NOT_ELIGIBLE(
      403,
      "Approval not eligible",
      "The assertion verified, and its principal is not among the people whom the approval waits"
          + " for. The approval is still pending, and the decision was not recorded.",
      "Let one of the people in the detail sign. waits_for of the approval names them."),
  NOT_FOUND(
      404,
      "Not found",
      "The resource does not exist, was removed, or is not accessible with this key.",
      "Check the id. GET /integration/self shows the tenant that the key belongs to."),
  NAME_CONFLICT(
      409,
      "Name conflict",
      "The name is taken.",
      "Use the resource in conflicting_resource_id, or choose another name."),
  EXTERNAL_ID_CONFLICT(
      409,
      "External ID conflict",
      "The external_id is taken.",
      "Use the resource in conflicting_resource_id, or choose another external_id."),
  RESOURCE_IN_USE(
      409,
      "Resource in use",
      "Another resource still depends on the one to be removed.",
      "Remove the resource in conflicting_resource_id first."),
  CROSS_TENANT(
      409,
      "Cross-tenant reference",
      "Two resources in the request belong to different tenants.",
      "Use resources of one tenant."),
  CONVERSATION_ARCHIVED(
      409,
      "Conversation archived",
      "The conversation is archived and read-only.",
      "Start another conversation."),
  APPROVAL_EXPIRED(
      409,
      "Approval expired",
      "The approval is no longer pending: it was already decided, or its deadline has passed.",
      "GET the approval to see how it ended."),
  APPROVAL_DENIED(
      409,
      "Approval denied",
      "An approver denied a request of this message, and the message has ended.",
      "Send another message if there is an alternative."),
  IDEMPOTENCY_KEY_CONFLICT(
      409,
      "Idempotency key conflict",
      "The Idempotency-Key was used for a different request in the last 24 hours.",
      "Use a new key for a new request, or repeat the first request exactly."),
  RUN_FAILED(
      409,
      "Message failed",
      "The message ended without an answer: it was cancelled or interrupted, or its model or a"
          + " tool failed.",
      "GET the messages of the conversation to see its content, and send another one."),
  CONFLICT(
      409,
      "Conflict",
      "The state of the resource does not allow this.",
      "Read it again and act on its current state."),
  VALIDATION_ERROR(
      422,
      "Validation error",
      "The request can be parsed but is not valid. errors lists each field and its fault.",
      "Correct the fields in errors and send the request again. Nothing was changed."),
  ROLE_REQUIRED(
      422,
      "Role required",
      "Defined in the registry for hosts. This daemon has no roles here and never sends it.",
      "Nothing."),
  BAD_REQUEST(
      400,
      "Bad request",
      "The request cannot be parsed: invalid JSON, a duplicate member, or "
          + "parameters that exclude each other.",
      "Correct the fault in the detail and send the request again."),
  RATE_LIMITED(
      429,
      "Rate limited",
      "Too many requests, or too many assertions that could not be verified.",
      "Wait for the time in Retry-After. A valid assertion is never refused for this reason."),
  CAPACITY_EXHAUSTED(
      503,
      "Capacity exhausted",
      "The daemon is unavailable: its queue is full, the database does not "
          + "respond, the disk is full, or it is stopping.",
      "Retry later with the same Idempotency-Key."),
  METHOD_NOT_ALLOWED(
      405,
      "Method not allowed",
      "The path exists but does not support this method.",
      "Use one of the methods in the Allow header."),
  PAYLOAD_TOO_LARGE(413, "Payload too large", "The body is too large.", "Send a smaller body."),
  UNSUPPORTED_MEDIA_TYPE(
      415,
      "Unsupported media type",
      "The body is not declared as JSON, or it is compressed.",
      "Send Content-Type: application/json and no Content-Encoding."),
  HEADERS_TOO_LARGE(
      431,
      "Headers too large",
      "The request line or the headers are too large.",
      "Send a shorter request line and fewer headers."),
  MISDIRECTED_REQUEST(
      421,
      "Misdirected request",
      "The Host header names a different server.",
      "Use the address that the daemon listens on, or add the name to allowed_hosts."),
  INTERNAL_ERROR(
      500,
      "Internal error",
      "The daemon had an internal error.",
      "Report it with the request_id. The daemon's log has the details.");

  private final int status;
  private final String title;
  private final String meaning;
  private final String remedy;

  Slug(int status, String title, String meaning, String remedy) {
    this.status = status;
    this.title = title;
    this.meaning = meaning;
    this.remedy = remedy;
  }

  String wire() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** With which status it is told, but for a caller who is not known at all. */
  int status() {
    return status;
  }

  String title() {
    return title;
  }

  String meaning() {
    return meaning;
  }

  String remedy() {
    return remedy;
  }

  static Optional<Slug> of(String wire) {
    return Arrays.stream(values()).filter(slug -> slug.wire().equals(wire)).findFirst();
  }
}

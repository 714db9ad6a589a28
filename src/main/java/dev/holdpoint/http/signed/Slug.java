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
      "The key or token is missing, unknown, expired or revoked (401), lacks the scope for this"
          + " call, or reaches beyond its user (403).",
      "Send a valid sk_int_ service key or platform JWT that has the scope named in the detail; ask"
          + " an admin for one."),
  TENANT_SUSPENDED(
      403,
      "Tenant suspended",
      "The tenant, or one above it, is suspended: what it has can be read, nothing can be written.",
      "Wait until an admin resumes the tenant, and send the same request again."),
  APPROVAL_SIGNATURE_INVALID(
      403,
      "Approval signature invalid",
      "The signed assertion did not verify: wrong key, tenant, algorithm, approval, decision or"
          + " value, or its exp has passed. The approval is still pending.",
      "Let the approver sign this approval and this decision anew, with an exp a few minutes ahead."),
  NOT_FOUND(
      404,
      "Not found",
      "There is no such thing, it was removed, or it is not within the reach of this key.",
      "Check the id, and GET /integration/self for the tenant that the key belongs to."),
  NAME_CONFLICT(
      409,
      "Name conflict",
      "The name is taken.",
      "Fetch what conflicting_resource_id names and go on with it, or choose another name."),
  EXTERNAL_ID_CONFLICT(
      409,
      "External ID conflict",
      "The external_id is taken.",
      "Fetch what conflicting_resource_id names and go on with it, or choose another external_id."),
  RESOURCE_IN_USE(
      409,
      "Resource in use",
      "Something still depends on what was to be removed.",
      "Remove what conflicting_resource_id names first."),
  CROSS_TENANT(
      409,
      "Cross-tenant reference",
      "Two things that were named together belong to different tenants.",
      "Name things of one tenant."),
  CONVERSATION_ARCHIVED(
      409,
      "Conversation archived",
      "The conversation is archived: it can be read, and takes nothing new.",
      "Begin another conversation."),
  APPROVAL_EXPIRED(
      409,
      "Approval expired",
      "The approval is no longer pending: it was decided before, or its deadline has passed.",
      "GET the approval to see how it ended."),
  APPROVAL_DENIED(
      409,
      "Approval denied",
      "An approver denied what the message needed, and the message has ended.",
      "Send another message if there is another way."),
  IDEMPOTENCY_KEY_CONFLICT(
      409,
      "Idempotency key conflict",
      "The Idempotency-Key was used for another request in the last 24 hours.",
      "Use a new key for a new request, or repeat the first request exactly."),
  RUN_FAILED(
      409,
      "Message failed",
      "The message ended without an answer: it was cancelled or interrupted, or its model or a"
          + " tool failed.",
      "GET the messages of the conversation to see what was said, and send another one."),
  CONFLICT(
      409,
      "Conflict",
      "The state of what was named does not allow this.",
      "Look at it again and act on what it is now."),
  VALIDATION_ERROR(
      422,
      "Validation error",
      "The request can be read and makes no sense; errors names each place and what is wrong there.",
      "Correct what errors lists and send the request again; nothing was changed."),
  ROLE_REQUIRED(
      422,
      "Role required",
      "Part of the registry that hosts know. There are no roles here, and it is never sent.",
      "Nothing."),
  BAD_REQUEST(
      400,
      "Bad request",
      "The request cannot be read: no valid JSON, a member twice, or parameters that exclude each"
          + " other.",
      "Mend what the detail names and send the request again."),
  RATE_LIMITED(
      429,
      "Rate limited",
      "Too many requests; for decisions, too many assertions that did not verify.",
      "Wait as long as Retry-After says. A valid assertion is never refused for this reason."),
  CAPACITY_EXHAUSTED(
      503,
      "Capacity exhausted",
      "The daemon cannot take this now: too much waits, the database does not answer, the disk is"
          + " full, or it is stopping.",
      "Retry a little later, with the same Idempotency-Key."),
  METHOD_NOT_ALLOWED(
      405,
      "Method not allowed",
      "The path exists and does not take this method.",
      "Use one of the methods in the Allow header."),
  PAYLOAD_TOO_LARGE(413, "Payload too large", "The body is too large.", "Send a smaller one."),
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
      "The Host header names another server.",
      "Use the address that the daemon listens on, or add the name to allowed_hosts."),
  INTERNAL_ERROR(
      500,
      "Internal error",
      "Something went wrong in the daemon.",
      "Report it with the request_id; the daemon's log tells more.");

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

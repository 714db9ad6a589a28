package dev.holdpoint.http.signed;

import dev.holdpoint.api.json.Fault;
import dev.holdpoint.api.json.Wire;
import dev.holdpoint.api.signed.SignedBodies.SignedProblem;
import dev.holdpoint.api.signed.SignedBodies.SignedResolution;
import dev.holdpoint.api.status.GateOutcome;
import dev.holdpoint.core.problem.Kind;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refusal;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.http.server.HandWritten;
import dev.holdpoint.http.server.ProblemStyle;
import dev.holdpoint.http.server.RequestIds;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Refusals as hosts know them: {@code application/problem+json} whose type is the address of a page
 * that explains it.
 */
public final class SignedStyle implements ProblemStyle {
  static final String CONTENT_TYPE = "application/problem+json";
  private static final String PAGES = "/problems/";

  private final Supplier<String> base;

  /**
   * @param base where people reach the daemon, known once it listens
   */
  public SignedStyle(Supplier<String> base) {
    this.base = base;
  }

  @Override
  public String contentType() {
    return CONTENT_TYPE;
  }

  @Override
  public int status(Refusal refusal) {
    return refusal.problem().kind() == Kind.UNAUTHORIZED ? 401 : slug(refusal).status();
  }

  /** The statuses with which a problem is told: where it names places that are wrong, or none. */
  public static Set<Integer> statuses(Problem problem) {
    if (problem.kind() == Kind.UNAUTHORIZED) {
      return Set.of(401);
    }
    Refusal bare = problem.because("");
    return new TreeSet<>(List.of(slug(bare).status(), slug(bare.at("", "")).status()));
  }

  @Override
  public int status(Kind kind) {
    return kind == Kind.UNAUTHORIZED ? 401 : of(kind).status();
  }

  @Override
  public byte[] render(Refusal refusal, String requestId) {
    SignedProblem told = problem(refusal, requestId);
    HandWritten body =
        new HandWritten()
            .put("type", told.type())
            .put("title", told.title())
            .put("status", told.status())
            .put("detail", told.detail())
            .putIfSet("instance", told.instance())
            .put("request_id", requestId)
            .put("domain", told.domain())
            .put("code", told.code())
            .putIfSet("conflicting_resource_id", told.conflictingResourceId());
    SignedResolution resolution = told.resolution();
    if (resolution != null) {
      body.put(
          "resolution",
          new HandWritten()
              .put("by", resolution.by())
              .put("at", resolution.at())
              .put("outcome", Wire.name(resolution.outcome()))
              .putIfSet("successor_id", resolution.successorId())
              .putIfSet("late_answer", resolution.lateAnswer()));
    }
    if (refusal.current() != null) {
      body.put("current", refusal.current());
    }
    return body.errors(refusal.faults()).bytes();
  }

  /** The same inside something else. */
  SignedProblem problem(Refusal refusal, @Nullable String requestId) {
    Problem problem = refusal.problem();
    Slug slug = slug(refusal);
    boolean unknown = problem.kind() == Kind.UNAUTHORIZED;
    List<Fault> errors =
        refusal.faults().stream().map(f -> new Fault(f.pointer(), f.message())).toList();
    return new SignedProblem(
        address(slug),
        unknown ? "Unauthorized" : slug.title(),
        status(refusal),
        unknown ? "Provide a valid sk_int_ service key or platform JWT." : detail(refusal),
        RequestIds.instance(status(refusal), requestId),
        requestId,
        problem.domain(),
        problem.code(),
        refusal.conflictingResourceId(),
        resolution(refusal),
        refusal.current() == null ? null : JsonTree.of(refusal.current()),
        errors.isEmpty() ? null : errors);
  }

  private static String detail(Refusal refusal) {
    SignedResolution before = resolution(refusal);
    return before == null
        ? refusal.detail()
        : "%s: %s by %s at %s. %s"
            .formatted(
                isDecided(before.outcome())
                    ? "It was already decided"
                    : "It ended without a decision",
                Wire.name(before.outcome()).replace('_', ' '),
                before.by(),
                before.at(),
                refusal.detail());
  }

  private static boolean isDecided(GateOutcome outcome) {
    return switch (outcome) {
      case EXPIRED, WITHDRAWN, CANCELLED, SUPERSEDED -> false;
      case ALLOWED, DENIED, CHANGES_REQUESTED, ASKED_BACK, RESPONDED, ANSWERED, DECLINED -> true;
    };
  }

  private static @Nullable SignedResolution resolution(Refusal refusal) {
    Refusal.Settlement before = refusal.settlement();
    return before == null
        ? null
        : new SignedResolution(
            before.by(),
            Views.time(before.atMs()),
            GateOutcome.valueOf(before.outcome().toUpperCase(Locale.ROOT)),
            before.successorId(),
            before.lateAnswer());
  }

  String address(Slug slug) {
    return base.get() + PAGES + slug.wire();
  }

  /** What is wrong with the body is told by its places; without any, the request is beyond that. */
  static Slug slug(Refusal refusal) {
    return switch (refusal.problem()) {
      case TENANT_SUSPENDED -> Slug.TENANT_SUSPENDED;
      case APPROVAL_SIGNATURE_INVALID, APPROVAL_SIGNATURE_REQUIRED ->
          Slug.APPROVAL_SIGNATURE_INVALID;
      case APPROVAL_NOT_ELIGIBLE -> Slug.APPROVAL_NOT_ELIGIBLE;
      case APPROVAL_EXPIRED, APPROVAL_STATE_CONFLICT, APPROVAL_REQUEST_NOT_PENDING ->
          Slug.APPROVAL_EXPIRED;
      case APPROVAL_DENIED -> Slug.APPROVAL_DENIED;
      case NAME_CONFLICT -> Slug.NAME_CONFLICT;
      case EXTERNAL_ID_CONFLICT -> Slug.EXTERNAL_ID_CONFLICT;
      case RESOURCE_IN_USE -> Slug.RESOURCE_IN_USE;
      case CROSS_TENANT -> Slug.CROSS_TENANT;
      case CONVERSATION_ARCHIVED -> Slug.CONVERSATION_ARCHIVED;
      case IDEMPOTENCY_CONFLICT -> Slug.IDEMPOTENCY_KEY_CONFLICT;
      case RUN_FAILED -> Slug.RUN_FAILED;
      case SESSION_BUSY -> Slug.CAPACITY_EXHAUSTED;
      case MALFORMED_JSON -> Slug.BAD_REQUEST;
      case INVALID_REQUEST -> refusal.faults().isEmpty() ? Slug.BAD_REQUEST : Slug.VALIDATION_ERROR;
      default -> of(refusal.problem().kind());
    };
  }

  private static Slug of(Kind kind) {
    return switch (kind) {
      case INVALID -> Slug.VALIDATION_ERROR;
      case UNAUTHORIZED, FORBIDDEN -> Slug.INSUFFICIENT_SCOPE;
      case NOT_FOUND -> Slug.NOT_FOUND;
      case METHOD_NOT_ALLOWED -> Slug.METHOD_NOT_ALLOWED;
      case CONFLICT -> Slug.CONFLICT;
      case TOO_LARGE -> Slug.PAYLOAD_TOO_LARGE;
      case UNSUPPORTED_MEDIA_TYPE -> Slug.UNSUPPORTED_MEDIA_TYPE;
      case HEADERS_TOO_LARGE -> Slug.HEADERS_TOO_LARGE;
      case MISDIRECTED -> Slug.MISDIRECTED_REQUEST;
      case RATE_LIMITED -> Slug.RATE_LIMITED;
      case INTERNAL -> Slug.INTERNAL_ERROR;
      case BAD_GATEWAY, UNAVAILABLE, STORAGE_FULL -> Slug.CAPACITY_EXHAUSTED;
    };
  }
}

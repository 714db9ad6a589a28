package dev.holdpoint.http.server;

import dev.holdpoint.core.problem.Kind;
import dev.holdpoint.core.problem.Refusal;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * How a surface tells a refusal. What is written here is the last thing that still works: it must
 * not fail, whatever the refusal says.
 */
public interface ProblemStyle {
  /** {@code application/problem+json}. */
  ProblemStyle NATIVE =
      new ProblemStyle() {
        @Override
        public String contentType() {
          return ProblemJson.CONTENT_TYPE;
        }

        @Override
        public byte[] render(Refusal refusal, String requestId) {
          return ProblemJson.of(refusal, status(refusal.problem().kind()), requestId);
        }
      };

  String contentType();

  byte[] render(Refusal refusal, String requestId);

  /**
   * How it is told to whoever sends such headers; a surface may speak several versions of its own
   * protocol.
   */
  default ProblemStyle toward(Function<String, @Nullable String> header) {
    return this;
  }

  /** A surface may tell the same kind of refusal in more than one way. */
  default int status(Refusal refusal) {
    return status(refusal.problem().kind());
  }

  default int status(Kind kind) {
    return switch (kind) {
      case INVALID -> 400;
      case UNAUTHORIZED -> 401;
      case FORBIDDEN -> 403;
      case NOT_FOUND -> 404;
      case METHOD_NOT_ALLOWED -> 405;
      case CONFLICT -> 409;
      case TOO_LARGE -> 413;
      case UNSUPPORTED_MEDIA_TYPE -> 415;
      case MISDIRECTED -> 421;
      case RATE_LIMITED -> 429;
      case HEADERS_TOO_LARGE -> 431;
      case INTERNAL -> 500;
      case BAD_GATEWAY -> 502;
      case UNAVAILABLE -> 503;
      case STORAGE_FULL -> 507;
    };
  }
}

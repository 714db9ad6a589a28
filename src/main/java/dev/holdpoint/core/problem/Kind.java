package dev.holdpoint.core.problem;

/** What sort of refusal a problem is. The HTTP side maps it to a status, in one switch. */
public enum Kind {
  INVALID,
  UNAUTHORIZED,
  FORBIDDEN,
  NOT_FOUND,
  METHOD_NOT_ALLOWED,
  CONFLICT,
  TOO_LARGE,
  UNSUPPORTED_MEDIA_TYPE,
  HEADERS_TOO_LARGE,
  MISDIRECTED,
  RATE_LIMITED,
  INTERNAL,
  /** Somebody whom the daemon had to ask has failed it. */
  BAD_GATEWAY,
  UNAVAILABLE,
  STORAGE_FULL
}

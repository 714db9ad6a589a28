package dev.holdpoint.cli;

import dev.holdpoint.client.http.CallFailed;

/** What a command tells the script that called it. */
public final class ExitCode {
  public static final int OK = 0;
  public static final int FAILED = 1;
  public static final int BAD_REQUEST = 2;
  public static final int UNREACHABLE = 3;
  public static final int NO_ACCESS = 4;
  public static final int NOT_FOUND = 5;
  public static final int CONFLICT = 6;
  public static final int RETRY_LATER = 7;

  /** What was looked at is not well: of the doctor, and of a backup that holds damage. */
  public static final int UNWELL = 8;

  /** Only of {@code audit verify}: the export is not what was signed. */
  public static final int NOT_PROVEN = 9;

  /** Of {@code rules test} and {@code policies test}: people decided otherwise. */
  public static final int OTHERWISE = 10;

  /** Only of a start: the ledger has lost something, or is gone; nothing was changed. */
  public static final int DAMAGED = 70;

  /** For the help of every command that calls a daemon. */
  public static final String TABLE =
      "Exit codes: 0 success, 1 failed, 2 invalid usage or request, 3 daemon "
          + "not reachable, 4 no access, 5 not found, 6 conflict, 7 try again later";

  private ExitCode() {}

  public static int of(CallFailed failure) {
    if (failure.settlement().isPresent()) {
      // Somebody was faster: what was sent is right, and comes too late.
      return CONFLICT;
    }
    return switch (failure.kind()) {
      case NO_ANSWER -> UNREACHABLE;
      case UNREADABLE -> FAILED;
      case REFUSED ->
          switch (failure.status()) {
            case 400, 405, 413, 415, 421, 422, 431 -> BAD_REQUEST;
            case 401, 403 -> NO_ACCESS;
            case 404 -> NOT_FOUND;
            case 409 -> CONFLICT;
            case 429, 502, 503, 507 -> RETRY_LATER;
            default -> FAILED;
          };
    };
  }
}

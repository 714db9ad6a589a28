package dev.holdpoint.client.http;

import dev.holdpoint.api.json.Fault;
import dev.holdpoint.api.problem.ProblemBodies.ProblemBody;
import dev.holdpoint.api.problem.ProblemBodies.Settlement;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A call that did not do what was asked. The message is one line that says what to do. */
public final class CallFailed extends Exception {
  private final Kind kind;
  private final int status;
  private final String code;
  private final transient @Nullable ProblemBody problem;
  private final boolean stale;

  /** How far the call came. */
  public enum Kind {
    /** Nobody answered: no daemon there, or the connection was lost. */
    NO_ANSWER,
    /** The daemon said no. */
    REFUSED,
    /** Something answered that is no Holdpoint, or one that this client does not understand. */
    UNREADABLE
  }

  private CallFailed(
      Kind kind,
      int status,
      String code,
      String message,
      @Nullable ProblemBody problem,
      @Nullable Throwable cause) {
    this(kind, status, code, message, problem, false, cause);
  }

  private CallFailed(
      Kind kind,
      int status,
      String code,
      String message,
      @Nullable ProblemBody problem,
      boolean stale,
      @Nullable Throwable cause) {
    super(message, cause);
    this.kind = kind;
    this.status = status;
    this.code = code;
    this.problem = problem;
    this.stale = stale;
  }

  static CallFailed noAnswer(String message, Throwable cause) {
    return new CallFailed(Kind.NO_ANSWER, 0, "no_answer", message, null, cause);
  }

  /** As the daemon said it, in an answer of its own or among the results of many. */
  public static CallFailed refused(ProblemBody problem) {
    String code = problem.domain() + "/" + problem.code();
    String message = problem.detail() + " (" + problem.status() + " " + code + ")";
    return new CallFailed(Kind.REFUSED, problem.status(), code, message, problem, null);
  }

  static CallFailed refused(int status, AmbientRefusal refusal) {
    boolean stale = Boolean.TRUE.equals(refusal.stale());
    String code = refusal.code() != null ? refusal.code() : stale ? "stale" : "refused";
    String message = refusal.error() + " (" + status + " " + code + ")";
    return new CallFailed(Kind.REFUSED, status, code, message, null, stale, null);
  }

  /** Tells where the token is from: whoever has several does not know which one was taken. */
  static CallFailed unauthorized(DaemonAddress daemon, @Nullable ProblemBody problem) {
    String message =
        daemon.token() == null
            ? "The daemon requires a token, and none was found: " + daemon.tokenOrigin()
            : "The daemon rejected the token from " + daemon.tokenOrigin();
    return new CallFailed(Kind.REFUSED, 401, "auth/unauthorized", message, problem, null);
  }

  public static CallFailed unreadable(int status, String message, @Nullable Throwable cause) {
    return new CallFailed(Kind.UNREADABLE, status, "unreadable_answer", message, null, cause);
  }

  public Kind kind() {
    return kind;
  }

  /** The HTTP status; 0 when nobody answered. */
  public int status() {
    return status;
  }

  /**
   * {@code domain/code} of the problem; {@code no_answer} or {@code unreadable_answer} else. The
   * ambient surface has no domains: its codes stand alone.
   */
  public String code() {
    return code;
  }

  /** Whether an answer came for what is no longer asked: its card is to go. */
  public boolean stale() {
    return stale;
  }

  /** What the daemon sent, when it said why. */
  public Optional<ProblemBody> problem() {
    return Optional.ofNullable(problem);
  }

  /** Who decided before, when and what. */
  public Optional<Settlement> settlement() {
    return problem().map(ProblemBody::resolution);
  }

  /** The places of the body that were wrong. */
  public List<Fault> errors() {
    List<Fault> errors = problem == null ? null : problem.errors();
    return errors == null ? List.of() : errors;
  }
}

package dev.holdpoint.client.http;

import dev.holdpoint.api.problem.ProblemBodies.ProblemBody;

/**
 * Makes what comes with a secret that is shown once. If the answer is lost on the way, nobody knows
 * the secret: what was made is taken back, and made anew.
 */
public final class ShownOnce {
  private static final int ATTEMPTS = 3;
  private static final String NOT_REPEATABLE = "idempotency/answer_not_repeatable";

  private ShownOnce() {}

  /** Takes back what was made and never shown. */
  @FunctionalInterface
  public interface TakeBack {
    void accept(String id) throws CallFailed;
  }

  public static <T> T post(
      Connection connection, RequestPath path, Object body, Class<T> type, TakeBack takeBack)
      throws CallFailed {
    for (int attempt = 1; ; attempt++) {
      try {
        return connection.postKeyed(path, body, null, type);
      } catch (CallFailed e) {
        String unseen = e.problem().map(ProblemBody::conflictingResourceId).orElse(null);
        if (!e.code().equals(NOT_REPEATABLE) || unseen == null || attempt == ATTEMPTS) {
          throw e;
        }
        takeBack.accept(unseen);
      }
    }
  }
}

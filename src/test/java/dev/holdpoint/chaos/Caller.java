package dev.holdpoint.chaos;

import dev.holdpoint.blackbox.Http;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A client who asks again until there is an answer: with the same key, wherever the daemon listens
 * by then. An answer that promises nothing is none.
 */
final class Caller {
  /** No fault lasts so long. */
  static final Duration PATIENCE = Duration.ofSeconds(150);

  private static final long PAUSE = 20_000_000;
  private static final long LONGEST_PAUSE = 160_000_000;

  private final Subject subject;
  private final Acknowledged acknowledged;
  private final @Nullable String token;

  Caller(Subject subject, Acknowledged acknowledged) {
    this(subject, acknowledged, null);
  }

  private Caller(Subject subject, Acknowledged acknowledged, @Nullable String token) {
    this.subject = subject;
    this.acknowledged = acknowledged;
    this.token = token;
  }

  /** The same client with another token. */
  Caller as(String other) {
    return new Caller(subject, acknowledged, other);
  }

  /** Asks once; null when there is no answer, or one that promises nothing. */
  Http.@Nullable Answer once(Function<Http, Http.Answer> call) {
    Http http = subject.http();
    try {
      Http.Answer answer = call.apply(token == null ? http : http.as(token));
      // 401: this daemon is gone, and another program listens where it was.
      boolean none = answer.status() >= 500 || answer.status() == 429 || answer.status() == 401;
      return none ? null : answer;
    } catch (UncheckedIOException e) {
      return null;
    }
  }

  /** Asks until there is an answer. */
  Http.Answer ask(String what, Function<Http, Http.Answer> call) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    long pause = PAUSE;
    while (true) {
      if (subject.isAbandoned()) {
        throw new AssertionError(what + " was abandoned");
      }
      Http.Answer answer = once(call);
      if (answer != null) {
        return answer;
      }
      if (System.nanoTime() > end) {
        throw new AssertionError("%s had no answer for %d s".formatted(what, PATIENCE.toSeconds()));
      }
      LockSupport.parkNanos(pause);
      pause = Math.min(2 * pause, LONGEST_PAUSE);
    }
  }

  Http.Answer get(String path) {
    return ask("GET " + path, http -> http.get(path));
  }

  /** Posts with a key until there is an answer, and notes a yes. */
  Http.Answer post(String mark, String path, String body, String key) {
    return noted(
        mark,
        path,
        body,
        key,
        ask(mark + " POST " + path, http -> http.postWithKey(path, body, key)));
  }

  /** Posts with a key, and leaves it at that when there is no answer. */
  Http.@Nullable Answer postOnce(String mark, String path, String body, String key) {
    Http.Answer answer = once(http -> http.postWithKey(path, body, key));
    return answer == null ? null : noted(mark, path, body, key, answer);
  }

  private Http.Answer noted(String mark, String path, String body, String key, Http.Answer answer) {
    if (answer.status() / 100 == 2) {
      acknowledged.operation();
      acknowledged.keyed(
          new Acknowledged.Keyed(mark, path, body, key, token, answer.status(), answer.text()));
    }
    return answer;
  }
}

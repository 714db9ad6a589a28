package dev.holdpoint.engine.signed;

import dev.holdpoint.core.access.StoredAnswer;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.commit.Commits;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.timer.DueWork;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Answers that are given again word for word to whoever calls again under the same key. A refusal
 * is one of them: whoever was refused hears the same, and nothing else happens.
 */
public final class StoredAnswers implements DueWork {
  private static final int AT_ONCE = 200;

  private final Commits commits;

  public StoredAnswers(Commits commits) {
    this.commits = commits;
  }

  /**
   * @param scope hash of who calls, which operation, and the key
   * @param fingerprint keyed hash of all that was sent
   */
  public record Key(String scope, String fingerprint) {}

  /** What is told to whoever called. */
  public record Answer(int status, String contentType, String body) {
    private static final String RUN = "run";

    /** Of a call whose answer is not known yet: it is what becomes of this run. */
    static Answer pending(String runId) {
      return new Answer(0, RUN, runId);
    }

    /** The run that the answer is still to come from; null for an answer that is known. */
    public @Nullable String pendingRun() {
      return status == 0 && contentType.equals(RUN) ? body : null;
    }
  }

  /**
   * @param replayed whether it was told before
   */
  public record Told(Answer answer, boolean replayed) {}

  /**
   * What was answered under this key; null when nothing was.
   *
   * @throws dev.holdpoint.core.problem.Refused when the key stands for another request
   */
  public static @Nullable Told find(Queries queries, Key key, long nowMs) {
    return told(queries.named(StoredAnswer.KIND, key.scope), key, nowMs);
  }

  static @Nullable Told find(Change change, @Nullable Key key) {
    return key == null
        ? null
        : told(change.named(StoredAnswer.KIND, key.scope), key, change.nowMs());
  }

  private static @Nullable Told told(@Nullable StoredAnswer kept, Key key, long nowMs) {
    if (kept == null || kept.isOver(nowMs)) {
      return null;
    }
    if (!kept.fingerprint().equals(key.fingerprint)) {
      throw Problem.IDEMPOTENCY_CONFLICT
          .because(
              "This idempotency key was used for a different request. Use a new key "
                  + "for a new request.")
          .asException();
    }
    return new Told(new Answer(kept.status(), kept.contentType(), kept.body()), true);
  }

  static Told keep(Change change, @Nullable Key key, Answer answer) {
    if (key != null) {
      StoredAnswer over = change.named(StoredAnswer.KIND, key.scope);
      if (over != null) {
        change.discard(StoredAnswer.KIND, over);
      }
      change.keep(
          StoredAnswer.KIND,
          new StoredAnswer(
              Ulid.keyOf(StoredAnswer.PREFIX, change.newId(StoredAnswer.PREFIX)).orElseThrow(),
              key.scope,
              key.fingerprint,
              answer.status,
              answer.contentType,
              answer.body,
              change.nowMs()));
    }
    return new Told(answer, false);
  }

  /** In the place of what was kept under the key, as when its answer is known at last. */
  public void replace(Key key, Answer answer) {
    commits.commit(
        change -> {
          if (find(change, key) != null) {
            keep(change, key, answer);
          }
          return key;
        });
  }

  /**
   * Keeps what was refused, which left nothing else behind. Of two that were refused at once the
   * first is told to both.
   */
  public Told keep(Key key, Answer answer) {
    return commits.commit(
        change -> {
          Told earlier = find(change, key);
          return earlier == null ? keep(change, key, answer) : earlier;
        });
  }

  @Override
  public int ring() {
    return commits.commit(
        change -> {
          List<StoredAnswer> over =
              change.queries().due(StoredAnswer.KIND, change.nowMs(), AT_ONCE).stream()
                  .filter(one -> change.kept(StoredAnswer.KIND, one.key()) != null)
                  .toList();
          over.forEach(one -> change.discard(StoredAnswer.KIND, one));
          return over.size();
        });
  }

  @Override
  public boolean isUrgent() {
    return false;
  }
}

package dev.holdpoint.engine.commit;

import dev.holdpoint.core.audit.Actor;
import dev.holdpoint.engine.cache.WorkSubject;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** A work that waits for its transaction. */
public final class PendingWork<R> {
  private final Work<R> work;
  // The thread that decides is not the caller's.
  private final Actor actor = Actor.now();
  private final CompletableFuture<R> answer = new CompletableFuture<>();
  private @Nullable R result;
  private @Nullable RuntimeException failure;

  PendingWork(Work<R> work) {
    this.work = work;
  }

  WorkSubject subject() {
    return work.subject();
  }

  void decide(Change change) {
    failure = null;
    change.actor = actor;
    result = work.decide(change);
    if (change.refusal != null) {
      failure = change.refusal.asException();
    }
  }

  /** Told with the others: what a refusal rests on may be another work's, not yet durable. */
  void refuse(RuntimeException why) {
    failure = why;
  }

  @SuppressWarnings("NullAway") // a work whose answer is null says so in its own type
  void tell() {
    if (failure == null) {
      answer.complete(result);
    } else {
      answer.completeExceptionally(failure);
    }
  }

  void fail(RuntimeException why) {
    failure = why;
    answer.completeExceptionally(why);
  }

  R await() {
    try {
      return answer.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw e;
    }
  }
}

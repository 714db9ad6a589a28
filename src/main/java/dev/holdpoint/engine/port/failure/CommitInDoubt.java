package dev.holdpoint.engine.port.failure;

/**
 * The connection was lost while the commit was under way: it may be durable or not. To try it again
 * could do it twice, so nobody does; callers with an idempotency key find out by asking again.
 */
public final class CommitInDoubt extends StoreFailure {
  public CommitInDoubt(Throwable cause) {
    super("the connection was lost during a commit, which may or may not have happened", cause);
  }
}

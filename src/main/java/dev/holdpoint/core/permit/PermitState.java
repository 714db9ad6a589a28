package dev.holdpoint.core.permit;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Where the one execution that a permit is for stands. */
public sealed interface PermitState {
  /** Which attempt it is or was. */
  int attempt();

  Status status();

  /** The one word for it on every surface. */
  enum Status {
    READY,
    STARTED,
    SUCCEEDED,
    FAILED,
    UNCERTAIN,
    VOID;

    public String wire() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * Nobody has begun.
   *
   * @param sinceMs when it was given
   * @param notAfterMs from this very millisecond on it is too late
   */
  record Ready(int attempt, long sinceMs, long notAfterMs) implements PermitState {
    @Override
    public Status status() {
      return Status.READY;
    }
  }

  /** Somebody has begun. */
  sealed interface Redeemed extends PermitState {
    Redemption redemption();

    @Override
    default int attempt() {
      return redemption().attempt();
    }

    default boolean isBy(String keySha256) {
      return redemption().keySha256().equals(keySha256);
    }
  }

  /**
   * It may have run.
   *
   * @param withinMs how long a result may take; null for without end
   * @param dueAtMs when it is uncertain without one; null for never
   */
  record Started(Redemption redemption, @Nullable Long withinMs, @Nullable Long dueAtMs)
      implements Redeemed {
    @Override
    public Status status() {
      return Status.STARTED;
    }
  }

  /**
   * @param by who has told so
   * @param outputDigest of what came of it, as the runner says; null where nothing was said
   */
  record Succeeded(Redemption redemption, long atMs, String by, @Nullable String outputDigest)
      implements Redeemed {
    @Override
    public Status status() {
      return Status.SUCCEEDED;
    }
  }

  record Failed(
      Redemption redemption,
      long atMs,
      String by,
      @Nullable String outputDigest,
      @Nullable String error)
      implements Redeemed {
    @Override
    public Status status() {
      return Status.FAILED;
    }
  }

  /**
   * Nobody knows whether it ran.
   *
   * @param forGood a person has said that nobody will know
   */
  record Uncertain(Redemption redemption, long atMs, @Nullable String error, boolean forGood)
      implements Redeemed {
    @Override
    public Status status() {
      return Status.UNCERTAIN;
    }
  }

  /**
   * It was not carried out, and will not be.
   *
   * @param words why a person took it back, in their own words; null where they gave none
   */
  record Voided(int attempt, VoidReason reason, long atMs, String by, @Nullable String words)
      implements PermitState {
    /** By something that gives no words. */
    public Voided(int attempt, VoidReason reason, long atMs, String by) {
      this(attempt, reason, atMs, by, null);
    }

    @Override
    public Status status() {
      return Status.VOID;
    }
  }
}

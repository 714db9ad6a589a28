package dev.holdpoint.cli.inbox;

import dev.holdpoint.api.description.DescriptionBodies.RiskView;
import dev.holdpoint.api.gate.ApprovalBodies.ApprovalRow;
import dev.holdpoint.api.gate.HeldBodies.HeldView;
import dev.holdpoint.api.gate.InboxBodies.InboxStanding;
import dev.holdpoint.api.gate.QuestionBodies.PendingQuestionView;
import dev.holdpoint.api.gate.StandingBodies.StandingView;
import dev.holdpoint.api.gate.TriageBodies.GateTriage;
import org.jspecify.annotations.Nullable;

/** Something that waits for somebody. */
sealed interface Card {
  String id();

  String runId();

  String sessionId();

  long createdAtMs();

  @Nullable Long expiresAtMs();

  /** What people did about it; null when nobody did anything. */
  @Nullable GateTriage triage();

  @Nullable StandingView standing();

  /** The decision that takes effect in a moment; null where none does. */
  @Nullable HeldView held();

  int revision();

  /** What tells it from the same request with another input. */
  String version();

  /** Who must agree, as a row of the list has it. */
  default @Nullable InboxStanding inList() {
    StandingView standing = standing();
    return standing == null ? null : new InboxStanding(standing.summary(), standing.state());
  }

  /** Whether both ask for the same, whatever people did about it meanwhile. */
  default boolean asksAs(Card other) {
    if (!id().equals(other.id())) {
      return false;
    }
    return version().equals(other.version());
  }

  record ApprovalCard(ApprovalRow row) implements Card {
    /** Whether it takes a typed word, and not a key, to allow it. */
    boolean isHighRisk() {
      RiskView risk = row.request().risk();
      return risk != null && risk.level().equals("high");
    }

    @Override
    public String id() {
      return row.request().id();
    }

    @Override
    public String runId() {
      return row.runId();
    }

    @Override
    public String sessionId() {
      return row.sessionId();
    }

    @Override
    public long createdAtMs() {
      return row.request().createdAtMs();
    }

    @Override
    public @Nullable Long expiresAtMs() {
      return row.request().expiresAtMs();
    }

    @Override
    public @Nullable GateTriage triage() {
      return row.triage();
    }

    @Override
    public @Nullable StandingView standing() {
      return row.request().standing();
    }

    @Override
    public @Nullable HeldView held() {
      return row.request().held();
    }

    @Override
    public int revision() {
      return row.request().revision();
    }

    @Override
    public String version() {
      return row.request().digest() + " " + row.request().revision();
    }
  }

  record QuestionCard(PendingQuestionView view) implements Card {
    /** Whether it asks if a call happened, which takes one of three words. */
    boolean isAboutEffect() {
      return view.request().effect() != null;
    }

    @Override
    public String id() {
      return view.request().id();
    }

    @Override
    public String runId() {
      return view.runId();
    }

    @Override
    public String sessionId() {
      return view.sessionId();
    }

    @Override
    public long createdAtMs() {
      return view.request().createdAtMs();
    }

    @Override
    public @Nullable Long expiresAtMs() {
      return view.request().expiresAtMs();
    }

    @Override
    public @Nullable GateTriage triage() {
      return view.triage();
    }

    @Override
    public @Nullable StandingView standing() {
      return view.request().standing();
    }

    @Override
    public @Nullable HeldView held() {
      return null;
    }

    @Override
    public int revision() {
      return view.request().revision();
    }

    /** A question keeps what it asks. */
    @Override
    public String version() {
      return "";
    }
  }
}

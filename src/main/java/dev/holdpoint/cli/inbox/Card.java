package dev.holdpoint.cli.inbox;

import dev.holdpoint.api.gate.ApprovalBodies.ApprovalRow;
import dev.holdpoint.api.gate.QuestionBodies.PendingQuestionView;
import org.jspecify.annotations.Nullable;

/** Something that waits for somebody. */
sealed interface Card {
  String id();

  String runId();

  String sessionId();

  long createdAtMs();

  @Nullable Long expiresAtMs();

  record ApprovalCard(ApprovalRow row) implements Card {
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
  }

  record QuestionCard(PendingQuestionView view) implements Card {
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
  }
}

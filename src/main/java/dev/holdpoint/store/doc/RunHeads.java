package dev.holdpoint.store.doc;

import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunHead;
import java.util.Objects;

/**
 * A run in two documents: its head, which never changes and is written once, and the rest, which is
 * written with each of its versions. Older runs have their head inside.
 */
final class RunHeads {
  private RunHeads() {}

  /** Whether the document that the run was read from has left the head to another. */
  static boolean isMissing(Run run) {
    return Objects.isNull(run.head());
  }

  static Run join(RunHead head, Run body) {
    return new Run(
        head,
        body.kind(),
        body.state(),
        body.updatedAtMs(),
        body.startedAtMs(),
        body.approvalCount(),
        body.questionCount(),
        body.steps(),
        body.stepsBefore(),
        body.calls(),
        body.approvals(),
        body.questions(),
        body.clarifications(),
        body.outputs(),
        body.filesBefore(),
        body.usage(),
        body.trail());
  }
}

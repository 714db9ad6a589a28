package dev.holdpoint.cli.inbox;

import dev.holdpoint.api.gate.PreviewBodies.ApprovalPreview;
import dev.holdpoint.api.gate.TriageBodies.TriageLogEntry;
import dev.holdpoint.api.run.RunBodies.RunView;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is read about a card after it is shown. The card can be decided without it.
 *
 * @param run the run that waits; null while it is not known
 * @param comments what people said about it, the oldest first
 * @param preview what its files would become; null where it changes none
 */
record CardBackground(
    @Nullable RunView run, List<TriageLogEntry> comments, @Nullable ApprovalPreview preview) {
  static final CardBackground UNKNOWN = new CardBackground(null, List.of(), null);

  CardBackground {
    comments = List.copyOf(comments);
  }
}

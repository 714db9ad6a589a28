package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Made by the methods, one for each event. */
@About("The data of one frame of a chat; its members depend on the event.")
public record ChatFrame(
    @About("With every event except gap.") @OmitIfUnset @Nullable String runId,
    @About("delta: new text of the model. Never replayed.") @OmitIfUnset @Nullable String text,
    @About("output: the output of the run.") @OmitIfUnset @Nullable String content,
    @About("output") @OmitIfUnset @Nullable List<OutputPart> parts,
    @About("output") @OmitIfUnset @Nullable List<AttachmentRef> artifacts,
    @About("done: completed or cancelled. error: failed or interrupted.") @OmitIfUnset
        @Nullable RunStatus status,
    @About("error: why.") @OmitIfUnset @Nullable String error,
    @About("gap: why output is missing.") @OmitIfUnset StreamFrame.@Nullable Reason reason) {
  public ChatFrame {
    parts = Copies.orNull(parts);
    artifacts = Copies.orNull(artifacts);
  }

  public static ChatFrame delta(String runId, String text) {
    return new ChatFrame(runId, text, null, null, null, null, null, null);
  }

  public static ChatFrame output(
      String runId, String content, List<OutputPart> parts, List<AttachmentRef> artifacts) {
    return new ChatFrame(runId, null, content, parts, artifacts, null, null, null);
  }

  public static ChatFrame done(String runId, RunStatus status) {
    return new ChatFrame(runId, null, null, null, null, status, null, null);
  }

  public static ChatFrame error(String runId, RunStatus status, String error) {
    return new ChatFrame(runId, null, null, null, null, status, error, null);
  }

  public static ChatFrame gap(StreamFrame.Reason reason) {
    return new ChatFrame(null, null, null, null, null, null, null, reason);
  }
}

package dev.holdpoint.http.ambient;

import dev.holdpoint.api.ambient.AmbientBodies.ChatFrame;
import dev.holdpoint.api.event.StreamFrame;
import dev.holdpoint.api.json.WireJson;
import dev.holdpoint.api.run.RunBodies.AttachmentRef;
import dev.holdpoint.api.run.RunBodies.OutputPart;
import dev.holdpoint.api.status.RunStatus;
import dev.holdpoint.core.event.JournalRow;
import dev.holdpoint.core.event.LedgerEvent;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Output;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunHead;
import dev.holdpoint.http.stream.Frames;
import dev.holdpoint.http.v1.event.EventSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a session says to whoever chats with it. Prompts have streams of their own. */
final class ChatFrames implements EventSource.Rendering {
  private final WireJson json;

  ChatFrames(WireJson json) {
    this.json = json;
  }

  /**
   * Whether the run is a turn of the chat. A gate that was raised from outside, or by a child, is a
   * run too, but all it has to say is how it was decided.
   */
  static boolean isTurn(Run run) {
    return run.head().driver() == RunHead.Driver.LOOP && !run.isClarification();
  }

  @Override
  public void add(JournalRow row, long cursor, List<byte[]> frames) {
    Run run = row.run();
    if (run == null || !isTurn(run)) {
      return;
    }
    for (int i = 0; i < row.events().size(); i++) {
      byte[] frame =
          row.idOf(i) > cursor ? frame(Long.toString(row.idOf(i)), run, row.events().get(i)) : null;
      if (frame != null) {
        frames.add(frame);
      }
    }
  }

  private byte @Nullable [] frame(String id, Run run, LedgerEvent event) {
    return switch (event) {
      case LedgerEvent.OutputMade made ->
          frame(id, "output", output(run, run.outputs().get(made.index())));
      case LedgerEvent.Completed _ ->
          frame(id, "done", ChatFrame.done(run.id(), RunStatus.COMPLETED));
      case LedgerEvent.Cancelled _ ->
          frame(id, "done", ChatFrame.done(run.id(), RunStatus.CANCELLED));
      case LedgerEvent.Failed failed ->
          frame(id, "error", ChatFrame.error(run.id(), RunStatus.FAILED, failed.error()));
      case LedgerEvent.Interrupted _ ->
          frame(
              id,
              "error",
              ChatFrame.error(
                  run.id(), RunStatus.INTERRUPTED, run.error() == null ? "" : run.error()));
      case LedgerEvent _ -> null;
    };
  }

  private ChatFrame output(Run run, Output output) {
    return ChatFrame.output(
        run.id(),
        output.content(),
        list(output.parts(), OutputPart[].class),
        list(output.artifacts(), AttachmentRef[].class));
  }

  private <T> List<T> list(Json stored, Class<T[]> type) {
    return List.of(json.stored(stored.text(), type));
  }

  byte[] delta(Run run, String text) {
    return frame(null, "delta", ChatFrame.delta(run.id(), text));
  }

  @Override
  public byte[] gap(String resumeAfter, long skipped, StreamFrame.Reason reason) {
    return frame(resumeAfter, "gap", ChatFrame.gap(reason));
  }

  private byte[] frame(@Nullable String id, String event, ChatFrame data) {
    return Frames.event(id, event, json.write(data));
  }
}

package dev.holdpoint.http.signed;

import dev.holdpoint.api.json.WireJson;
import dev.holdpoint.api.signed.ConversationEvent;
import dev.holdpoint.api.signed.ConversationEvent.Data;
import dev.holdpoint.core.event.JournalRow;
import dev.holdpoint.core.event.LedgerEvent;
import dev.holdpoint.core.gate.ApprovalState;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunStatus;
import dev.holdpoint.engine.journal.Feed;
import dev.holdpoint.http.stream.FrameSource;
import dev.holdpoint.http.stream.Registration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongSupplier;

/** The lines of one message, from its first to the one that ends it. Touched by the pump alone. */
final class MessageSource implements FrameSource {
  private static final int ROWS = 32;

  private final WireJson json;
  private final Views views;
  private final Failures failures;
  private final LongSupplier clock;
  private final LiveText live;
  private final Feed.Reader reader;
  private final String conversationId;
  private final String messageId;

  private int seq;
  private boolean begun;
  private boolean over;

  /** How many outputs were told whole. */
  private int told;

  /** What of the next one was shown before it was committed. */
  private final StringBuilder shown = new StringBuilder();

  /** Whether there is something that the next one has to be set apart from. */
  private boolean spoken;

  private final List<String> granted = new ArrayList<>();

  /** How the end of a message is told that has failed. */
  record Failures(SignedStyle style, String requestId) {}

  /**
   * @param isNew whether nothing of it can have been said before {@code live} began to listen
   */
  MessageSource(
      Feed feed,
      LiveText live,
      WireJson json,
      Views views,
      Failures failures,
      LongSupplier clock,
      Run run,
      boolean isNew,
      String conversationId) {
    this.json = json;
    this.views = views;
    this.failures = failures;
    this.clock = clock;
    this.live = live;
    this.reader = feed.reader(new Feed.Filter.OfRun(run.key()));
    this.conversationId = conversationId;
    this.messageId = SignedIds.message(run);
    live.of(run.key(), isNew ? 0 : run.outputs().size() + 1);
  }

  @Override
  public Registration onNews(Runnable wake) {
    live.wakes(wake);
    return live::close;
  }

  @Override
  public void abandon() {
    live.close();
  }

  /**
   * What is spoken before a commit lies before it. So first that, then what was committed, and then
   * what belongs to the next output.
   */
  @Override
  public Batch next(long cursor, int maxFrames) {
    List<byte[]> lines = new ArrayList<>();
    speak(lines);
    Feed.Slice slice = reader.after(cursor, ROWS);
    for (JournalRow row : slice.rows()) {
      if (!over && row.run() != null) {
        tell(row, row.run(), lines);
      }
    }
    if (over) {
      return Batch.last(lines, slice.cursor());
    }
    speak(lines);
    return new Batch(lines, slice.cursor(), slice.more());
  }

  private void speak(List<byte[]> lines) {
    if (begun) {
      String text = live.take(told);
      if (!text.isEmpty()) {
        show(text, clock.getAsLong(), lines);
      }
    }
  }

  private void show(String text, long atMs, List<byte[]> lines) {
    boolean apart = shown.isEmpty() && spoken;
    shown.append(text);
    lines.add(
        line(
            ConversationEvent.Type.CONTENT_DELTA,
            Data.text(apart ? Views.BETWEEN + text : text),
            atMs));
  }

  private void tell(JournalRow row, Run run, List<byte[]> lines) {
    for (LedgerEvent event : row.events()) {
      switch (event) {
        case LedgerEvent.Queued(int position) -> {
          // One that is not kept waiting passes through the queue as well, in the same commit.
          if (!begun && run.status() == RunStatus.QUEUED) {
            lines.add(line(ConversationEvent.Type.QUEUED, Data.position(position), row.atMs()));
          }
        }
        case LedgerEvent.Started _ -> begin(row.atMs(), lines);
        case LedgerEvent.OutputMade(int index) ->
            output(index, run.outputs().get(index).content(), row.atMs(), lines);
        case LedgerEvent.ApprovalRaised(String id) ->
            run.approval(id)
                .map(approval -> views.approval(run, approval, conversationId))
                .ifPresent(
                    view ->
                        lines.add(
                            line(
                                ConversationEvent.Type.APPROVAL_REQUIRED,
                                Data.approval(view),
                                row.atMs())));
        case LedgerEvent.ApprovalSettled(String id) ->
            run.approval(id)
                .filter(approval -> approval.state() instanceof ApprovalState.Allowed)
                .ifPresent(approval -> granted.add(approval.id()));
        default -> {}
      }
    }
    // The run goes on when all that it asked for is decided, and each of them is told of then.
    if (!run.status().isSettled() && run.pendingApprovals().isEmpty()) {
      granted.forEach(
          id -> lines.add(line(ConversationEvent.Type.RESUMED, Data.approvalId(id), row.atMs())));
      granted.clear();
    }
    if (run.status().isSettled()) {
      end(run, row.atMs(), lines);
    }
  }

  private void begin(long atMs, List<byte[]> lines) {
    if (!begun) {
      begun = true;
      lines.add(line(ConversationEvent.Type.MESSAGE_START, Data.NOTHING, atMs));
    }
  }

  /** Shows what was not shown yet. */
  private void output(int index, String content, long atMs, List<byte[]> lines) {
    if (index < told) {
      return;
    }
    String before = shown.toString();
    boolean continued = content.startsWith(before);
    String rest = continued ? content.substring(before.length()) : content;
    if (!continued) {
      spoken = true;
      shown.setLength(0);
    }
    if (!rest.isEmpty()) {
      show(rest, atMs, lines);
    }
    spoken |= !content.isEmpty();
    shown.setLength(0);
    told = index + 1;
  }

  private void end(Run run, long atMs, List<byte[]> lines) {
    over = true;
    lines.add(
        run.error() == null && run.status() == RunStatus.COMPLETED
            ? line(
                ConversationEvent.Type.MESSAGE_END,
                Data.message(views.answer(run, conversationId)),
                atMs)
            : line(
                ConversationEvent.Type.ERROR,
                Data.problem(failures.style().problem(Views.failure(run), failures.requestId())),
                atMs));
  }

  private byte[] line(ConversationEvent.Type type, Data data, long atMs) {
    byte[] object =
        json.write(
            new ConversationEvent(
                "conversation.event",
                type,
                conversationId,
                messageId,
                seq++,
                data,
                Views.time(atMs)));
    byte[] line = Arrays.copyOf(object, object.length + 1);
    line[object.length] = '\n';
    return line;
  }
}

package dev.holdpoint.http.agui;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdpoint.core.access.Voter;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunStatus;
import dev.holdpoint.core.run.Step;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.external.FrontEndRuns.Part;
import dev.holdpoint.engine.journal.Feed;
import dev.holdpoint.engine.journal.Trails;
import dev.holdpoint.engine.policy.PolicyBook;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.standing.EditPlaces;
import dev.holdpoint.http.stream.FrameSource;
import dev.holdpoint.http.stream.Frames;
import dev.holdpoint.http.stream.Registration;
import dev.holdpoint.http.stream.StreamPlan;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A part of a run as a stream: what has happened in it, then what happens, until it parks or ends.
 */
final class RunSource implements FrameSource {
  private static final Duration SIGN_OF_LIFE = Duration.ofSeconds(10);

  /** What is written at once, but for a single event that is larger. */
  private static final int BATCH_BYTES = 256 * 1024;

  private final Room room;
  private final RunEvents events;
  private final Sent sent;
  private final long runKey;
  private final String ownId;

  /** Whatever lies before this step was told in another stream. */
  private final int from;

  private final CallTurns turns = new CallTurns();
  private final Deque<ObjectNode> ready = new ArrayDeque<>();
  private List<Long> ahead = List.of();
  private long readRow;
  private int readSteps;
  private boolean begun;
  private boolean over;

  /** The run as it parked, until the reader comes to that. */
  private @Nullable Run parked;

  /** What all streams share. */
  record Room(Engine engine, Feed feed, EditPlaces editing) {}

  /**
   * What the front end has sent of itself.
   *
   * @param messages the thread as the front end has it, as text: a stream may last for days
   * @param tools the names of what it offers; nobody uses them
   * @param site where people find the page, without a slash
   * @param reader for whom the interrupts are
   */
  record Sent(Json messages, List<String> tools, String site, Voter reader) {}

  RunSource(Room room, RunEvents events, Sent sent, Part part) {
    this.room = room;
    this.events = events;
    this.sent = sent;
    this.runKey = part.run().key();
    this.ownId = part.run().id();
    this.from = part.from();
  }

  StreamPlan plan() {
    return StreamPlan.events(this, 0).heartbeat(Frames.comment("ping"), SIGN_OF_LIFE);
  }

  /** A stream that begins and fails. */
  static StreamPlan failed(RunEvents events, String code, String message, @Nullable String run) {
    FrameSource source =
        new FrameSource() {
          @Override
          public Batch next(long cursor, int maxFrames) {
            return Batch.last(
                List.of(frame(events.started(run)), frame(RunEvents.error(code, message, run))), 1);
          }

          @Override
          public Registration onNews(Runnable wake) {
            return Registration.NONE;
          }
        };
    return StreamPlan.events(source, 0).heartbeat(Frames.comment("ping"), SIGN_OF_LIFE);
  }

  /**
   * A part of what is new.
   *
   * @param run as it stood when that was read; null when it is gone
   * @param last whether nothing of the run is left to read
   */
  private record Portion(@Nullable Run run, List<Step> steps, boolean last) {}

  @Override
  public Batch next(long cursor, int maxFrames) {
    if (!begun) {
      begun = true;
      ready.add(events.started(ownId));
      if (!sent.tools.isEmpty()) {
        ready.add(RunEvents.ignored(sent.tools, ownId));
      }
    }
    boolean more = true;
    if (ready.size() < maxFrames && !over) {
      more = readOn();
    }
    List<byte[]> frames = new ArrayList<>();
    int bytes = 0;
    while (!ready.isEmpty() && frames.size() < maxFrames && bytes < BATCH_BYTES) {
      byte[] frame = frame(ready.removeFirst());
      frames.add(frame);
      bytes += frame.length;
    }
    if (parked != null && frames.isEmpty()) {
      frames = parked(parked);
      parked = null;
    }
    // Also where a portion has told nothing: a reader who stands still is not read on for.
    long place = cursor + 1;
    return over && ready.isEmpty() && parked == null
        ? Batch.last(frames, place)
        : new Batch(frames, place, more || over || !ready.isEmpty());
  }

  /** Whether there is more to read at once. */
  private boolean readOn() {
    Portion portion = room.engine.read(this::portion);
    Run run = portion.run;
    if (run == null) {
      ready.add(RunEvents.error("run_removed", "The run was removed with its session.", ownId));
      over = true;
      return false;
    }
    for (Step step : portion.steps) {
      if (readSteps >= from) {
        ready.addAll(RunEvents.told(ownId, step, readSteps, turns));
      }
      turns.pass(step, readSteps);
      readSteps++;
    }
    if (portion.last && (isParked(run) || run.status().isSettled())) {
      ended(run);
      over = true;
    }
    return !portion.last;
  }

  private Portion portion(Queries queries) {
    Run run = queries.run(runKey);
    if (run == null) {
      return new Portion(null, List.of(), true);
    }
    if (ahead.isEmpty()) {
      ahead = Trails.after(queries, run, readRow);
    }
    List<Long> rows = List.copyOf(ahead.subList(0, Math.min(StepWalk.ROWS, ahead.size())));
    ahead = List.copyOf(ahead.subList(rows.size(), ahead.size()));
    Map<Long, List<Step>> steps = queries.steps(rows);
    if (!rows.isEmpty()) {
      readRow = rows.getLast();
    }
    return new Portion(
        run,
        rows.stream().flatMap(row -> steps.getOrDefault(row, List.of()).stream()).toList(),
        readRow >= run.trail().last());
  }

  private void ended(Run run) {
    if (isParked(run)) {
      parked = run;
    } else if (run.status() == RunStatus.COMPLETED) {
      ready.add(events.finished(run));
    } else {
      String why = run.error();
      ready.add(
          RunEvents.error(
              run.status().wire(),
              why == null ? "The run is " + run.status().wire() + "." : why,
              ownId));
    }
  }

  /**
   * The one time that the whole transcript is needed: a front end takes it for all there is. It is
   * made when the reader has taken all before it.
   */
  private List<byte[]> parked(Run run) {
    return room.engine.read(
        (Queries queries) -> {
          Snapshot snapshot = new Snapshot(ownId, sent.messages);
          CallTurns read = StepWalk.each(queries, run, snapshot::step);
          PolicyBook book = PolicyBook.of(queries, room.engine.nowMs());
          ArrayNode interrupts =
              Interrupts.of(run, read, book, sent.site, room.editing, sent.reader);
          return List.of(Frames.data(snapshot.whole()), frame(events.interrupted(run, interrupts)));
        });
  }

  private static boolean isParked(Run run) {
    return run.status().isWaiting() && !run.pendingGates().isEmpty();
  }

  private static byte[] frame(ObjectNode event) {
    return Frames.data(event.toString().getBytes(UTF_8));
  }

  @Override
  public Registration onNews(Runnable wake) {
    return Registration.of(room.feed.listen(new Feed.Filter.OfRun(runKey), wake::run));
  }

  /** The run goes on at the next start, and the same request finds it. */
  @Override
  public List<byte[]> farewell() {
    return List.of(
        frame(
            RunEvents.error(
                "unavailable", "The daemon is stopping. Send the same request again.", ownId)));
  }
}

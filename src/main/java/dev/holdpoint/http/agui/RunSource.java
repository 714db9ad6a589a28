package dev.holdpoint.http.agui;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdpoint.core.access.ApprovalPolicy;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunStatus;
import dev.holdpoint.core.run.Step;
import dev.holdpoint.engine.access.Tenancy;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.external.FrontEndRuns.Part;
import dev.holdpoint.engine.journal.Feed;
import dev.holdpoint.engine.journal.Trails;
import dev.holdpoint.http.stream.FrameSource;
import dev.holdpoint.http.stream.Frames;
import dev.holdpoint.http.stream.Registration;
import dev.holdpoint.http.stream.StreamPlan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A part of a run as a stream: what has happened in it, then what happens, until it parks or ends.
 */
final class RunSource implements FrameSource {
  private static final Duration SIGN_OF_LIFE = Duration.ofSeconds(10);

  private final Room room;
  private final RunEvents events;
  private final Sent sent;
  private final long runKey;
  private final String ownId;
  private int told;
  private boolean begun;

  /** What all streams share. */
  record Room(Engine engine, Feed feed) {}

  /**
   * What the front end has sent of itself.
   *
   * @param messages the thread as the front end has it
   * @param tools what it offers; nobody uses them
   * @param site where people find the page, without a slash
   */
  record Sent(JsonNode messages, JsonNode tools, String site) {}

  RunSource(Room room, RunEvents events, Sent sent, Part part) {
    this.room = room;
    this.events = events;
    this.sent = sent;
    this.runKey = part.run().key();
    this.ownId = part.run().id();
    this.told = part.from();
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
                List.of(frame(events.started(run)), frame(events.error(code, message, run))), 1);
          }

          @Override
          public Registration onNews(Runnable wake) {
            return Registration.NONE;
          }
        };
    return StreamPlan.events(source, 0).heartbeat(Frames.comment("ping"), SIGN_OF_LIFE);
  }

  /**
   * @param steps all of them where there are more than were told, or the run stops here
   */
  private record Seen(@Nullable Run run, List<Step> steps, ApprovalPolicy policy) {}

  @Override
  public Batch next(long cursor, int maxFrames) {
    Seen seen = look();
    List<ObjectNode> all = new ArrayList<>();
    if (!begun) {
      begun = true;
      all.add(events.started(ownId));
      if (!sent.tools.isEmpty()) {
        all.add(events.ignored(sent.tools, ownId));
      }
    }
    Run run = seen.run;
    if (run == null) {
      all.add(events.error("run_removed", "The run was removed with its session.", ownId));
      return batch(all, cursor, true);
    }
    if (run.steps() > told) {
      all.addAll(events.told(ownId, seen.steps, told));
      told = run.steps();
    }
    if (isParked(run)) {
      all.add(events.snapshot(ownId, sent.messages, seen.steps));
      all.add(events.interrupted(run, Interrupts.of(run, seen.steps, seen.policy, sent.site)));
    } else if (run.status() == RunStatus.COMPLETED) {
      all.add(events.finished(run));
    } else if (run.status().isSettled()) {
      String why = run.error();
      all.add(
          events.error(
              run.status().wire(),
              why == null ? "The run is " + run.status().wire() + "." : why,
              ownId));
    }
    return batch(all, cursor, isParked(run) || run.status().isSettled());
  }

  private static boolean isParked(Run run) {
    return run.status().isWaiting() && !run.pendingGates().isEmpty();
  }

  private Seen look() {
    return room.engine.read(
        queries -> {
          Run run = queries.run(runKey);
          boolean wanted = run != null && (run.steps() > told || isParked(run));
          return new Seen(
              run,
              run != null && wanted ? Trails.transcript(queries, run) : List.of(),
              Tenancy.policy(queries, run == null ? "" : run.head().tenantId()));
        });
  }

  private static Batch batch(List<ObjectNode> all, long cursor, boolean end) {
    List<byte[]> frames = all.stream().map(RunSource::frame).toList();
    return end
        ? Batch.last(frames, cursor + frames.size())
        : new Batch(frames, cursor + frames.size(), false);
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
            events.error(
                "unavailable", "The daemon is stopping. Send the same request again.", ownId)));
  }
}

package dev.holdpoint.cli;

import dev.holdpoint.api.event.RunEvent;
import dev.holdpoint.api.event.StreamFrame;
import dev.holdpoint.api.run.RunBodies.RunView;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.stream.EventStream;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Waits for a run, as long as it takes, over restarts of its daemon too. */
public final class RunWatch {
  private RunWatch() {}

  /** Until when to wait. */
  public enum Until {
    ENDED,
    ENDED_OR_WAITING
  }

  /**
   * The run as it is when it has come so far, or when the time is up.
   *
   * @param atMost null is as long as it takes
   */
  public static RunView await(
      HoldpointClient client, String runId, Until until, @Nullable Duration atMost)
      throws CallFailed {
    long began = System.nanoTime();
    while (true) {
      RunView now = client.runs().find(runId);
      long left = atMost == null ? 1 : atMost.toNanos() - (System.nanoTime() - began);
      if (reached(now, until) || left <= 0) {
        return now;
      }
      try (EventStream stream = client.events().ofRun(runId, null)) {
        if (atMost != null) {
          CompletableFuture.delayedExecutor(left, TimeUnit.NANOSECONDS).execute(stream::close);
        }
        stream.follow(new Follower(client, runId, until));
      }
    }
  }

  /** Stops as soon as it is worth looking at the run again. */
  private record Follower(HoldpointClient client, String runId, Until until)
      implements EventStream.Handler {
    @Override
    public boolean opened() {
      try {
        // What happened just before the stream was there is in no frame of it.
        return !reached(client.runs().find(runId), until);
      } catch (CallFailed _) {
        // The stream will be lost as well, and this is asked again when it is back.
        return true;
      }
    }

    /** The run itself is looked at when the stream is back. */
    @Override
    public boolean passOver(String id) {
      return true;
    }

    @Override
    public boolean take(@Nullable String id, StreamFrame frame) {
      return switch (frame) {
        case StreamFrame.RunHappened(var entry) ->
            !isEnd(entry.event()) && !(until == Until.ENDED_OR_WAITING && isStop(entry.event()));
        case StreamFrame.StreamGap _ -> false;
        default -> true;
      };
    }
  }

  private static boolean reached(RunView run, Until until) {
    return RunText.ended(run.status())
        || (until == Until.ENDED_OR_WAITING && RunText.waits(run.status()));
  }

  public static boolean isEnd(StreamFrame frame) {
    return frame instanceof StreamFrame.RunHappened(var entry) && isEnd(entry.event());
  }

  private static boolean isEnd(RunEvent event) {
    return switch (event) {
      case RunEvent.Completed _, RunEvent.Failed _, RunEvent.Interrupted _, RunEvent.Cancelled _ ->
          true;
      default -> false;
    };
  }

  private static boolean isStop(RunEvent event) {
    return event instanceof RunEvent.WaitingForApproval
        || event instanceof RunEvent.WaitingForUserQuestion;
  }
}

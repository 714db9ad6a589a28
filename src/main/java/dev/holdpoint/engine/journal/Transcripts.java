package dev.holdpoint.engine.journal;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.holdpoint.core.event.JournalRow;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.Step;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.engine.commit.CommitListener;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.heap.Heap;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * What the models of runs have seen and said. Those asked for at the same time are read in one
 * query: a commit makes every reading connection look for its pages anew, so that what costs is the
 * number of reads and not the number of rows, and runs that one commit has resumed all ask at once.
 *
 * <p>Most people answer soon, so a few megabytes of what was parked last stay at hand. They cannot
 * be stale: a transcript only grows, and a run counts its steps. What a run begins with is put
 * there by the commit that submits it, if that is told here.
 */
public final class Transcripts implements CommitListener {
  private static final int AT_ONCE = Heap.ofThisProcess().rows(64);
  private static final int STEP_BYTES = 256;

  private final Engine engine;
  private final Queue<Request> waiting = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean reading = new AtomicBoolean();
  private final Cache<Long, List<Step>> atHand =
      Caffeine.newBuilder()
          .maximumWeight(Heap.ofThisProcess().transcripts())
          .<Long, List<Step>>weigher((_, steps) -> weight(steps))
          .executor(Runnable::run)
          .build();

  /** Of one run. Whoever asked hears that it was read, or that it is his turn to read for all. */
  private static final class Request {
    private final Run run;
    private final CompletableFuture<Boolean> told = new CompletableFuture<>();
    private @Nullable List<Step> steps;
    private @Nullable RuntimeException failure;

    Request(Run run) {
      this.run = run;
    }

    List<Step> answer() {
      if (failure != null) {
        throw failure;
      }
      if (steps == null) {
        throw new IllegalStateException("the transcript of run " + run.id() + " was not read");
      }
      return steps;
    }
  }

  public Transcripts(Engine engine) {
    this.engine = engine;
  }

  /** What the run's model has seen and said, oldest first. */
  public List<Step> of(Run run) {
    List<Step> known = atHand.asMap().remove(run.key());
    if (known != null && known.size() == run.steps()) {
      return known;
    }
    Request request = new Request(run);
    waiting.add(request);
    if (reading.compareAndSet(false, true)) {
      readForAll();
    }
    if (!request.told.join()) {
      readForAll();
    }
    return request.answer();
  }

  /** A row with as many steps as its run has holds all of them. */
  @Override
  public void rows(List<JournalRow> rows) {
    for (JournalRow row : rows) {
      Run run = row.run();
      if (run != null
          && (run.isLoopWork() || run.isInQueue())
          && !row.steps().isEmpty()
          && row.steps().size() == run.steps()) {
        atHand.put(run.key(), List.copyOf(row.steps()));
      }
    }
  }

  /** The run has parked with this transcript. */
  public void parked(Run run, List<Step> steps) {
    if (steps.size() == run.steps()) {
      atHand.put(run.key(), List.copyOf(steps));
    }
  }

  /** About how many bytes they take. */
  public static int weight(List<Step> steps) {
    long bytes = 0;
    for (Step step : steps) {
      bytes += STEP_BYTES + length(step);
    }
    return (int) Math.min(bytes, Integer.MAX_VALUE);
  }

  private static long length(Step step) {
    return switch (step) {
      case Step.Input input -> input.words().length() + (long) STEP_BYTES * input.items().size();
      case Step.Turn(String text, List<ToolCall> calls) ->
          text.length()
              + calls.stream().mapToLong(call -> STEP_BYTES + call.input().text().length()).sum();
      case Step.Result(String _, Json content) -> content.text().length();
    };
  }

  private void readForAll() {
    List<Request> batch = new ArrayList<>();
    for (Request next = waiting.poll(); next != null; next = waiting.poll()) {
      batch.add(next);
      if (batch.size() == AT_ONCE) {
        break;
      }
    }
    try {
      read(batch);
    } finally {
      batch.forEach(request -> request.told.complete(true));
      reading.set(false);
      handOn();
    }
  }

  /** What has come meanwhile is read by the first of those who wait for it. */
  private void handOn() {
    while (!waiting.isEmpty() && reading.compareAndSet(false, true)) {
      Request next = waiting.peek();
      if (next != null) {
        next.told.complete(false);
        return;
      }
      reading.set(false);
    }
  }

  private void read(List<Request> batch) {
    if (batch.isEmpty()) {
      return;
    }
    try {
      List<List<Step>> found =
          engine.read(
              queries ->
                  Trails.transcripts(queries, batch.stream().map(request -> request.run).toList()));
      for (int i = 0; i < batch.size(); i++) {
        batch.get(i).steps = found.get(i);
      }
    } catch (RuntimeException failure) {
      if (batch.size() == 1) {
        batch.getFirst().failure = failure;
      } else {
        // One that cannot be read must not stop the others.
        batch.forEach(request -> read(List.of(request)));
      }
    }
  }
}

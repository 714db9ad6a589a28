package dev.holdpoint.agent.loop;

import dev.holdpoint.agent.capture.Outline;
import dev.holdpoint.agent.capture.Scrubber;
import dev.holdpoint.agent.model.Model;
import dev.holdpoint.agent.model.ModelFailure;
import dev.holdpoint.agent.model.ModelRequest;
import dev.holdpoint.agent.model.ModelTurn;
import dev.holdpoint.agent.model.RequestText;
import dev.holdpoint.agent.model.Wiretap;
import dev.holdpoint.core.debug.ArtifactFormat;
import dev.holdpoint.core.debug.ArtifactId;
import dev.holdpoint.core.debug.ArtifactId.Part;
import dev.holdpoint.core.debug.CaptureLevel;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.Step;
import dev.holdpoint.core.run.Usage;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.port.DebugBundles;
import dev.holdpoint.engine.port.failure.StoreFailure;
import dev.holdpoint.engine.retention.DebugArtifacts;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Keeps, where that is wanted, what a run asks its model and what comes back. It is there to look
 * at runs, never to stop one: whatever goes wrong here is logged and the run goes on without it.
 */
public final class DebugCapture {
  private static final Logger log = LoggerFactory.getLogger(DebugCapture.class);

  public static final DebugCapture OFF =
      new DebugCapture(null, CaptureLevel.OFF, new Scrubber(List.of()));

  private final @Nullable DebugArtifacts debugging;
  private final CaptureLevel level;
  private final Scrubber scrubber;

  /** Whether the last attempt failed, which is told once and not for every artifact. */
  private final AtomicBoolean failing = new AtomicBoolean();

  private DebugCapture(@Nullable DebugArtifacts debugging, CaptureLevel level, Scrubber scrubber) {
    this.debugging = debugging;
    this.level = level;
    this.scrubber = scrubber;
  }

  public static DebugCapture at(CaptureLevel level, DebugArtifacts debugging, Scrubber scrubber) {
    return level == CaptureLevel.OFF ? OFF : new DebugCapture(debugging, level, scrubber);
  }

  /** Asks the model, within an errand of this job. */
  ModelTurn ask(Model model, ModelRequest request, Consumer<String> onText, Run run, WorkerTask job)
      throws ModelFailure, InterruptedException {
    if (debugging == null) {
      return model.next(request, onText);
    }
    Recording recording = new Recording(debugging, run, job, request.steps());
    recording.asks(request);
    ModelTurn turn;
    try {
      turn = model.next(request.with(recording), onText);
    } catch (ModelFailure e) {
      recording.failed(String.valueOf(e.getMessage()));
      throw e;
    }
    recording.answered(turn);
    return turn;
  }

  /** The artifacts of one attempt at one turn. */
  private final class Recording implements Wiretap {
    private final DebugArtifacts debugging;
    private final Run run;
    private final WorkerTask job;
    private final List<Step> steps;
    private final List<JsonNode> events = new ArrayList<>();
    private int attempt;

    Recording(DebugArtifacts debugging, Run run, WorkerTask job, List<Step> steps) {
      this.debugging = debugging;
      this.run = run;
      this.job = job;
      this.steps = steps;
    }

    void asks(ModelRequest request) {
      keep(Part.MODEL_REQUEST, () -> RequestText.tree(request));
    }

    @Override
    public void sent(Supplier<JsonNode> request) {
      keep(Part.PROVIDER_REQUEST, request);
    }

    @Override
    public void received(Supplier<JsonNode> event) {
      safely(() -> events.add(event.get()));
    }

    void answered(ModelTurn turn) {
      keepEvents();
      keep(
          Part.MODEL_RESPONSE,
          () -> {
            ObjectNode response = JsonTree.object().put("text", turn.text());
            ArrayNode calls = response.putArray("tool_calls");
            CallIds.distinct(steps, turn.calls()).forEach(c -> calls.add(RequestText.call(c)));
            Usage usage = turn.usage();
            if (usage != null) {
              response
                  .putObject("usage")
                  .put("model", usage.model())
                  .put("input", usage.inputTokens())
                  .put("output", usage.outputTokens());
            }
            return response.put("last", turn.last());
          });
    }

    void failed(String message) {
      keepEvents();
      keep(Part.MODEL_RESPONSE, () -> JsonTree.object().put("error", message));
    }

    private void keep(Part part, Supplier<? extends JsonNode> content) {
      safely(
          () ->
              put(
                  part,
                  ArtifactFormat.JSON,
                  JsonTree.write(shown(scrubber.tree(content.get()))).text()));
    }

    private void keepEvents() {
      safely(
          () ->
              put(
                  Part.PROVIDER_EVENTS,
                  ArtifactFormat.JSONL,
                  scrubber.stream(events).stream()
                      .map(event -> JsonTree.write(shown(event)).text() + "\n")
                      .collect(Collectors.joining())));
    }

    private JsonNode shown(JsonNode clean) {
      return level == CaptureLevel.FULL ? clean : Outline.of(clean);
    }

    private void put(Part part, ArtifactFormat format, String text) {
      boolean _ =
          job.inside(
              () -> {
                ArtifactId id = new ArtifactId(turn(), attempt(), part);
                debugging.keep(run, new DebugBundles.Draft(id, level, format, text));
                failing.set(false);
                return true;
              });
    }

    /** By the transcript, so that a restart counts on. */
    private int turn() {
      return 1 + Math.toIntExact(steps.stream().filter(Step.Turn.class::isInstance).count());
    }

    /** What an earlier attempt has left, before a crash, stays. */
    private int attempt() {
      if (attempt == 0) {
        attempt =
            1
                + debugging.artifacts(run).stream()
                    .filter(kept -> kept.id().turn() == turn())
                    .mapToInt(kept -> kept.id().attempt())
                    .max()
                    .orElse(0);
      }
      return attempt;
    }

    private void safely(Runnable deed) {
      try {
        deed.run();
      } catch (RuntimeException e) {
        if (failing.compareAndSet(false, true)) {
          // Anything else may quote what was to be kept.
          String why =
              e instanceof StoreFailure ? String.valueOf(e.getMessage()) : e.getClass().getName();
          log.warn("the model requests of run {} cannot be recorded: {}", run.id(), why);
        }
      }
    }
  }
}

package dev.holdpoint.agent.loop;

import dev.holdpoint.agent.model.Model;
import dev.holdpoint.agent.model.ModelFailure;
import dev.holdpoint.agent.model.ModelRequest;
import dev.holdpoint.agent.model.ModelTurn;
import dev.holdpoint.agent.model.Wiretap;
import dev.holdpoint.agent.process.Leftover;
import dev.holdpoint.agent.tool.RequiredFiles;
import dev.holdpoint.agent.tool.Tool;
import dev.holdpoint.agent.tool.ToolSource;
import dev.holdpoint.agent.tool.Tools;
import dev.holdpoint.agent.tool.Workspaces;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Call;
import dev.holdpoint.core.run.Output;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunStatus;
import dev.holdpoint.core.run.Step;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.core.secret.SecretValues;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.content.Assets;
import dev.holdpoint.engine.journal.Feed;
import dev.holdpoint.engine.journal.Transcripts;
import dev.holdpoint.engine.loop.Advance;
import dev.holdpoint.engine.loop.Progress;
import dev.holdpoint.engine.memory.Memory;
import dev.holdpoint.engine.memory.Skills;
import dev.holdpoint.engine.port.store.Queries;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.MDC;

/**
 * Brings one run as far as it can go: model turn, commit, tool calls, and again, until it parks or
 * ends.
 */
public final class RunLoop implements WorkerPool.Loop {
  /** What a run has said is part of its row, which is written with every step. */
  private static final int MAX_SAID = 4 * 1024 * 1024;

  private final Engine engine;
  private final Transcripts transcripts;
  private final Burden burden = new Burden();
  private final Progress progress;
  private final Feed feed;
  private final Map<String, Model> routes;
  private final Tools ownTools;
  private final ToolSource moreTools;
  private final CallGate gatekeeper;
  private final MemoryPrompt recall;
  private final Enclosed enclosed;
  private final Completion completion;
  private final AnswerFormat format = new AnswerFormat();
  private final Workspaces workspaces;
  private final Set<String> ended;
  private final DebugCapture capture;
  private final SecretInjection unsealing;
  private final Outsiders outsiders;

  /**
   * @param moreTools which tools a run sees beside those of every run
   * @param secrets opens those that a run may use
   * @param outsiders who carries out the runs that go to agents outside
   * @param leftovers what an earlier daemon was in the middle of, for the runs that hear of it
   */
  public RunLoop(
      Engine engine,
      Progress progress,
      Feed feed,
      Map<String, Model> routes,
      Tools ownTools,
      ToolSource moreTools,
      Memory memory,
      Skills skills,
      Assets assets,
      Workspaces workspaces,
      List<Leftover> leftovers,
      DebugCapture capture,
      Function<Run, SecretValues> secrets,
      Outsiders outsiders) {
    this.engine = engine;
    this.transcripts = new Transcripts(engine);
    engine.onCommit(transcripts);
    this.progress = progress;
    this.feed = feed;
    this.routes = Map.copyOf(routes);
    this.ownTools = ownTools;
    this.moreTools = moreTools;
    this.recall = new MemoryPrompt(memory, skills);
    this.gatekeeper = new CallGate(engine, recall, new Emissions(assets::find));
    this.enclosed = new Enclosed(engine, assets);
    this.completion = new Completion(new RequiredFiles(workspaces));
    this.workspaces = workspaces;
    this.capture = capture;
    this.unsealing = new SecretInjection(secrets);
    this.outsiders = outsiders;
    this.ended =
        leftovers.stream()
            .filter(Leftover::wasRunning)
            .map(left -> left.runId() + " " + left.callId())
            .collect(Collectors.toUnmodifiableSet());
  }

  @Override
  public long work(long runKey, WorkerTask job) {
    Run run = job.newest();
    // The commit that starts a run reads it anyway, and says if it has left the queue meanwhile.
    boolean starts = run == null && job.isFoundInQueue();
    if (run == null && !starts) {
      run = engine.read(queries -> queries.run(runKey));
    }
    if (starts || (run != null && run.status() == RunStatus.QUEUED)) {
      run = progress.start(runKey);
    }
    if (run == null || !run.isLoopWork()) {
      return run == null ? Long.MAX_VALUE : run.trail().last();
    }
    job.enter(run.head().sessionKey());
    Walk walk = new Walk(run, job);
    // Whatever is logged on the way says of which run it is.
    try (MDC.MDCCloseable _ = MDC.putCloseable("run_id", run.id());
        MDC.MDCCloseable _ = MDC.putCloseable("session_id", run.head().sessionId())) {
      return outsiders.carry(run) ? outsiders.work(run, job) : walk.follow();
    }
  }

  /** The work on one run by one worker. */
  private final class Walk {
    private final WorkerTask job;
    private final ProgressWriter pen;
    private Run run;
    private Advance advance;
    private List<Step> steps = List.of();
    private List<Call> open;
    private List<String> filesBefore;
    private Tools tools = ownTools;
    private boolean looked;
    private long said;

    Walk(Run run, WorkerTask job) {
      this.run = run;
      this.job = job;
      this.pen = new ProgressWriter(progress, run, job);
      this.advance = new Advance(run);
      this.open = run.calls();
      this.filesBefore = run.filesBefore();
      this.said = run.outputs().stream().mapToLong(output -> output.content().length()).sum();
    }

    long follow() {
      return pen.follow(this::go);
    }

    private void go() throws InterruptedException {
      Call unfinished =
          open.stream().filter(c -> c.progress() == Call.Progress.STARTED).findFirst().orElse(null);
      if (unfinished != null) {
        ToolCall call = unfinished.call();
        advance.interrupt(
            "the daemon stopped while %s (%s) was running; %sit may have taken effect and is not repeated"
                .formatted(
                    call.tool(),
                    call.id(),
                    ended.contains(run.id() + " " + call.id())
                        ? "its processes were still running and were stopped; "
                        : ""));
        commit();
        return;
      }
      look();
      int taken = burden.take(steps);
      try {
        goOn();
      } finally {
        burden.giveBack(taken);
      }
    }

    private void goOn() throws InterruptedException {
      if (filesBefore.isEmpty()) {
        filesBefore = completion.marks(run);
      }
      if (!filesBefore.equals(run.filesBefore())) {
        // Committed before anything is done that could change them.
        advance.filesBefore(filesBefore);
      }
      while (true) {
        if (!finishCalls() || !turn()) {
          return;
        }
      }
    }

    private void look() {
      steps = new ArrayList<>(transcripts.of(run));
      open = run.calls();
    }

    /** Carries out the calls of the open turn; false when the run parks on one of them. */
    private boolean finishCalls() throws InterruptedException {
      List<Call> left = open.stream().filter(c -> c.progress() != Call.Progress.DONE).toList();
      if (left.isEmpty()) {
        return true;
      }
      if (!left.stream().allMatch(call -> tools.has(call.call().tool()))) {
        lookForTools();
      }
      if (gatekeeper.park(advance, run, tools, left, engine.nowMs())) {
        commit();
        if (!run.isLoopWork()) {
          transcripts.parked(run, steps);
          return false;
        }
        // A rule has spoken, or there was no parent to ask: nobody has to be waited for.
        look();
        return finishCalls();
      }
      for (Call call : left) {
        carryOut(call.call());
      }
      open = List.of();
      return true;
    }

    /**
     * What the session's scope lets it see is settled; which tools there are is not. Those on their
     * way are waited for once.
     */
    private void lookForTools() throws InterruptedException {
      Session session =
          moreTools.isEmpty()
              ? null
              : engine.read(queries -> queries.session(run.head().sessionKey()));
      if (session != null) {
        tools =
            ownTools.and(
                job.<ToolSource.Seen, RuntimeException>outside(
                    () -> moreTools.of(session, !looked)));
        looked = true;
      }
    }

    private void carryOut(ToolCall call) throws InterruptedException {
      CallGate.Leave leave = gatekeeper.leave(run, tools, call, engine.nowMs());
      switch (leave) {
        case CallGate.Leave.Settled(Json result) -> result(call, result, false);
        case CallGate.Leave.Emit(Output output, Json result) -> {
          // Counted like what the model says: both become part of the run.
          if (said + output.content().length() + output.parts().text().length() > MAX_SAID) {
            result(
                call,
                GateResults.error("This run has reached the maximum length of output."),
                false);
          } else {
            said += output.content().length() + output.parts().text().length();
            advance.output(output);
            result(call, result, false);
          }
        }
        case CallGate.Leave.Act(Consumer<Advance> act) -> {
          Advance acting = advance;
          act.accept(acting);
          commit();
          steps.add(new Step.Result(call.id(), acting.told(call.id())));
        }
        case CallGate.Leave.Go(Tool tool, Json input) -> {
          if (tool.hasEffect()) {
            advance.starts(call.id());
            commit();
          }
          SecretInjection.Place folder = () -> workspaces.of(run.head().sessionId());
          result(call, unsealing.run(tool, input, run, call, folder, job), tool.hasEffect());
        }
      }
    }

    private void result(ToolCall call, Json content, boolean effect) {
      steps.add(new Step.Result(call.id(), content));
      advance.result(call.id(), content, effect);
    }

    /** Asks the model; false when the run has ended. */
    private boolean turn() throws InterruptedException {
      if (advance.tells()) {
        commit();
      }
      Model model = routes.get(run.head().provider());
      if (model == null) {
        return fails("the route '" + run.head().provider() + "' is no longer configured");
      }
      lookForTools();
      ModelTurn turn;
      try {
        turn =
            job.<ModelTurn, ModelFailure>outside(
                () -> capture.ask(model, request(), text -> feed.text(run, text), run, job));
      } catch (ModelFailure e) {
        return fails(String.valueOf(e.getMessage()));
      }
      if (turn.usage() != null) {
        advance.used(turn.usage());
      }
      List<ToolCall> calls = CallIds.distinct(steps, turn.calls());
      // Where a model stands follows from its turns, so an empty one counts too, but for the last.
      if (!turn.text().isEmpty() || !calls.isEmpty() || !turn.last()) {
        steps.add(new Step.Turn(turn.text(), calls));
        advance.turn(turn.text(), calls);
      }
      if (!turn.text().isEmpty()) {
        said += turn.text().length();
        if (said > MAX_SAID) {
          return fails("the run has produced more than " + MAX_SAID + " characters of output");
        }
        advance.output(GateResults.said(run, turn.text()));
      }
      if (turn.shortfall() != null) {
        return fails(turn.shortfall());
      }
      open = calls.stream().map(Call::planned).toList();
      return !turn.last() || !calls.isEmpty() || isNudged(model.isHeldToFormat());
    }

    /** At what the model takes for the end: false when it is. */
    private boolean isNudged(boolean heldToFormat) throws InterruptedException {
      String missing = completion.missing(run, filesBefore);
      if (missing != null) {
        return Completion.isNudged(steps)
            ? fails(Completion.failure(missing))
            : nudged(Completion.nudge(missing));
      }
      String fault = heldToFormat ? format.fault(run, steps) : null;
      if (fault != null) {
        return AnswerFormat.isLost(fault, steps)
            ? fails(AnswerFormat.failure(fault))
            : nudged(AnswerFormat.nudge(fault));
      }
      advance.complete();
      commit();
      return false;
    }

    private boolean nudged(Step.Input nudge) {
      steps.add(nudge);
      advance.input(nudge);
      return true;
    }

    private boolean fails(String error) throws InterruptedException {
      advance.fail(error);
      commit();
      return false;
    }

    private ModelRequest request() {
      return new ModelRequest(
          () -> job.inside(() -> engine.read(this::instructions)),
          List.copyOf(steps),
          () -> job.inside(() -> engine.read(queries -> History.before(queries, run))),
          tools.specs(),
          run.head().settings().generation(),
          () -> job.inside(() -> recall.context(run, steps)),
          item ->
              job.inside(() -> Optional.ofNullable(enclosed.text(run.head().tenantId(), item)))
                  .orElse(null),
          Wiretap.NONE);
    }

    private String instructions(Queries queries) {
      Session session = queries.session(run.head().sessionKey());
      return session == null || session.persona() == null ? "" : session.persona().instructions();
    }

    private void commit() throws InterruptedException {
      run = pen.write(advance);
      advance = new Advance(run);
    }
  }
}

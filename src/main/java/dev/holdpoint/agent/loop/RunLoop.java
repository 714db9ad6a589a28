package dev.holdpoint.agent.loop;

import dev.holdpoint.agent.model.Model;
import dev.holdpoint.agent.model.ModelFailure;
import dev.holdpoint.agent.model.ModelRequest;
import dev.holdpoint.agent.model.ModelTurn;
import dev.holdpoint.agent.tool.RequiredFiles;
import dev.holdpoint.agent.tool.Tool;
import dev.holdpoint.agent.tool.ToolContext;
import dev.holdpoint.agent.tool.ToolOutcome;
import dev.holdpoint.agent.tool.ToolSource;
import dev.holdpoint.agent.tool.Tools;
import dev.holdpoint.agent.tool.Workspaces;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Call;
import dev.holdpoint.core.run.Output;
import dev.holdpoint.core.run.RemoteCall;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunStatus;
import dev.holdpoint.core.run.Step;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.core.secret.SecretValues;
import dev.holdpoint.core.world.MovedWorld;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.content.Assets;
import dev.holdpoint.engine.gate.GateDraft;
import dev.holdpoint.engine.journal.Feed;
import dev.holdpoint.engine.journal.Transcripts;
import dev.holdpoint.engine.loop.Advance;
import dev.holdpoint.engine.loop.Progress;
import dev.holdpoint.engine.memory.Memory;
import dev.holdpoint.engine.memory.Skills;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
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
  private final ModelRequests requests;
  private final Completion completion;
  private final AnswerFormat format = new AnswerFormat();
  private final RemoteCalls remotes;
  private final DebugCapture capture;
  private final SecretInjection unsealing;
  private final Outsiders outsiders;

  /**
   * @param moreTools which tools a run sees beside those of every run
   * @param secrets opens those that a run may use
   * @param outsiders who carries out the runs that go to agents outside
   * @param effects what becomes of calls that an earlier daemon was in the middle of
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
      EffectTerms effects,
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
    MemoryPrompt recall = new MemoryPrompt(memory, skills);
    this.gatekeeper =
        new CallGate(engine, recall, new Emissions(assets::find), workspaces, secrets);
    this.requests = new ModelRequests(engine, recall, new Enclosed(engine, assets));
    this.completion = new Completion(new RequiredFiles(workspaces));
    this.capture = capture;
    this.unsealing = new SecretInjection(secrets, workspaces);
    this.outsiders = outsiders;
    this.remotes = new RemoteCalls(moreTools, unsealing, effects);
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
      return outsiders.carry(run) ? outsiders.work(run, job) : walk.pen.follow(walk::go);
    }
  }

  /** The work on one run by one worker. */
  private final class Walk {
    private final WorkerTask job;
    private final ProgressWriter pen;
    private Run run;
    private Advance advance;
    private List<Step> steps = new ArrayList<>();
    private List<Call> open;
    private List<String> filesBefore;
    private final SeenTools tools = new SeenTools(engine, ownTools, moreTools);
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

    private void go() throws InterruptedException {
      while (run.isLoopWork()) {
        Call unfinished = RemoteCalls.unfinished(open);
        if (unfinished == null) {
          look();
          int taken = burden.take(steps);
          try {
            goOn();
          } finally {
            burden.giveBack(taken);
          }
          // A call that takes its time elsewhere is waited for without what the run has said.
          steps = new ArrayList<>();
        } else {
          goOn(unfinished);
        }
        open = run.calls();
      }
    }

    /** A call that an earlier daemon began, or that goes on at a server. */
    private void goOn(Call unfinished) throws InterruptedException {
      ToolCall call = unfinished.call();
      RemoteCall remote = unfinished.remote();
      if (remote == null || unfinished.isLost()) {
        remotes.lost(advance, run, unfinished);
        commit();
        return;
      }
      if (!remote.sending() && !remote.unsent().isEmpty()) {
        remotes.await(remote, job);
        remote = remote.sends();
        advance.remote(call.id(), remote);
        commit();
      }
      if (carriedOut(call, remotes.goOn(run, call, remote, job), true)) {
        commit();
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
      if (!left.stream().allMatch(call -> tools.all().has(call.call().tool()))) {
        tools.look(run, job);
      }
      advance.said(GateResults.saidSince(steps));
      if (gatekeeper.park(advance, run, tools.all(), left, job)) {
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
        if (!isCarriedOut(call.call())) {
          return false;
        }
      }
      open = List.of();
      return true;
    }

    /** False when the call goes on elsewhere. */
    private boolean isCarriedOut(ToolCall call) throws InterruptedException {
      CallGate.Leave leave = gatekeeper.leave(run, tools.all(), call, job);
      switch (leave) {
        case CallGate.Leave.Settled(Json result) ->
            result(call, unsealing.scrubbed(run, call, result), false);
        case CallGate.Leave.Emit(Output output, Json result) -> {
          // Counted like what the model says: both become part of the run.
          long length = (long) output.content().length() + output.parts().text().length();
          boolean fits = said + length <= MAX_SAID;
          if (fits) {
            said += length;
            advance.output(output);
          }
          result(call, fits ? result : GateResults.TOO_MUCH_OUTPUT, false);
        }
        case CallGate.Leave.Act(Consumer<Advance> act) -> {
          Advance acting = advance;
          act.accept(acting);
          commit();
          steps.add(new Step.Result(call.id(), acting.told(call.id())));
        }
        case CallGate.Leave.Go(Tool tool, Json input, String place) -> {
          MovedWorld moved = gatekeeper.moved(run, call, tool, job);
          if (moved != null) {
            return isOver(call, moved);
          }
          if (tool.hasEffect()) {
            remotes.begins(advance, call.id(), engine.nowMs());
            commit();
          }
          ToolContext.LastLook look = gatekeeper.lastLook(run, call, tool);
          ToolOutcome outcome =
              unsealing.run(at -> tool.begin(input, at.looking(look, place)), run, call, job);
          return carriedOut(call, outcome, tool.hasEffect());
        }
      }
      return true;
    }

    /** False when the call goes on elsewhere, and how far it has come is committed. */
    private boolean carriedOut(ToolCall call, ToolOutcome outcome, boolean effect)
        throws InterruptedException {
      switch (outcome) {
        case ToolOutcome.Done(Json content) -> result(call, content, effect);
        case ToolOutcome.Moved(MovedWorld moved) -> {
          return isOver(call, moved);
        }
        case ToolOutcome.GoesOn(RemoteCall remote, List<GateDraft.OfQuestion> questions) -> {
          advance.remote(call.id(), remote);
          questions.forEach(advance::ask);
          try {
            commit();
          } catch (Refused refused) {
            remotes.abandon(run, call.id(), remote);
            throw refused;
          }
        }
      }
      return outcome instanceof ToolOutcome.Done;
    }

    /** Whether the call has its result. Else a person is asked anew, and nothing has run. */
    private boolean isOver(ToolCall call, MovedWorld moved) throws InterruptedException {
      if (!moved.asks()) {
        result(call, GateResults.keepsChanging(moved), false);
        return true;
      }
      advance.askAnew(CallGate.anew(run, call, tools.all().find(call.tool()), moved));
      commit();
      transcripts.parked(run, steps);
      return false;
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
      tools.look(run, job);
      ModelRequests.Beside told = requests.beside(run);
      ModelRequest asked = requests.of(run, told.after(steps), tools.all(), job);
      ModelTurn turn;
      try {
        turn =
            job.<ModelTurn, ModelFailure>outside(
                () -> capture.ask(model, asked, text -> feed.text(run, text), run, job));
      } catch (ModelFailure e) {
        return fails(String.valueOf(e.getMessage()));
      }
      told.journal(advance.used(turn.usage()), steps);
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

    private void commit() throws InterruptedException {
      run = pen.write(advance);
      advance = new Advance(run);
    }
  }
}

package dev.holdpoint.agent.relay;

import dev.holdpoint.agent.loop.Completion;
import dev.holdpoint.agent.loop.GateResults;
import dev.holdpoint.agent.loop.ProgressWriter;
import dev.holdpoint.agent.loop.WorkerTask;
import dev.holdpoint.agent.peer.AgentEvent;
import dev.holdpoint.agent.peer.AgentRequest;
import dev.holdpoint.agent.peer.PeerFailure;
import dev.holdpoint.core.agent.Denials;
import dev.holdpoint.core.permission.Behavior;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Call;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.Step;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.engine.asking.GateDecision;
import dev.holdpoint.engine.loop.Advance;
import dev.holdpoint.engine.loop.Hearing;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/**
 * One worker's time with a run of an agent outside: hands over what was decided, listens, writes
 * down what happens, and parks the run on what the agent asks.
 */
final class RelayWalk {
  /** What a run has said is part of its row, which is written with every step. */
  private static final int MAX_SAID = 4 * 1024 * 1024;

  /** An agent may use many tools; what they did is written down this often. */
  private static final long PACE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Relay relay;
  private final ProgressWriter pen;
  private final WorkerTask job;
  private final FollowUps followUps;
  private Run run;
  private Advance advance;
  private long said;
  private long writtenNanos = System.nanoTime();

  RelayWalk(Relay relay, ProgressWriter pen, WorkerTask job) {
    this.relay = relay;
    this.pen = pen;
    this.job = job;
    this.followUps = new FollowUps(relay.parts().engine());
    this.run = pen.run();
    this.advance = new Advance(run);
    this.said = run.outputs().stream().mapToLong(output -> output.content().length()).sum();
  }

  void go() throws InterruptedException {
    if (FollowUps.begins(relay.parts(), advance, run)) {
      // Committed before anything is done that could change it.
      commit();
    }
    AgentConnection line = new RunAttachment(relay, job, run).line(this::end);
    if (line == null) {
      return;
    }
    synchronized (line) {
      line.attend();
    }
    line.talk().onNews(() -> {});
    boolean isAgain = line.takeAgain();
    String due = followUps.of(run).due();
    if (due != null) {
      followUp(line, due);
    } else if (isAgain) {
      promptAgain(line);
    } else {
      deliver(line);
    }
    while (pen.run().isLoopWork() && handle(line, next(line))) {}
  }

  /** Ends the run before it has come anywhere. */
  private void end(Advance ending) throws InterruptedException {
    run = pen.write(ending);
  }

  private AgentEvent next(AgentConnection line) throws InterruptedException {
    AgentEvent kept;
    synchronized (line) {
      kept = line.kept();
    }
    return kept != null
        ? kept
        : job.<AgentEvent, RuntimeException>outside(() -> line.talk().next());
  }

  private void promptAgain(AgentConnection line) throws InterruptedException {
    for (Call call : run.calls()) {
      if (call.progress() == Call.Progress.PLANNED) {
        line.answered().add(call.call().id());
      }
    }
    List<Step> steps = relay.parts().transcripts().of(run);
    if (isReady(line)) {
      prompt(line, RunAttachment.AGAIN + relay.parts().briefing().input(run, steps));
    }
  }

  /** Gives whether the agent can be prompted; if not, the run has ended. */
  private boolean isReady(AgentConnection line) throws InterruptedException {
    try {
      return job.<Boolean, PeerFailure>outside(
          () -> {
            line.talk().prepare();
            return true;
          });
    } catch (PeerFailure e) {
      unprompted(line, e);
      return false;
    }
  }

  private void prompt(AgentConnection line, String text) throws InterruptedException {
    try {
      if (!line.prompt(text)) {
        throw new InterruptedException();
      }
    } catch (PeerFailure e) {
      unprompted(line, e);
    }
  }

  private void unprompted(AgentConnection line, PeerFailure why) throws InterruptedException {
    line.over().complete(false);
    advance.interrupt(String.valueOf(why.getMessage()));
    commit();
  }

  /** False when the worker has nothing more to do. */
  private boolean handle(AgentConnection line, AgentEvent happening) throws InterruptedException {
    switch (happening) {
      case AgentEvent.Said(String text) -> said(line, text);
      case AgentEvent.Began began -> line.tools().put(began.callId(), began);
      case AgentEvent.Finished finished -> finished(line, finished);
      case AgentEvent.ModeChanged(String from, String to) -> {
        advance.modeChanged(from, to);
        commit();
      }
      case AgentEvent.Asked(AgentRequest ask) -> {
        return asked(line, ask);
      }
      case AgentEvent.Dropped _ -> {
        // It has not been asked for here: nobody has to hear of it.
      }
      case AgentEvent.Ended ended -> ended(line, ended);
      case AgentEvent.Gone(String reason) -> {
        line.over().complete(false);
        wrapUp(line);
        advance.interrupt(reason + "; its last action may have taken effect and is not repeated");
        commit();
      }
    }
    return true;
  }

  private void said(AgentConnection line, String text) throws InterruptedException {
    relay.parts().feed().text(run, text);
    line.words().append(text);
    if (said + line.words().length() > MAX_SAID) {
      line.words().setLength(0);
      advance.fail("the agent has produced more than " + MAX_SAID + " characters of output");
      commit();
    }
  }

  private void finished(AgentConnection line, AgentEvent.Finished finished)
      throws InterruptedException {
    AgentEvent.Began began = line.tools().remove(finished.callId());
    Json result = GateTranslation.result(finished);
    String callId = line.ours(finished.callId());
    boolean open =
        run.calls().stream()
            .anyMatch(
                call ->
                    call.call().id().equals(callId) && call.progress() == Call.Progress.STARTED);
    if (open) {
      advance.result(callId, result, true);
      commit();
    } else if (began != null) {
      ToolCall call = new ToolCall(line.distinct(began.callId()), began.tool(), began.input());
      speak(line, List.of(call));
      advance.result(call.id(), result, true);
      if (System.nanoTime() - writtenNanos > PACE_NANOS) {
        commit();
      }
    }
  }

  /** Writes down what was said so far, together with these calls. */
  private void speak(AgentConnection line, List<ToolCall> calls) {
    String text = line.takeWords();
    if (text.isEmpty() && calls.isEmpty()) {
      return;
    }
    if (run.calls().stream().anyMatch(call -> call.progress() != Call.Progress.DONE)) {
      advance.also(text, calls);
    } else {
      advance.turn(text, calls);
    }
    if (!text.isEmpty()) {
      said += text.length();
      advance.output(GateResults.said(run, text));
    }
  }

  private boolean asked(AgentConnection line, AgentRequest first) throws InterruptedException {
    if (line.isTakenBack(first)) {
      return true;
    }
    for (Call call : run.calls()) {
      // It was brought back and asks again what has been answered.
      if (line.answered().contains(call.call().id())
          && GateTranslation.isSame(run, call.call(), first)) {
        line.answered().remove(call.call().id());
        line.asked().put(call.call().id(), first);
        deliver(line);
        return true;
      }
    }
    List<AgentRequest> asks = new ArrayList<>(List.of(first));
    while (line.talk().peek() instanceof AgentEvent.Asked(AgentRequest more)
        && more.getClass() == first.getClass()) {
      line.talk().next();
      asks.add(more);
    }
    settleOld(line);
    List<ToolCall> calls = new ArrayList<>();
    for (AgentRequest ask : asks) {
      ToolCall call = GateTranslation.call(line, ask);
      calls.add(call);
      line.asked().put(call.id(), ask);
      switch (ask) {
        case AgentRequest.Permission permission ->
            advance.hear(
                new Hearing(call, Behavior.ASK, GateTranslation.draft(run, call, permission)));
        case AgentRequest.Inquiry inquiry -> advance.ask(GateTranslation.draft(call, inquiry));
      }
    }
    speak(line, calls);
    commit();
    if (run.isLoopWork()) {
      // A rule has spoken: nobody has to be waited for.
      deliver(line);
      return true;
    }
    relay.park(run, line);
    return false;
  }

  /** What was answered and not asked for again has no one who would hear the answer. */
  private void settleOld(AgentConnection line) {
    for (String callId : line.answered()) {
      advance.result(
          callId,
          GateResults.error("The agent was restarted and has not asked this again."),
          false);
    }
    line.answered().clear();
  }

  /**
   * Hands over what was decided. Before it goes out it is on record that it may have, be it a yes,
   * a no or an answer: whatever the agent does on it is not to be done again.
   */
  private void deliver(AgentConnection line) throws InterruptedException {
    Map<String, GateDecision> due = new LinkedHashMap<>();
    for (Map.Entry<String, AgentRequest> waiting : line.asked().entrySet()) {
      GateDecision decision = GateTranslation.decision(run, waiting.getKey(), waiting.getValue());
      if (decision != null) {
        due.put(waiting.getKey(), decision);
      }
    }
    if (due.isEmpty()) {
      return;
    }
    due.forEach(
        (callId, decision) -> {
          AgentRequest ask = Objects.requireNonNull(line.asked().get(callId));
          FollowUps.heard(advance, run, callId, ask, decision);
          if (decision instanceof GateDecision.Allowed) {
            advance.starts(callId);
          } else {
            advance.result(callId, GateTranslation.result(run, callId, decision), false);
          }
        });
    commit();
    for (Map.Entry<String, GateDecision> one : due.entrySet()) {
      AgentRequest ask = line.asked().remove(one.getKey());
      if (ask != null && !answer(line, ask, one.getValue())) {
        return;
      }
    }
  }

  private boolean answer(AgentConnection line, AgentRequest ask, GateDecision decision)
      throws InterruptedException {
    try {
      job.<Boolean, PeerFailure>outside(
          () -> {
            line.talk().answer(ask, decision);
            return true;
          });
    } catch (PeerFailure e) {
      advance.interrupt(
          "the agent could not receive the decision: " + e.getMessage() + "; it is not sent twice");
      commit();
      return false;
    }
    return true;
  }

  /** The turn is over: every call has its result, and what was said is written down. */
  private void wrapUp(AgentConnection line) {
    for (Call call : run.calls()) {
      if (call.progress() == Call.Progress.STARTED) {
        advance.result(call.call().id(), new Json("{\"approved\":true}"), true);
      }
    }
    settleOld(line);
    speak(line, List.of());
  }

  private void ended(AgentConnection line, AgentEvent.Ended ended) throws InterruptedException {
    wrapUp(line);
    Denials denials = followUps.of(run);
    String words = FollowUps.next(line, ended.reason(), denials);
    if (words != null) {
      FollowUps.write(advance, run, words);
      commit();
      followUp(line, words);
      return;
    }
    String missing =
        ended.reason() == AgentEvent.Ended.Reason.DONE
            ? relay.parts().completion().missing(run, run.filesBefore())
            : null;
    if (missing != null && line.nudge()) {
      Step.Input nudge = Completion.nudge(missing);
      advance.input(nudge);
      FollowUps.forget(advance, run);
      commit();
      if (isReady(line)) {
        prompt(line, nudge.text());
      }
      return;
    }
    line.over().complete(true);
    switch (ended.reason()) {
      case DONE -> {
        if (missing == null) {
          advance.complete();
        } else {
          advance.fail(Completion.failure(missing));
        }
      }
      case LIMIT -> advance.fail(told("the agent reached a limit of its own", ended.detail()));
      case REFUSED -> advance.fail(told("the agent refused to continue", ended.detail()));
      case CANCELLED -> advance.interrupt(FollowUps.stopped(denials, ended.detail()));
      case FAILED -> advance.fail(told("the agent failed", ended.detail()));
    }
    commit();
  }

  /**
   * Sends words that are in the transcript, once: before they go, it is on record that they may.
   */
  private void followUp(AgentConnection line, String words) throws InterruptedException {
    if (isReady(line)) {
      FollowUps.sending(advance, run);
      commit();
      prompt(line, words);
    }
  }

  static String told(String what, String detail) {
    return detail.isBlank() ? what : what + ": " + detail;
  }

  private void commit() throws InterruptedException {
    run = pen.write(advance);
    advance = new Advance(run);
    writtenNanos = System.nanoTime();
  }
}

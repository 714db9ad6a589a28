package dev.holdpoint.agent.relay;

import dev.holdpoint.agent.peer.AgentEvent;
import dev.holdpoint.agent.peer.AgentRequest;
import dev.holdpoint.core.agent.AgentBinding;
import dev.holdpoint.core.agent.Denials;
import dev.holdpoint.core.gate.Aside;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.Step;
import dev.holdpoint.engine.agent.AgentBindings;
import dev.holdpoint.engine.asking.GateDecision;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.loop.Advance;
import dev.holdpoint.engine.triage.Asides;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an agent is told of denials after the turn in which they were made. Its words are in the
 * transcript before they are sent, and the intent to send them is committed as well: a daemon that
 * stops between the two sends them when it is back, and one that stops later never sends them
 * again.
 */
final class FollowUps {
  private final Engine engine;

  FollowUps(Engine engine) {
    this.engine = engine;
  }

  /** What was denied to the run's agent since it was last prompted. */
  Denials of(Run run) {
    AgentBinding engagement =
        engine.read(queries -> AgentBindings.of(queries, run.head().sessionKey()));
    return engagement == null ? Denials.NONE : engagement.denialsOf(run.key());
  }

  /**
   * How the files are that the run must write, and what the session's agent is told beside its
   * work, which goes before the input of its next run; false when there is nothing of it.
   */
  static boolean begins(Relay.Parts parts, Advance advance, Run run) {
    List<String> marks = parts.completion().marks(run);
    boolean marked = run.filesBefore().isEmpty() && !marks.isEmpty();
    if (marked) {
      advance.filesBefore(marks);
    }
    List<Aside> told =
        run.steps() == 1 ? parts.asides().waiting(run.head().sessionId()) : List.of();
    if (!told.isEmpty()) {
      advance.input(new Step.Input(Asides.told(told))).keeping(change -> Asides.done(change, told));
    }
    return marked || !told.isEmpty();
  }

  /** The agent is about to be given this answer. */
  static void heard(
      Advance advance, Run run, String callId, AgentRequest ask, GateDecision decision) {
    if (decision instanceof GateDecision.Denied denied) {
      Denials.Denial denial = GateTranslation.denial(callId, ask, denied);
      advance.keeping(
          change -> AgentBindings.denials(change, run, denials -> denials.plus(denial)));
    }
  }

  /** What the agent is to be told now that its turn is over; null for nothing. */
  static @Nullable String next(
      AgentConnection line, AgentEvent.Ended.Reason reason, Denials denials) {
    return switch (reason) {
      case DONE, REFUSED, CANCELLED -> line.talk().tellsReasons() ? null : denials.nextPrompt();
      case LIMIT, FAILED -> null;
    };
  }

  /**
   * Why the run of an agent is interrupted that has stopped its turn. Where it was denied something
   * that says it all: what it calls its own stop, as OpenCode does, is nobody's words.
   */
  static String stopped(Denials denials, String detail) {
    String stop = denials.stop();
    return stop == null ? RelayWalk.told("the agent stopped by itself", detail) : stop;
  }

  /** The words are due once this is committed. */
  static void write(Advance advance, Run run, String words) {
    advance
        .input(new Step.Input(words))
        .keeping(change -> AgentBindings.denials(change, run, Denials::prompting));
  }

  /** The intent to send what is due. */
  static void sending(Advance advance, Run run) {
    advance.keeping(change -> AgentBindings.denials(change, run, Denials::sent));
  }

  /** The agent is prompted for another reason, and a new turn begins. */
  static void forget(Advance advance, Run run) {
    advance.keeping(change -> AgentBindings.denials(change, run, Denials::past));
  }
}

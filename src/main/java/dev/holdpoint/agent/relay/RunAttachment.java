package dev.holdpoint.agent.relay;

import dev.holdpoint.agent.loop.WorkerTask;
import dev.holdpoint.agent.peer.PeerFailure;
import dev.holdpoint.agent.peer.PeerSession;
import dev.holdpoint.core.agent.AgentBinding;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.run.Call;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.Step;
import dev.holdpoint.engine.agent.AgentBindings;
import dev.holdpoint.engine.cluster.Reachability;
import dev.holdpoint.engine.loop.Advance;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a worker comes to the line of its run: it is there, or it is begun, or it was lost on the
 * way. An agent that may have been given the input is not given it again, unless it can take up
 * what it knows and nothing that was allowed has reached it.
 */
final class RunAttachment {
  /** Before the input, for an agent that has seen it before. */
  static final String AGAIN =
      "You were stopped while you worked on the following task, and this "
          + "conversation has been resumed. Continue where you stopped; do not "
          + "repeat finished work. If a request of yours was not answered, ask again "
          + "in the same words.\n\n";

  private final Relay relay;
  private final WorkerTask job;
  private final Run run;

  RunAttachment(Relay relay, WorkerTask job, Run run) {
    this.relay = relay;
    this.job = job;
    this.run = run;
  }

  /** Writes down how the run ends. */
  @FunctionalInterface
  interface Ending {
    void write(Advance advance) throws InterruptedException;
  }

  /** Null when the run has come to its end. */
  @Nullable AgentConnection line(Ending ending) throws InterruptedException {
    AgentConnection line = relay.line(run);
    if (line != null) {
      return line;
    }
    AgentBinding engagement =
        relay.parts().engine().read(q -> AgentBindings.of(q, run.head().sessionKey()));
    if (engagement == null || !engagement.isOf(run.key())) {
      return begun(engagement, ending);
    }
    return isTheirs(engagement) ? null : lost(engagement, ending);
  }

  /** Another node has the agent and is there: it goes on with the run, or is on its way out. */
  private boolean isTheirs(AgentBinding engagement) throws InterruptedException {
    Reachability.Place place =
        relay
            .parts()
            .engine()
            .read(queries -> relay.parts().neighbours().placeOf(engagement.node(), queries));
    if (place == Reachability.Place.NOWHERE) {
      return false;
    }
    // Nobody gains if it comes back to this one at once.
    job.pause();
    return relay.parts().engagements().giveUp(run);
  }

  private @Nullable AgentConnection begun(@Nullable AgentBinding earlier, Ending ending)
      throws InterruptedException {
    ExternalAgent outsider = relay.outsider(run);
    List<Step> steps = relay.parts().transcripts().of(run);
    PeerSession talk;
    try {
      long node = relay.parts().engine().cluster().epoch();
      talk =
          job.<PeerSession, PeerFailure>outside(
              () -> {
                PeerSession taken = relay.seats().take(run, outsider, earlier, node);
                taken.prepare();
                return taken;
              });
    } catch (PeerFailure e) {
      ending.write(new Advance(run).fail(String.valueOf(e.getMessage())));
      return null;
    }
    AgentConnection line = AgentConnection.of(run.key(), talk).knowing(steps);
    // Known before it is on record, so that whoever ends the run from then on finds it.
    relay.keep(run, line);
    if (!isOnRecord(line, outsider, talk)) {
      return null;
    }
    try {
      if (!line.prompt(text(earlier, talk, steps))) {
        return null;
      }
    } catch (PeerFailure e) {
      line.over().complete(false);
      ending.write(new Advance(run).interrupt(String.valueOf(e.getMessage())));
      return null;
    }
    return line;
  }

  /** If not, nobody has said a word on the line, and nobody will. */
  private boolean isOnRecord(AgentConnection line, ExternalAgent outsider, PeerSession talk) {
    boolean begun = false;
    try {
      begun = relay.parts().engagements().begin(run, outsider.name(), talk.id(), talk.isLasting());
      return begun;
    } finally {
      if (!begun) {
        line.over().complete(true);
        relay.forget(line);
      }
    }
  }

  /** The first words of a talk say who the agent is to be. */
  private String text(@Nullable AgentBinding earlier, PeerSession talk, List<Step> steps) {
    String input = relay.parts().briefing().input(run, steps);
    boolean isFirst = earlier == null || !earlier.talkId().equals(talk.id());
    String instructions = isFirst ? relay.parts().briefing().instructions(run) : "";
    return instructions.isBlank() ? input : instructions + "\n\n" + input;
  }

  private @Nullable AgentConnection lost(AgentBinding engagement, Ending ending)
      throws InterruptedException {
    String reason =
        "the daemon stopped while the agent "
            + engagement.agent()
            + " was working; its actions may have taken effect and are not repeated";
    if (engagement.lasting() && (engagement.dueFor(run.key()) != null || isSafe(run))) {
      try {
        job.<Boolean, RuntimeException>outside(
            () -> {
              relay.bring(run.key());
              return true;
            });
        AgentConnection line = relay.line(run);
        if (line != null) {
          return line;
        }
      } catch (Reachability.Unavailable unavailable) {
        reason = unavailable.ending();
      } catch (Refused refused) {
        reason = refused.refusal().detail();
      }
    }
    ending.write(new Advance(run).interrupt(reason));
    relay.parts().engagements().over(run);
    return null;
  }

  /** Whether it was stopped where it waited, and nothing that was allowed has reached it. */
  private static boolean isSafe(Run run) {
    boolean waited = false;
    for (Call call : run.calls()) {
      if (call.progress() == Call.Progress.STARTED) {
        return false;
      }
      String id = call.call().id();
      waited |=
          call.progress() == Call.Progress.PLANNED
              && (run.approvalOf(id).isPresent() || run.questionOf(id).isPresent());
    }
    return waited;
  }
}

package dev.holdpoint.engine.agent;

import dev.holdpoint.core.agent.AgentBinding;
import dev.holdpoint.core.agent.Denials;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.Gate;
import dev.holdpoint.core.gate.Withdrawal;
import dev.holdpoint.core.permission.Behavior;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.core.run.Call;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunCommand;
import dev.holdpoint.core.run.RunState;
import dev.holdpoint.core.run.RunStatus;
import dev.holdpoint.core.run.Step;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.commit.Commits;
import dev.holdpoint.engine.commit.Existing;
import dev.holdpoint.engine.commit.Work;
import dev.holdpoint.engine.gate.GateDraft;
import dev.holdpoint.engine.gate.Revisions;
import dev.holdpoint.engine.permission.Rulebook;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.run.RunEdit;
import dev.holdpoint.engine.run.Slots;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Runs that agents outside carry out. What such an agent has been given to do is on record before
 * it gets it; what it asks while its run waits already is asked at once; and a run whose agent is
 * gone for good ends, so that nobody answers what nobody will hear.
 */
public final class AgentBindings {
  /** What is told of a gate that the agent's end has withdrawn, in the place of who did it. */
  public static final String BY = "agent_process";

  private static final int AT_ONCE = 500;

  /** Of keys that are no session's. */
  private static final String PREFIX = "agb_";

  private final Commits commits;
  private final Slots slots;

  public AgentBindings(Commits commits, Slots slots) {
    this.commits = commits;
    this.slots = slots;
  }

  /** What is known of the session's talk with an agent; null when it never had one. */
  public static @Nullable AgentBinding of(Queries queries, long sessionKey) {
    return queries.kept(AgentBinding.KIND, sessionKey);
  }

  /** The intent to give the agent the run's input. Gives false when the run has ended meanwhile. */
  public boolean begin(Run run, String agent, String talkId, boolean lasting) {
    return commits.commit(
        Work.about(
            run.key(),
            change -> {
              change.leases.hold(run.key());
              if (!Existing.run(change, run.key()).isLoopWork()) {
                return false;
              }
              note(
                  change,
                  new AgentBinding(
                      run.head().sessionKey(),
                      run.head().sessionId(),
                      agent,
                      talkId,
                      lasting,
                      run.key(),
                      change.ledger().epoch(),
                      /* coming= */ false));
              return true;
            }));
  }

  /** Changes what the run's agent is to be told of denials, as part of a change. */
  public static void denials(Change change, Run run, UnaryOperator<Denials> next) {
    AgentBinding engagement = change.kept(AgentBinding.KIND, run.head().sessionKey());
    if (engagement != null && engagement.isOf(run.key())) {
      change.keep(AgentBinding.KIND, engagement.with(next.apply(engagement.denialsOf(run.key()))));
    }
  }

  /** Keeps the engagement, and what the agent says of itself where that is known already. */
  private static void note(Change change, AgentBinding engagement) {
    leave(change, engagement);
    AgentBinding speaker = change.named(AgentBinding.KIND, engagement.agent());
    if (speaker == null || speaker.key() == engagement.key()) {
      change.keep(AgentBinding.KIND, engagement.saying(engagement.lasting()));
      return;
    }
    if (!Boolean.valueOf(engagement.lasting()).equals(speaker.loads())) {
      change.keep(AgentBinding.KIND, speaker.saying(engagement.lasting()));
    }
    change.keep(AgentBinding.KIND, engagement);
  }

  /** A session that was with another agent takes away nothing that this one has said of itself. */
  private static void leave(Change change, AgentBinding next) {
    AgentBinding before = change.kept(AgentBinding.KIND, next.key());
    if (before != null && before.loads() != null && !before.agent().equals(next.agent())) {
      long key = Ulid.keyOf(PREFIX, change.newId(PREFIX)).orElseThrow();
      // Its name is free before the other one takes it.
      change.discard(AgentBinding.KIND, before);
      change.keep(AgentBinding.KIND, before.without(key));
    }
  }

  /** Whether the agent of this name takes conversations up; null when it has not been asked. */
  public static @Nullable Boolean loads(Queries queries, String agent) {
    AgentBinding speaker = queries.named(AgentBinding.KIND, agent);
    return speaker == null ? null : speaker.loads();
  }

  /** The run has ended; the talk may go on with the session's next one. */
  public void over(Run run) {
    commits.commit(
        change -> {
          AgentBinding engagement = change.kept(AgentBinding.KIND, run.head().sessionKey());
          if (engagement == null || !engagement.isOf(run.key())) {
            return false;
          }
          change.keep(AgentBinding.KIND, engagement.idle());
          return true;
        });
  }

  /** A gate that an agent asks for while its run waits for others of the same kind. */
  public record More(ToolCall call, GateDraft draft) {}

  /**
   * Asks this too; false when the run does not wait for the like now, or a rule decides it: then it
   * is asked when the run comes back.
   */
  public boolean ask(long runKey, More more) {
    return commits.commit(
        Work.about(
            runKey,
            change -> {
              Run run = Existing.run(change, runKey);
              if (run.status() != RunStatus.waitingFor(more.draft.kind())
                  || isRuled(change, run, more)) {
                return false;
              }
              RunEdit edit = RunEdit.of(change, run).step(new Step.Turn("", List.of(more.call)));
              edit.draft().alsoCalls(List.of(Call.planned(more.call)));
              GateDraft draft =
                  more.draft instanceof GateDraft.OfApproval approval
                      ? Revisions.next(change, run, approval, more.call.tool(), null)
                      : more.draft;
              Gate gate = draft.raise(change, edit.draft().at(change.nowMs()));
              if (gate instanceof Approval approval) {
                Revisions.follow(change, approval, run.head().actorId(), slots);
              }
              edit.alsoPark(gate).done(slots);
              return true;
            }));
  }

  private static boolean isRuled(Change change, Run run, More more) {
    return more.draft instanceof GateDraft.OfApproval approval
        && Rulebook.decide(change, run, more.call, Behavior.ASK, approval.isLeftToPeople())
                .behavior()
            != Behavior.ASK;
  }

  /**
   * The agent does not wait for this answer any more: it was given elsewhere, or the agent has lost
   * it. Whoever would answer it now is told that it is gone, and the run goes on without it.
   */
  public Run dropped(long runKey, String callId) {
    return commits.commit(
        Work.about(
            runKey,
            change -> {
              Run run = Existing.run(change, runKey);
              if (!(run.state() instanceof RunState.Waiting)) {
                return run;
              }
              RunEdit edit = RunEdit.of(change, run);
              long nowMs = change.nowMs();
              run.gates().stream()
                  .filter(gate -> gate.callId().equals(callId))
                  .forEach(
                      gate -> gate.withdrawn(BY, nowMs, Withdrawal.GONE).ifPresent(edit::settle));
              if (edit.draft().at(nowMs).pendingGates().isEmpty()) {
                edit.apply(new RunCommand.Resume());
              }
              return edit.done(slots);
            }));
  }

  /** The agent is gone and does not come back: a run that waits will never be carried on. */
  public Run lost(long runKey, String reason) {
    return commits.commit(
        Work.about(runKey, change -> lost(change, Existing.run(change, runKey), reason)));
  }

  private Run lost(Change change, Run run, String reason) {
    return run.state() instanceof RunState.Waiting
        ? RunEdit.of(change, run)
            .end(new RunCommand.Interrupt(change.nowMs(), reason), BY)
            .done(slots)
        : run;
  }

  /** Who brings back an agent whose process is gone. */
  public enum Fetching {
    /** This node, and no other until it says that it has not done it. */
    OURS,
    /** Nobody: another node has the agent. */
    THEIRS,
    /** Nobody: it does not come back, and its run has ended, unless it had before. */
    LOST
  }

  /** The intent to bring back the agent of a run that waits. */
  public Fetching fetch(Run run) {
    return commits.commit(
        Work.about(
            run.key(),
            change -> {
              AgentBinding engagement = change.kept(AgentBinding.KIND, run.head().sessionKey());
              if (busyElsewhere(change, run)) {
                return Fetching.THEIRS;
              }
              if (engagement == null || !engagement.isOf(run.key()) || !engagement.lasting()) {
                // Whoever decides is then told how the run has ended.
                lost(change, Existing.run(change, run.key()), "the agent's process has ended");
                return Fetching.LOST;
              }
              long node = change.ledger().epoch();
              if (node != 0) {
                change.keep(AgentBinding.KIND, engagement.comingTo(node));
              }
              return Fetching.OURS;
            }));
  }

  /** Gives up a run whose agent another node has, so that this may take it. */
  public boolean giveUp(Run run) {
    return commits.commit(
        Work.about(
            run.key(),
            change -> {
              change.leases.hold(run.key());
              boolean theirs = busyElsewhere(change, run);
              if (theirs) {
                change.leases.release(run.key(), change.ledger().epoch());
              }
              return theirs;
            }));
  }

  private static boolean busyElsewhere(Change change, Run run) {
    AgentBinding engagement = change.kept(AgentBinding.KIND, run.head().sessionKey());
    return engagement != null && engagement.isOf(run.key()) && isElsewhere(change, engagement);
  }

  /** Whether another node, which is there, has the agent's process. */
  static boolean isElsewhere(Change change, AgentBinding engagement) {
    long node = change.ledger().epoch();
    return node != 0
        && engagement.node() != node
        && change.queries().silentMs(engagement.node()) != null;
  }

  /**
   * Whether the run's agent is at this node, which was to bring it back or had it: if not, any
   * other may bring it.
   */
  public void settle(Run run, boolean here) {
    commits.commit(
        change -> {
          AgentBinding engagement = change.kept(AgentBinding.KIND, run.head().sessionKey());
          long node = change.ledger().epoch();
          if (node == 0
              || engagement == null
              || !engagement.isOf(run.key())
              || engagement.node() != node) {
            return false;
          }
          change.keep(AgentBinding.KIND, engagement.at(here ? node : 0));
          return true;
        });
  }

  /**
   * The agents' processes at a node have ended with it. Of the runs that waited for an answer,
   * those stay whose agent can take them up again.
   *
   * @param node its epoch; 0 is an earlier daemon's, where there are no nodes
   */
  public void recover(long node) {
    long below = Long.MAX_VALUE;
    while (true) {
      long from = below;
      List<AgentBinding> busy =
          commits.commit(
              change -> {
                List<AgentBinding> some =
                    change
                        .queries()
                        .keptBelow(AgentBinding.KIND, AgentBinding.busyAt(node), from, AT_ONCE);
                some.forEach(one -> recover(change, one.key(), node));
                return some;
              });
      if (busy.size() < AT_ONCE) {
        return;
      }
      below = busy.getLast().key();
    }
  }

  private void recover(Change change, long key, long node) {
    AgentBinding engagement = change.kept(AgentBinding.KIND, key);
    if (engagement == null || engagement.runKey() == null || engagement.node() != node) {
      return; // An earlier work of the same transaction was faster.
    }
    Run run = change.run(engagement.runKey());
    if (run == null || run.status().isSettled()) {
      change.keep(AgentBinding.KIND, engagement.idle());
    } else if (engagement.lasting()) {
      if (node != 0) {
        change.keep(AgentBinding.KIND, engagement.at(0));
      }
    } else {
      Run after = lost(change, run, "the agent's process ended with the daemon while it waited");
      if (after.status().isSettled()) {
        change.keep(AgentBinding.KIND, engagement.idle());
      }
    }
  }
}

package dev.holdpoint.agent.relay;

import dev.holdpoint.agent.peer.AgentEvent;
import dev.holdpoint.agent.peer.AgentRequest;
import dev.holdpoint.core.agent.AgentBinding;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.engine.agent.AgentBindings;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.commit.Outage;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks after a line whose run waits for a person: what else the agent asks is asked too, what it
 * asks no more is withdrawn, and if it dies the run does not wait for ever.
 */
final class ParkedRunMonitor {
  private static final Logger log = LoggerFactory.getLogger(ParkedRunMonitor.class);

  private final AgentBindings engagements;
  private final Engine engine;
  private final Consumer<AgentConnection> forget;

  /**
   * @param forget what is done about a line that leads nowhere any more
   */
  ParkedRunMonitor(AgentBindings engagements, Engine engine, Consumer<AgentConnection> forget) {
    this.engagements = engagements;
    this.engine = engine;
    this.forget = forget;
  }

  void look(Run run, AgentConnection line) {
    try {
      synchronized (line) {
        while (line.isUnattended() && one(run, line)) {}
      }
    } catch (Refused e) {
      Outage.unlessAway(log, "run " + run.id() + " could not be notified about its agent", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Whether there may be more. */
  private boolean one(Run run, AgentConnection line) throws InterruptedException {
    AgentEvent next = line.talk().peek();
    // Whatever else it has left behind, nobody is there to hear the answer.
    if (!line.talk().isAlive() || next instanceof AgentEvent.Gone) {
      gone(run, line);
      return false;
    }
    return switch (next) {
      case null -> false;
      case AgentEvent.Asked(AgentRequest ask) -> asked(run, line, ask);
      case AgentEvent.Said _, AgentEvent.Began _, AgentEvent.Finished _, AgentEvent.ModeChanged _ ->
          keep(line);
      case AgentEvent.Dropped(AgentRequest ask, String reason) -> {
        line.talk().next();
        dropped(run, line, ask, reason);
        yield true;
      }
      case AgentEvent.Ended _ -> {
        keep(line);
        // It has stopped although it had asked: nobody waits for the answers.
        for (String callId : List.copyOf(line.asked().keySet())) {
          line.asked().remove(callId);
          engagements.dropped(run.key(), callId);
        }
        yield false;
      }
      case AgentEvent.Gone _ -> false;
    };
  }

  private static boolean keep(AgentConnection line) throws InterruptedException {
    line.keep(line.talk().next());
    return true;
  }

  private boolean asked(Run run, AgentConnection line, AgentRequest ask)
      throws InterruptedException {
    AgentEvent taken = line.talk().next();
    ToolCall call = GateTranslation.call(line, ask);
    // Known before anybody can answer it.
    line.asked().put(call.id(), ask);
    if (!engagements.ask(run.key(), GateTranslation.more(run, call, ask))) {
      // It is asked when the run comes back; what the agent does meanwhile is not held up by it.
      line.asked().remove(call.id());
      line.release(call.id());
      line.keep(taken);
    }
    return true;
  }

  private void dropped(Run run, AgentConnection line, AgentRequest ask, String reason) {
    String callId = callOf(line, ask);
    if (callId != null) {
      log.info("the agent of run {} is no longer waiting for an answer: {}", run.id(), reason);
      line.asked().remove(callId);
      engagements.dropped(run.key(), callId);
    } else {
      line.takeBack(ask);
    }
  }

  static @Nullable String callOf(AgentConnection line, AgentRequest ask) {
    return line.asked().entrySet().stream()
        .filter(entry -> entry.getValue().key().equals(ask.key()))
        .map(Map.Entry::getKey)
        .findFirst()
        .orElse(null);
  }

  private void gone(Run run, AgentConnection line) throws InterruptedException {
    String name = run.head().provider().substring(AgentBinding.ROUTE.length());
    String reason = "the agent '%s' ended while it waited for an answer".formatted(name);
    // What it has left behind comes before that it is gone, which comes last and stays.
    while (line.talk().peek() != null) {
      if (line.talk().next() instanceof AgentEvent.Gone(String why)) {
        reason = why;
        break;
      }
    }
    line.attend();
    line.over().complete(false);
    forget.accept(line);
    if (line.talk().isLasting()) {
      engagements.settle(run, /* here= */ false);
      log.warn("{}; run {} keeps waiting, and continues after an answer", reason, run.id());
      return;
    }
    engagements.lost(run.key(), reason);
    Run now = engine.read(queries -> queries.run(run.key()));
    if (now != null && now.status().isSettled()) {
      engagements.over(now);
    }
  }
}

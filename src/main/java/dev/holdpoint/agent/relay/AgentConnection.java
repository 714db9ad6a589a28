package dev.holdpoint.agent.relay;

import dev.holdpoint.agent.peer.AgentEvent;
import dev.holdpoint.agent.peer.AgentEvents;
import dev.holdpoint.agent.peer.AgentRequest;
import dev.holdpoint.agent.peer.PeerFailure;
import dev.holdpoint.agent.peer.PeerSession;
import dev.holdpoint.core.run.Step;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The line between one run and its agent, from the prompt to its end. While the run waits for a
 * person it is tended now and then; otherwise a worker holds it. Whoever touches it holds its lock.
 */
final class AgentConnection {
  private final long runKey;
  private final PeerSession talk;

  /** Who waits for an answer, by the call in the run. */
  private final Map<String, AgentRequest> asked = new LinkedHashMap<>();

  private final Map<String, AgentEvent.Began> tools = new HashMap<>();

  /** Calls that were answered before the agent was brought back, and have not been asked again. */
  private final Set<String> answered = new HashSet<>();

  private final Set<String> callIds = new HashSet<>();
  private final AgentEvents backlog = new AgentEvents();

  /** Asks that the agent took back before anybody was asked, by their keys. */
  private final Set<String> takenBack = new HashSet<>();

  /** What the run calls a call of the agent. */
  private final Map<String, String> ours = new HashMap<>();

  private final StringBuilder words = new StringBuilder();
  private final CompletableFuture<Boolean> over = new CompletableFuture<>();
  private boolean unattended;
  private boolean again;
  private boolean nudged;
  private boolean prompted;
  private boolean stopped;

  private AgentConnection(long runKey, PeerSession talk, boolean again) {
    this.runKey = runKey;
    this.talk = talk;
    this.again = again;
  }

  static AgentConnection of(long runKey, PeerSession talk) {
    return new AgentConnection(runKey, talk, false);
  }

  /** To an agent that was brought back, and has to be given the input again. */
  static AgentConnection again(long runKey, PeerSession talk) {
    return new AgentConnection(runKey, talk, true);
  }

  long runKey() {
    return runKey;
  }

  PeerSession talk() {
    return talk;
  }

  Map<String, AgentRequest> asked() {
    return asked;
  }

  Map<String, AgentEvent.Began> tools() {
    return tools;
  }

  StringBuilder words() {
    return words;
  }

  /** Takes what was said since the last time. */
  String takeWords() {
    String all = words.toString();
    words.setLength(0);
    return all;
  }

  /** Whether the agent has to be given the input again; only the first to ask is told so. */
  boolean takeAgain() {
    boolean first = again;
    again = false;
    return first;
  }

  Set<String> answered() {
    return answered;
  }

  /** Whether the agent has not been reminded of what it left undone; once is enough. */
  boolean nudge() {
    boolean first = !nudged;
    nudged = true;
    return first;
  }

  /** What the run's calls are called so far. */
  AgentConnection knowing(List<Step> steps) {
    for (Step step : steps) {
      if (step instanceof Step.Turn turn) {
        turn.calls().forEach(call -> callIds.add(call.id()));
      }
    }
    return this;
  }

  /**
   * An id for a call that no other of the run has: the leave that one was given must not be found
   * for another.
   */
  String distinct(String wanted) {
    String id = wanted.isEmpty() ? "call" : wanted;
    for (int n = 2; !callIds.add(id); n++) {
      id = wanted + "#" + n;
    }
    ours.put(wanted, id);
    return id;
  }

  /** Nobody has heard of the call by this id, which another may have. */
  void release(String id) {
    callIds.remove(id);
  }

  /** What the run calls the agent's call. */
  String ours(String callId) {
    return ours.getOrDefault(callId, callId);
  }

  /**
   * Gives the agent something to do, unless the run has ended meanwhile; then it gives false, and
   * the agent has not heard of it.
   */
  synchronized boolean prompt(String text) throws PeerFailure {
    if (stopped) {
      over.complete(true);
      return false;
    }
    prompted = true;
    talk.prompt(text);
    return true;
  }

  /** The run has ended. Gives whether the agent has something to do, which it is to leave. */
  synchronized boolean stop() {
    unattended = false;
    stopped = true;
    if (!prompted) {
      over.complete(true);
    }
    return !over.isDone();
  }

  /** The agent does not want to know this any more. */
  void takeBack(AgentRequest ask) {
    takenBack.add(ask.key());
  }

  boolean isTakenBack(AgentRequest ask) {
    return takenBack.remove(ask.key());
  }

  /** A worker holds it from now on. */
  void attend() {
    unattended = false;
  }

  /** The run is parked: whoever hears of news looks after it. */
  void leave() {
    unattended = true;
  }

  boolean isUnattended() {
    return unattended;
  }

  /** Keeps what happened for the worker who comes next. */
  void keep(AgentEvent happening) {
    backlog.add(happening);
  }

  @Nullable AgentEvent kept() throws InterruptedException {
    return backlog.peek() == null ? null : backlog.next();
  }

  /** Completed when the agent has come to the end of what it was given. */
  CompletableFuture<Boolean> over() {
    return over;
  }
}

package dev.holdpoint.agent.claude;

import dev.holdpoint.agent.peer.AgentEvent;
import dev.holdpoint.agent.peer.AgentRequest;
import dev.holdpoint.agent.peer.AgentSelf;
import dev.holdpoint.agent.peer.BufferedPeerSession;
import dev.holdpoint.agent.peer.PeerFailure;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.engine.asking.ClaudeQuestions;
import dev.holdpoint.engine.asking.ClaudeQuestions.NotUnderstood;
import dev.holdpoint.engine.asking.GateDecision;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** One talk with a process of Claude Code: what waits for an answer, and what is under way. */
final class ClaudeSession extends BufferedPeerSession {
  private static final String HELLO = "holdpoint-hello";
  private static final String CANCELLED = "The run was cancelled.";

  private final String id;
  private final ClaudeWire wire;
  private final Duration silence;
  private final CompletableFuture<Boolean> ready = new CompletableFuture<>();

  /** What it has asked and nobody has answered, by the keys of the asks. */
  private final Map<String, Pending> pending = new LinkedHashMap<>();

  /** Calls that have not come to their end, by their ids. */
  private final Map<String, ToolUse> open = new LinkedHashMap<>();

  /** What was said to questions without a control request, should one come after all. */
  private final Map<String, GateDecision> settled = new LinkedHashMap<>();

  private long lines;
  private int interrupts;
  private boolean busy;
  private boolean cancelled;
  private boolean spoke;
  private AgentSelf self = AgentSelf.UNKNOWN;

  record ToolUse(String id, String tool, Json input) {}

  /**
   * @param silence after which a question for which no control request came is taken for one
   */
  ClaudeSession(String id, ClaudeWire wire, Duration silence) {
    this.id = id;
    this.wire = wire;
    this.silence = silence;
  }

  /** Waits until Claude Code is there and has the talk. */
  void greet(Duration patience) throws PeerFailure, InterruptedException {
    wire.send(ClaudeLines.request(HELLO, "initialize"));
    try {
      ready.get(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException _) {
      throw new PeerFailure(
          "Claude Code did not answer within %d s; check that it starts in a terminal with the same command and environment"
              .formatted(patience.toSeconds()));
    } catch (ExecutionException e) {
      throw new PeerFailure(
          String.valueOf(Objects.requireNonNullElse(e.getCause(), e).getMessage()));
    }
  }

  void ready() {
    ready.complete(true);
  }

  /** It cannot go on from here, whatever was asked of it. */
  void refuse(String reason) {
    ready.completeExceptionally(new PeerFailure(reason));
  }

  boolean isReady() {
    return ready.isDone();
  }

  static boolean isHello(String requestId) {
    return requestId.equals(HELLO);
  }

  @Override
  public String id() {
    return id;
  }

  /** Claude Code writes it down from the first prompt on, under the id that it was given. */
  @Override
  public boolean isLasting() {
    return true;
  }

  @Override
  public boolean isAlive() {
    return wire.isAlive();
  }

  /** It says so with its first turn, not before. */
  @Override
  public synchronized AgentSelf self() {
    return self;
  }

  synchronized void introduced(AgentSelf said) {
    self = said;
  }

  @Override
  public void prompt(String text) throws PeerFailure {
    synchronized (this) {
      busy = true;
      cancelled = false;
      spoke = false;
    }
    wire.send(ClaudeLines.user(id, text));
  }

  @Override
  public void answer(AgentRequest ask, GateDecision decision) throws PeerFailure {
    Pending asked;
    synchronized (this) {
      asked = pending.remove(ask.key());
      if (asked != null && asked.requestId() == null) {
        open.remove(asked.toolUseId());
        settled.put(asked.toolUseId(), decision);
      }
    }
    if (asked == null) {
      throw new PeerFailure("Claude Code is no longer waiting for this answer");
    }
    wire.send(asked.answer(id, decision));
  }

  @Override
  public void cancel() {
    List<String> last = new ArrayList<>();
    synchronized (this) {
      if (!busy || !wire.isAlive()) {
        return;
      }
      cancelled = true;
      for (Pending asked : pending.values()) {
        last.add(asked.answer(id, new GateDecision.Cancelled(CANCELLED)));
      }
      pending.clear();
      interrupts++;
      last.add(ClaudeLines.request("holdpoint-stop-" + interrupts, "interrupt"));
    }
    last.forEach(this::send);
  }

  @Override
  public void close() {
    wire.end("was stopped");
  }

  /** It cannot be talked with any more. */
  void end(String reason) {
    wire.end(reason);
  }

  /** Sends what nobody waits for: that it is gone comes as a happening of its own. */
  void send(String line) {
    try {
      wire.send(line);
    } catch (PeerFailure _) {
      // Told by gone().
    }
  }

  synchronized void said(String text) {
    add(new AgentEvent.Said(spoke ? "\n\n" + text : text));
    spoke = true;
  }

  synchronized void began(ToolUse use) {
    open.put(use.id(), use);
    if (!ClaudeQuestions.asks(use.tool())) {
      add(new AgentEvent.Began(use.id(), use.tool(), use.input()));
    }
  }

  synchronized void finished(String toolUseId, boolean failed, Json output) {
    ToolUse use = open.remove(toolUseId);
    settled.remove(toolUseId);
    drop(asked -> asked.toolUseId().equals(toolUseId), "the call ended without an answer");
    if (use != null && !ClaudeQuestions.asks(use.tool())) {
      add(new AgentEvent.Finished(toolUseId, failed, output));
    }
  }

  /** A call that has not come to its end. */
  synchronized @Nullable ToolUse use(String toolUseId) {
    return open.get(toolUseId);
  }

  /**
   * A control request has come: something new, or a question that waits already or was answered.
   *
   * @return the line to send back at once; null when somebody is waited for
   */
  synchronized @Nullable String asked(Pending asked) {
    GateDecision said = settled.remove(asked.toolUseId());
    if (said != null) {
      return asked.answer(id, said);
    }
    String request = String.valueOf(asked.requestId());
    Pending same = pending.get(unlinked(asked.toolUseId()));
    if (same != null) {
      pending.put(same.ask().key(), same.linkedTo(request));
      return null;
    }
    if (pending.putIfAbsent(asked.ask().key(), asked) != null) {
      return ClaudeLines.error(request, "a request with this request_id is already pending");
    }
    add(new AgentEvent.Asked(asked.ask()));
    return null;
  }

  /** It does not wait for the answer to that control request any more. */
  synchronized void withdrawn(String requestId) {
    drop(asked -> requestId.equals(asked.requestId()), "Claude Code has withdrawn the request");
  }

  /** It has come to the end of what it was given to do. */
  synchronized void ended(AgentEvent.Ended.Reason reason, String detail, String words) {
    if (!busy) {
      return;
    }
    busy = false;
    open.clear();
    settled.clear();
    drop(_ -> true, "Claude Code has ended its turn without the answer");
    boolean done = reason == AgentEvent.Ended.Reason.DONE;
    if (done && !spoke && !words.isBlank()) {
      add(new AgentEvent.Said(words));
    }
    add(
        cancelled && !done
            ? new AgentEvent.Ended(AgentEvent.Ended.Reason.CANCELLED, CANCELLED)
            : new AgentEvent.Ended(reason, detail));
  }

  void gone(String reason) {
    refuse(reason);
    add(new AgentEvent.Gone(reason));
    wire.end("has ended");
  }

  /** After every line: from now on it may be silent. */
  void listen() {
    long heard;
    synchronized (this) {
      lines++;
      if (open.values().stream().noneMatch(use -> ClaudeQuestions.asks(use.tool()))) {
        return;
      }
      heard = lines;
    }
    CompletableFuture.delayedExecutor(silence.toMillis(), TimeUnit.MILLISECONDS)
        .execute(() -> silent(heard));
  }

  private synchronized void silent(long heard) {
    boolean waits =
        lines == heard
            && busy
            && pending.isEmpty()
            && open.values().stream().allMatch(use -> ClaudeQuestions.asks(use.tool()));
    if (waits) {
      for (ToolUse use : open.values()) {
        try {
          Pending asked = ClaudeReader.inquiry(unlinked(use.id()), null, use, use);
          pending.put(asked.ask().key(), asked);
        } catch (NotUnderstood e) {
          send(ClaudeLines.toolResult(id, use.id(), String.valueOf(e.getMessage()), true));
        }
      }
      pending.values().forEach(asked -> add(new AgentEvent.Asked(asked.ask())));
    }
  }

  private static String unlinked(String toolUseId) {
    return "tool:" + toolUseId;
  }

  private void drop(Predicate<Pending> which, String reason) {
    for (Pending asked : List.copyOf(pending.values())) {
      if (which.test(asked)) {
        pending.remove(asked.ask().key());
        add(new AgentEvent.Dropped(asked.ask(), reason));
      }
    }
  }
}

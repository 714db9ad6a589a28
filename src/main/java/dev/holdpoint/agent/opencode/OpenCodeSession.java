package dev.holdpoint.agent.opencode;

import dev.holdpoint.agent.opencode.OpenCodeApi.NotReached;
import dev.holdpoint.agent.peer.AgentEvent;
import dev.holdpoint.agent.peer.AgentEvent.Ended.Reason;
import dev.holdpoint.agent.peer.AgentRequest;
import dev.holdpoint.agent.peer.AgentSelf;
import dev.holdpoint.agent.peer.BufferedPeerSession;
import dev.holdpoint.agent.peer.PeerFailure;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.engine.asking.GateDecision;
import dev.holdpoint.engine.json.JsonTree;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/** One session of an OpenCode server: what waits for an answer, and what is under way. */
final class OpenCodeSession extends BufferedPeerSession {
  private final String id;
  private final OpenCodeApi api;
  private final JsonNode version;
  private final Consumer<OpenCodeSession> onClose;
  private final Map<String, OpenCodeRequest> waiting = new LinkedHashMap<>();

  /** Whether each call is finished. */
  private final Map<String, Boolean> calls = new HashMap<>();

  /** What was answered here: a list of what waits may be older than the answer. */
  private final Set<String> answered = new HashSet<>();

  private boolean busy;
  private boolean active;
  private boolean spoke;
  private boolean gone;
  private Reason outcome = Reason.DONE;
  private String detail = "";
  private AgentSelf self;

  /**
   * @param described as the server describes it, with an id
   */
  OpenCodeSession(JsonNode described, OpenCodeApi api, Consumer<OpenCodeSession> onClose) {
    this.id = described.path("id").asString("");
    this.version = described.path("version");
    this.self = AgentSelf.of("opencode", version, MissingNode.getInstance(), api::hidden);
    this.api = api;
    this.onClose = onClose;
  }

  @Override
  public String id() {
    return id;
  }

  /** Its server keeps it. */
  @Override
  public boolean isLasting() {
    return true;
  }

  @Override
  public synchronized boolean isAlive() {
    return !gone;
  }

  /** The mode is that of its last message: it says so with its first turn, not before. */
  @Override
  public synchronized AgentSelf self() {
    return self;
  }

  synchronized void works(JsonNode mode) {
    self = AgentSelf.of("opencode", version, mode, api::hidden);
  }

  @Override
  public void prompt(String text) throws PeerFailure {
    synchronized (this) {
      if (gone) {
        throw new PeerFailure("the OpenCode server is gone");
      }
      busy = true;
      active = false;
      spoke = false;
      outcome = Reason.DONE;
      detail = "";
    }
    ObjectNode body = JsonTree.object();
    body.putArray("parts").addObject().put("type", "text").put("text", text);
    try {
      api.good("the prompt", api.post("/session/" + id + "/prompt_async", body));
    } catch (PeerFailure e) {
      idleAgain();
      throw e;
    } catch (NotReached e) {
      idleAgain();
      throw notReached(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PeerFailure("interrupted while the prompt was sent to OpenCode");
    }
  }

  private synchronized void idleAgain() {
    busy = false;
  }

  private static PeerFailure notReached(NotReached e) {
    return new PeerFailure("OpenCode could not be reached: " + e.getMessage());
  }

  @Override
  public void answer(AgentRequest ask, GateDecision decision)
      throws PeerFailure, InterruptedException {
    OpenCodeRequest asked;
    synchronized (this) {
      // Taken out first: the event that tells of our own answer is then no news.
      asked = waiting.remove(ask.key());
      answered.add(ask.key());
    }
    if (asked == null) {
      throw lost();
    }
    OpenCodeRequest.Call call = asked.answer(decision);
    OpenCodeApi.Reply reply;
    try {
      reply = api.post(call.path(), call.body());
    } catch (NotReached e) {
      putBack(asked);
      throw notReached(e);
    }
    // Some of its versions say false where others say 404.
    if (reply.status() == 404 || (reply.isGood() && reply.text().strip().equals("false"))) {
      throw lost();
    }
    if (!reply.isGood()) {
      putBack(asked);
    }
    api.good("the answer", reply);
  }

  private synchronized void putBack(OpenCodeRequest asked) {
    answered.remove(asked.ask().key());
    waiting.put(asked.ask().key(), asked);
  }

  private static PeerFailure lost() {
    return new PeerFailure(
        "OpenCode is no longer waiting for this: it was answered elsewhere, or "
            + "is lost; the answer was not delivered");
  }

  @Override
  public void cancel() {
    List<OpenCodeRequest> last;
    synchronized (this) {
      if (!busy || gone) {
        return;
      }
      last = List.copyOf(waiting.values());
      answered.addAll(waiting.keySet());
      waiting.clear();
      outcome = Reason.CANCELLED;
      detail = "The run was cancelled.";
    }
    Thread.ofVirtual().name("opencode-abort").start(() -> abort(last));
  }

  private void abort(List<OpenCodeRequest> last) {
    for (OpenCodeRequest asked : last) {
      OpenCodeRequest.Call call =
          asked.answer(new GateDecision.Cancelled("The run was cancelled."));
      post(call.path(), call.body());
    }
    post("/session/" + id + "/abort", null);
  }

  /** Nobody can be asked this, and whoever asked must not wait for ever. */
  void refuse(String path) {
    Thread.ofVirtual().name("opencode-refuse").start(() -> post(path, null));
  }

  private void post(String path, @Nullable JsonNode body) {
    try {
      api.post(path, body);
    } catch (NotReached _) {
      // Whoever follows its events finds out whether it is gone.
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    onClose.accept(this);
  }

  /** It does something, so being idle means the end of what it was given. */
  synchronized void active() {
    active = true;
  }

  /** It was at work before we came. */
  synchronized void busy() {
    busy = true;
    active = true;
  }

  /**
   * @param first whether a part of its words begins here
   */
  synchronized void said(String text, boolean first) {
    add(new AgentEvent.Said(first && spoke ? "\n\n" + text : text));
    spoke = true;
  }

  synchronized void began(String callId, String tool, Json input) {
    if (calls.putIfAbsent(callId, false) == null) {
      add(new AgentEvent.Began(callId, tool, input));
    }
  }

  synchronized void finished(String callId, String tool, Json input, boolean failed, Json output) {
    began(callId, tool, input);
    if (Boolean.FALSE.equals(calls.put(callId, true))) {
      add(new AgentEvent.Finished(callId, failed, output));
    }
  }

  synchronized void asked(OpenCodeRequest asked) {
    String key = asked.ask().key();
    if (!answered.contains(key) && waiting.putIfAbsent(key, asked) == null) {
      add(new AgentEvent.Asked(asked.ask()));
    }
  }

  /** Somebody else has answered. */
  synchronized void settled(String key, String how) {
    OpenCodeRequest asked = waiting.remove(key);
    if (asked != null) {
      add(new AgentEvent.Dropped(asked.ask(), how));
    }
  }

  /** All that waits now. */
  synchronized void onlyThese(Set<String> keys) {
    for (String key : new ArrayList<>(waiting.keySet())) {
      if (!keys.contains(key)) {
        settled(key, "answered elsewhere, or lost, while OpenCode was not reachable");
      }
    }
  }

  synchronized void failed(JsonNode error) {
    if (!busy || outcome == Reason.CANCELLED) {
      return;
    }
    String name = error.path("name").asString("UnknownError");
    outcome =
        switch (name) {
          case "MessageAbortedError" -> Reason.CANCELLED;
          case "MessageOutputLengthError", "ContextOverflowError" -> Reason.LIMIT;
          case "ContentFilterError" -> Reason.REFUSED;
          default -> Reason.FAILED;
        };
    String message = api.hidden(error.path("data").path("message").asString(name));
    detail = message.length() <= 2_000 ? message : message.substring(0, 2_000) + "…";
  }

  /**
   * @param surely whether this is the end even of something of which nothing was seen yet
   */
  synchronized void idle(boolean surely) {
    if (busy && (active || surely)) {
      busy = false;
      calls.clear();
      onlyThese(Set.of());
      add(new AgentEvent.Ended(outcome, detail));
    }
  }

  synchronized void gone(String reason) {
    gone = true;
    add(new AgentEvent.Gone(reason));
  }
}

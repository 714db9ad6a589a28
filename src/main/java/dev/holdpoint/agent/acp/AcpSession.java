package dev.holdpoint.agent.acp;

import dev.holdpoint.agent.acp.wire.RpcError;
import dev.holdpoint.agent.peer.AgentEvent;
import dev.holdpoint.agent.peer.AgentRequest;
import dev.holdpoint.agent.peer.AgentSelf;
import dev.holdpoint.agent.peer.BufferedPeerSession;
import dev.holdpoint.agent.peer.PeerFailure;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.engine.asking.GateDecision;
import dev.holdpoint.engine.json.JsonTree;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * One session of an agent. What the agent asks stays open on its side until it is answered here, so
 * a question that waits for weeks is a request id in the agent's memory and an entry in ours.
 */
final class AcpSession extends BufferedPeerSession {
  static final int MAX_ASKS = 64;

  private static final Logger log = LoggerFactory.getLogger(AcpSession.class);

  private record Waiting(AcpTranslation.Bridged bridged, CompletableFuture<Json> answer) {}

  private final AcpHost host;
  private final String id;
  private final Path folder;
  private final Runnable left;
  private final Mode mode;
  // By the asks' keys; guarded by this, as is what follows.
  private final Map<String, Waiting> waiting = new LinkedHashMap<>();
  private boolean prompted;
  private boolean cancelled;
  private boolean replaying;
  private boolean closed;
  private @Nullable String goneBecause;
  // The mode that the agent is in, as far as it has said; and the one that is being set.
  private @Nullable String current;
  private @Nullable String setting;

  /**
   * In which mode the agent is to work.
   *
   * @param wanted null for its own
   * @param patience for how long it may take to set it
   */
  record Mode(@Nullable String wanted, Duration patience) {}

  AcpSession(AcpHost host, String id, Path folder, boolean replaying, Mode mode, Runnable left) {
    this.host = host;
    this.id = id;
    this.folder = folder;
    this.replaying = replaying;
    this.mode = mode;
    this.left = left;
  }

  @Override
  public String id() {
    return id;
  }

  Path folder() {
    return folder;
  }

  @Override
  public boolean isLasting() {
    return host.isLasting();
  }

  @Override
  public synchronized AgentSelf self() {
    return host.self(id, current);
  }

  /** The protocol has no place for a reason. */
  @Override
  public boolean tellsReasons() {
    return false;
  }

  @Override
  public synchronized boolean isAlive() {
    return goneBecause == null && !closed && host.isAlive();
  }

  /**
   * The session was opened. What it was in before is not relied on: the agent may have changed it.
   */
  void begin() throws PeerFailure, InterruptedException {
    synchronized (this) {
      current = host.modes(id).current();
    }
    if (mode.wanted() != null) {
      set(mode.wanted());
    }
  }

  @Override
  public void prepare() throws PeerFailure, InterruptedException {
    String wanted = mode.wanted();
    synchronized (this) {
      checkThere();
      if (wanted == null || wanted.equals(current)) {
        return;
      }
    }
    set(wanted);
  }

  private void set(String wanted) throws PeerFailure, InterruptedException {
    OfferedModes offered = host.modes(id);
    if (!offered.mayOffer(wanted)) {
      throw new PeerFailure(
          "%s does not offer the mode '%s': %s; change %s"
              .formatted(host.called(), wanted, offered.names(), host.modeSetting()));
    }
    synchronized (this) {
      setting = wanted;
    }
    try {
      host.await(offered.method(), offered.params(id, wanted), mode.patience());
      synchronized (this) {
        current = wanted;
      }
    } finally {
      synchronized (this) {
        setting = null;
      }
    }
  }

  /** The agent is in another mode. That it was set here is no news. */
  private void inMode(@Nullable String now) {
    String before;
    boolean isOurs;
    synchronized (this) {
      before = current;
      isOurs = now == null || now.equals(setting) || now.equals(before);
      current = now == null ? before : now;
    }
    if (now != null && !isOurs) {
      add(new AgentEvent.ModeChanged(before == null ? null : host.plain(before), host.plain(now)));
    }
  }

  @Override
  public void prompt(String text) throws PeerFailure {
    synchronized (this) {
      checkThere();
      if (prompted) {
        throw new PeerFailure(host.called() + " is still busy with the previous prompt");
      }
      prompted = true;
      cancelled = false;
    }
    ObjectNode params = JsonTree.object().put("sessionId", id);
    params.putArray("prompt").addObject().put("type", "text").put("text", text);
    var _ = host.request("session/prompt", JsonTree.write(params)).whenComplete(this::ended);
  }

  private void ended(@Nullable Json result, @Nullable Throwable error) {
    if (error != null && !(error instanceof RpcError)) {
      return; // That the agent is gone comes by itself.
    }
    List<Waiting> lost;
    synchronized (this) {
      prompted = false;
      cancelled = false;
      lost = takeAll();
    }
    for (Waiting ask : lost) {
      String reason = "the agent has continued without the answer";
      ask.answer()
          .complete(AcpTranslation.write(ask.bridged(), new GateDecision.Cancelled(reason)));
      add(new AgentEvent.Dropped(ask.bridged().ask(), reason));
    }
    if (dropped() > 0) {
      log.warn("{}: {} updates of {} came too fast", host.called(), dropped(), id);
    }
    add(
        error instanceof RpcError refused
            ? new AgentEvent.Ended(AgentEvent.Ended.Reason.FAILED, host.refusal(refused))
            : end(result == null ? Json.NULL : result));
  }

  private AgentEvent.Ended end(Json result) {
    String stop = JsonTree.of(result).path("stopReason").asString("");
    return switch (stop) {
      case "end_turn" -> new AgentEvent.Ended(AgentEvent.Ended.Reason.DONE, "");
      case "max_tokens", "max_turn_requests" ->
          new AgentEvent.Ended(AgentEvent.Ended.Reason.LIMIT, stop);
      case "refusal" ->
          new AgentEvent.Ended(AgentEvent.Ended.Reason.REFUSED, "the agent refused to continue");
      case "cancelled" -> new AgentEvent.Ended(AgentEvent.Ended.Reason.CANCELLED, "");
      default ->
          new AgentEvent.Ended(
              AgentEvent.Ended.Reason.FAILED,
              "the agent stopped for an unknown reason: " + host.plain(stop));
    };
  }

  void updated(JsonNode update) {
    synchronized (this) {
      if (replaying || closed) {
        return;
      }
    }
    inMode(Updates.mode(update));
    AgentEvent happening = Updates.read(update);
    if (happening != null) {
      add(happening);
    }
  }

  /** What was said before has been said again, and from now on it is news. */
  synchronized void caughtUp() {
    replaying = false;
  }

  /** Completes when somebody has answered; cancelled if the agent takes it back. */
  CompletableFuture<Json> asked(AcpTranslation.Bridged bridged) {
    CompletableFuture<Json> answer = new CompletableFuture<>();
    synchronized (this) {
      if (closed || cancelled) {
        answer.complete(
            AcpTranslation.write(bridged, new GateDecision.Cancelled("the run was stopped")));
        return answer;
      }
      if (waiting.size() >= MAX_ASKS) {
        throw new RpcError(
            RpcError.INTERNAL,
            "%d requests of this session are already pending; ask again when one is answered."
                .formatted(MAX_ASKS),
            null);
      }
      waiting.put(bridged.ask().key(), new Waiting(bridged, answer));
    }
    var _ =
        answer.whenComplete(
            (result, error) -> {
              if (answer.isCancelled() && take(bridged.ask().key()) != null) {
                add(new AgentEvent.Dropped(bridged.ask(), "the agent has withdrawn the request"));
              }
            });
    add(new AgentEvent.Asked(bridged.ask()));
    return answer;
  }

  /** The agent needs nobody any more to open the page that it has asked for. */
  void completed(Json params) {
    List<Waiting> over;
    synchronized (this) {
      over =
          waiting.values().stream()
              .filter(ask -> AcpTranslation.isOver(ask.bridged(), params))
              .toList();
      over.forEach(ask -> waiting.remove(ask.bridged().ask().key()));
    }
    String reason = "the agent has said that the page was opened";
    for (Waiting ask : over) {
      ask.answer()
          .complete(AcpTranslation.write(ask.bridged(), new GateDecision.Cancelled(reason)));
      add(new AgentEvent.Dropped(ask.bridged().ask(), reason));
    }
  }

  @Override
  public void answer(AgentRequest ask, GateDecision decision) throws PeerFailure {
    Waiting asked;
    synchronized (this) {
      checkThere();
      asked = take(ask.key());
    }
    if (asked == null
        || !asked.answer().complete(AcpTranslation.write(asked.bridged(), decision))) {
      throw new PeerFailure(host.called() + " is no longer waiting for this answer");
    }
  }

  @Override
  public void cancel() {
    List<Waiting> asks;
    synchronized (this) {
      asks = takeAll();
      if (goneBecause != null || (!prompted && asks.isEmpty())) {
        return;
      }
      cancelled = prompted;
    }
    host.notify("session/cancel", JsonTree.write(JsonTree.object().put("sessionId", id)));
    GateDecision stopped = new GateDecision.Cancelled("the run was stopped");
    asks.forEach(ask -> ask.answer().complete(AcpTranslation.write(ask.bridged(), stopped)));
  }

  void gone(String reason) {
    synchronized (this) {
      goneBecause = reason;
      waiting.clear();
    }
    add(new AgentEvent.Gone(reason));
  }

  /** Nobody has got it: the next attempt may open it. */
  void abandon() {
    synchronized (this) {
      closed = true;
    }
    host.forget(this);
  }

  @Override
  public void close() {
    synchronized (this) {
      if (closed) {
        return;
      }
    }
    cancel();
    synchronized (this) {
      closed = true;
    }
    host.forget(this);
    add(new AgentEvent.Gone("the conversation was closed"));
    left.run();
  }

  private void checkThere() throws PeerFailure {
    if (goneBecause != null) {
      throw new PeerFailure(goneBecause);
    }
    if (closed) {
      throw new PeerFailure("the conversation with " + host.called() + " was closed");
    }
  }

  private synchronized @Nullable Waiting take(String key) {
    return waiting.remove(key);
  }

  private synchronized List<Waiting> takeAll() {
    List<Waiting> all = new ArrayList<>(waiting.values());
    waiting.clear();
    return all;
  }
}

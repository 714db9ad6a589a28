package dev.holdpoint.agent.opencode;

import dev.holdpoint.agent.opencode.OpenCodeApi.NotReached;
import dev.holdpoint.agent.opencode.OpenCodeApi.Reply;
import dev.holdpoint.agent.peer.AgentCommand;
import dev.holdpoint.agent.peer.Peer;
import dev.holdpoint.agent.peer.PeerFailure;
import dev.holdpoint.agent.process.Processes;
import dev.holdpoint.engine.json.JsonTree;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** OpenCode: a server that runs already, or one that is started when it is first needed. */
public final class OpenCodePeer implements Peer {
  private static final Duration OUT_OF_REACH = Duration.ofMinutes(2);

  /** What it calls its sessions; nothing else may become a part of a path. */
  private static final Pattern SESSION = Pattern.compile("[A-Za-z0-9_-]{1,200}");

  private final AgentCommand command;
  private final @Nullable URI url;
  private final Processes processes;
  private final Map<String, String> daemonEnvironment;
  private final Duration patience;
  private final Duration outOfReach;
  private final HttpClient http = OpenCodeApi.client();
  private final Map<OpenCodeSession, Follower> followers = new ConcurrentHashMap<>();
  private @Nullable OpenCodeServer server;
  private boolean closed;

  /**
   * @param url of a server that runs already; null to start one with the command
   * @param patience how long it may take to start
   */
  public OpenCodePeer(
      AgentCommand command,
      @Nullable URI url,
      Processes processes,
      Map<String, String> daemonEnvironment,
      Duration patience) {
    this(command, url, processes, daemonEnvironment, patience, OUT_OF_REACH);
  }

  OpenCodePeer(
      AgentCommand command,
      @Nullable URI url,
      Processes processes,
      Map<String, String> daemonEnvironment,
      Duration patience,
      Duration outOfReach) {
    this.command = command;
    this.url = url;
    this.processes = processes;
    this.daemonEnvironment = Map.copyOf(daemonEnvironment);
    this.patience = patience;
    this.outOfReach = outOfReach;
  }

  @Override
  public OpenCodeSession open(Opening opening) throws PeerFailure, InterruptedException {
    Path folder = command.folder() == null ? opening.folder() : command.folder();
    OpenCodeApi api = api(folder);
    String id = opening.talkId();
    JsonNode described;
    try {
      described = id == null ? created(api) : found(id, api);
    } catch (NotReached e) {
      throw new PeerFailure("OpenCode could not be reached: " + e.getMessage());
    }
    OpenCodeSession talk = new OpenCodeSession(described, api, this::closed);
    Follower follower = new Follower(talk, api, outOfReach);
    followers.put(talk, follower);
    try {
      follower.start(patience);
      return talk;
    } catch (PeerFailure | InterruptedException e) {
      talk.close();
      throw e;
    }
  }

  private void closed(OpenCodeSession talk) {
    Follower follower = followers.remove(talk);
    if (follower != null) {
      follower.close();
    }
  }

  private static JsonNode created(OpenCodeApi api)
      throws NotReached, PeerFailure, InterruptedException {
    Reply reply = api.post("/session", JsonTree.object());
    JsonNode described = api.good("POST /session", reply);
    if (!SESSION.matcher(described.path("id").asString("")).matches()) {
      throw new PeerFailure(
          "OpenCode did not return a session; check that the URL is that of its server");
    }
    return described;
  }

  private static JsonNode found(String id, OpenCodeApi api)
      throws NotReached, PeerFailure, InterruptedException {
    if (!SESSION.matcher(id).matches()) {
      throw new PeerFailure("OpenCode has no session '" + id + "'");
    }
    JsonNode described = api.get("/session/" + id);
    if (!described.path("id").asString("").equals(id)) {
      throw new PeerFailure("OpenCode no longer has the session " + id);
    }
    return described;
  }

  private synchronized OpenCodeApi api(Path folder) throws PeerFailure, InterruptedException {
    if (closed) {
      throw new PeerFailure("the daemon is stopping; try again later");
    }
    if (url != null) {
      return new OpenCodeApi(http, url, command.environment(), folder);
    }
    OpenCodeServer running = server;
    if (running == null || !running.isAlive()) {
      running =
          OpenCodeServer.start(
              command, folder, processes, daemonEnvironment, patience, this::serverEnded);
      server = running;
    }
    return new OpenCodeApi(http, running.url(), running.environment(), folder);
  }

  private void serverEnded(String reason) {
    followers.forEach(
        (talk, follower) -> {
          follower.gone(reason);
          followers.remove(talk);
        });
  }

  @Override
  public void close() {
    OpenCodeServer running;
    synchronized (this) {
      closed = true;
      running = server;
    }
    followers.values().forEach(Follower::close);
    if (running != null) {
      running.close();
    }
    http.shutdownNow();
  }
}

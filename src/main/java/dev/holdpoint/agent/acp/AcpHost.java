package dev.holdpoint.agent.acp;

import dev.holdpoint.agent.acp.wire.AgentLink;
import dev.holdpoint.agent.acp.wire.RpcError;
import dev.holdpoint.agent.acp.wire.StderrTail;
import dev.holdpoint.agent.peer.AgentCommand;
import dev.holdpoint.agent.peer.AgentSelf;
import dev.holdpoint.agent.peer.Peer;
import dev.holdpoint.agent.peer.PeerFailure;
import dev.holdpoint.agent.process.Processes;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.engine.json.JsonTree;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** One process of an agent after its handshake, and all talks with it. */
final class AcpHost implements AutoCloseable {
  private static final int PROTOCOL_VERSION = 1;
  private static final int MAX_DETAILS = 500;

  private final AgentCommand command;
  private final Runnable whenGone;
  private final Map<String, AcpSession> talks = new ConcurrentHashMap<>();
  // Which this process has opened and may be talked to again; nobody opens so many in one process
  // that their names would matter.
  private final Map<String, OfferedModes> sessions = new ConcurrentHashMap<>();
  private volatile @Nullable AgentLink link;
  private volatile @Nullable String goneBecause;
  private volatile JsonNode introduction = JsonTree.object();

  private AcpHost(AgentCommand command, Runnable whenGone) {
    this.command = command;
    this.whenGone = whenGone;
  }

  /**
   * @param whenGone told once, when the process is gone
   */
  static AcpHost start(
      AgentCommand command,
      Path folder,
      Processes processes,
      Map<String, String> environment,
      Duration patience,
      Runnable whenGone)
      throws PeerFailure, InterruptedException {
    AcpHost host = new AcpHost(command, whenGone);
    AgentLink link =
        AgentLink.start(
            command,
            folder,
            processes,
            environment,
            new AcpIncoming(
                host.talks, () -> AcpTranslation.agentName(host.introduction), host::gone));
    host.link = link;
    boolean shaken = false;
    try {
      host.shakeHands(patience);
      shaken = true;
    } finally {
      if (!shaken) {
        link.end("did not get through the handshake");
      }
    }
    return host;
  }

  private void shakeHands(Duration patience) throws PeerFailure, InterruptedException {
    ObjectNode params = JsonTree.object().put("protocolVersion", PROTOCOL_VERSION);
    params.set("clientCapabilities", JsonTree.of(AcpTranslation.capabilities()));
    String version = AcpHost.class.getPackage().getImplementationVersion();
    params
        .putObject("clientInfo")
        .put("name", "holdpoint")
        .put("version", version == null ? "development" : version);
    introduction = await("initialize", params, patience);
    JsonNode spoken = introduction.path("protocolVersion");
    if (!spoken.isIntegralNumber() || spoken.longValue() != PROTOCOL_VERSION) {
      throw new PeerFailure(
          "%s uses version %s of the protocol, but only version 1 is supported; install a"
                  .formatted(called(), plain(spoken.toString()))
              + " release of it that supports version 1");
    }
  }

  /**
   * @param mode in which the agent is to work; null for its own
   * @param left run once, when the talk is closed
   */
  AcpSession open(Peer.Opening opening, @Nullable String mode, Duration patience, Runnable left)
      throws PeerFailure, InterruptedException {
    Path cwd = command.folder() == null ? opening.folder() : command.folder();
    Path folder = cwd.toAbsolutePath().normalize();
    ObjectNode params = JsonTree.object().put("cwd", folder.toString());
    params.putArray("mcpServers");
    String talkId = opening.talkId();
    AcpSession.Mode wanted = new AcpSession.Mode(mode, patience);
    if (talkId == null) {
      if (opening.threadId() != null) {
        params.putObject("_meta").putObject("holdpoint").put("threadId", opening.threadId());
      }
      JsonNode opened = await("session/new", params, patience);
      String id = opened.path("sessionId").asString("");
      if (id.isEmpty()) {
        throw new PeerFailure(called() + " has opened a session without an id");
      }
      sessions.put(id, OfferedModes.read(opened));
      return ready(admit(new AcpSession(this, id, folder, false, wanted, left)));
    }
    if (sessions.containsKey(talkId)) {
      return ready(admit(new AcpSession(this, talkId, folder, false, wanted, left)));
    }
    if (!isLasting()) {
      throw new PeerFailure(called() + " has ended and cannot resume a session; start a new one");
    }
    return ready(
        broughtBack(
            new AcpSession(this, talkId, folder, true, wanted, left),
            params.put("sessionId", talkId),
            patience));
  }

  private AcpSession broughtBack(AcpSession talk, ObjectNode params, Duration patience)
      throws PeerFailure, InterruptedException {
    // What it says while it is loaded belongs to the talk, which is not told of it.
    admit(talk);
    boolean loaded = false;
    try {
      sessions.put(talk.id(), OfferedModes.readAgain(takenUp(params, patience)));
      talk.caughtUp();
      loaded = true;
      return talk;
    } finally {
      if (!loaded) {
        sessions.remove(talk.id());
        talks.remove(talk.id(), talk);
      }
    }
  }

  private JsonNode takenUp(ObjectNode params, Duration patience)
      throws PeerFailure, InterruptedException {
    if (resumesSessions()) {
      String method = "session/resume";
      try {
        return answered(method, params, patience);
      } catch (RpcError refused) {
        // Qwen Code 0.15.10 says that it can resume, and has only session/load.
        if (refused.code() != RpcError.METHOD_NOT_FOUND || !loadsSessions()) {
          throw failure(method, refused);
        }
      }
    }
    return await("session/load", params, patience);
  }

  /** A talk that cannot be brought into the mode that is wanted is not kept. */
  private static AcpSession ready(AcpSession talk) throws PeerFailure, InterruptedException {
    boolean ready = false;
    try {
      talk.begin();
      ready = true;
      return talk;
    } finally {
      if (!ready) {
        talk.abandon();
      }
    }
  }

  private AcpSession admit(AcpSession talk) throws PeerFailure {
    if (talks.putIfAbsent(talk.id(), talk) != null) {
      throw new PeerFailure(
          "there is already an open conversation with %s about this session".formatted(called()));
    }
    String reason = goneBecause;
    if (reason != null) {
      talk.gone(reason);
    }
    return talk;
  }

  /** The modes that the agent offered when it opened the session. */
  OfferedModes modes(String sessionId) {
    return sessions.getOrDefault(sessionId, OfferedModes.NONE);
  }

  /** What the agent says of itself, with this mode as the one that it is in. */
  AgentSelf self(String sessionId, @Nullable String mode) {
    JsonNode info = introduction.path("agentInfo");
    return new AgentSelf(
        shown(info.path("name")),
        shown(info.path("version")),
        mode == null ? null : plain(mode),
        modes(sessionId).offered().stream()
            .map(one -> new AgentSelf.Mode(plain(one.id()), plain(one.name())))
            .toList());
  }

  private @Nullable String shown(JsonNode text) {
    return text.isString() && !text.stringValue().isBlank() ? plain(text.stringValue()) : null;
  }

  void forget(AcpSession talk) {
    talks.remove(talk.id(), talk);
  }

  String called() {
    return "the agent '%s'".formatted(command.name());
  }

  /** Where the mode is configured. */
  String modeSetting() {
    return command.setting("mode");
  }

  /** Whether a session can be taken up after the process has ended. */
  boolean isLasting() {
    return resumesSessions() || loadsSessions();
  }

  private boolean loadsSessions() {
    return introduction.path("agentCapabilities").path("loadSession").asBoolean(false);
  }

  /** Without telling again all that was said in it. */
  private boolean resumesSessions() {
    JsonNode resume =
        introduction.path("agentCapabilities").path("sessionCapabilities").path("resume");
    return resume.isObject() || resume.asBoolean(false);
  }

  boolean isAlive() {
    AgentLink there = link;
    return goneBecause == null && there != null && there.isAlive();
  }

  CompletableFuture<Json> request(String method, Json params) {
    AgentLink there = link;
    return there == null
        ? CompletableFuture.failedFuture(new PeerFailure(called() + " has not started yet"))
        : there.request(method, params);
  }

  void notify(String method, Json params) {
    AgentLink there = link;
    if (there != null) {
      there.notify(method, params);
    }
  }

  JsonNode await(String method, ObjectNode params, Duration patience)
      throws PeerFailure, InterruptedException {
    try {
      return answered(method, params, patience);
    } catch (RpcError refused) {
      throw failure(method, refused);
    }
  }

  private PeerFailure failure(String method, RpcError refused) {
    return new PeerFailure("%s refused %s: %s".formatted(called(), method, refusal(refused)));
  }

  /**
   * @throws RpcError as the agent has said it
   */
  private JsonNode answered(String method, ObjectNode params, Duration patience)
      throws PeerFailure, InterruptedException {
    try {
      return JsonTree.of(
          request(method, JsonTree.write(params)).get(patience.toMillis(), TimeUnit.MILLISECONDS));
    } catch (TimeoutException e) {
      throw new PeerFailure(
          "%s did not answer %s within %.1f s; check that it runs on its own"
              .formatted(called(), method, patience.toMillis() / 1000.0));
    } catch (ExecutionException e) {
      throw switch (e.getCause()) {
        case RpcError refused -> throw refused;
        case PeerFailure failure -> failure;
        case null, default -> new PeerFailure(called() + " could not be asked");
      };
    }
  }

  /** What an agent's error says to people. */
  String refusal(RpcError refused) {
    String details = details(refused.data());
    String said = plain(refused.text()) + (details.isEmpty() ? "" : ": " + details);
    if (refused.code() != RpcError.AUTHENTICATION_REQUIRED) {
      return "%s (code %d)".formatted(said, refused.code());
    }
    List<String> ways = new ArrayList<>();
    for (JsonNode way : introduction.path("authMethods")) {
      ways.add(plain(way.path("name").asString(way.path("id").asString(""))));
    }
    return "%s; it may require a login: log in with its own command, as the daemon's user"
            .formatted(said)
        + (ways.isEmpty() ? "" : " (it offers: " + String.join(", ", ways) + ")");
  }

  /** What stands behind an error: often the message says no more than that there was one. */
  private String details(@Nullable Json data) {
    JsonNode tree = data == null ? JsonTree.object() : JsonTree.of(data);
    JsonNode details = tree.path("details");
    JsonNode said = details.isMissingNode() || details.isNull() ? tree : details;
    boolean isNothing = said.isNull() || (said.isContainer() && said.isEmpty());
    String text = said.isString() ? said.stringValue() : isNothing ? "" : said.toString();
    return StderrTail.plain(text, command.keys(), MAX_DETAILS);
  }

  /** What it has said, fit to be shown. */
  String plain(String said) {
    return StderrTail.plain(said, command.keys());
  }

  private void gone(String reason) {
    goneBecause = reason;
    // Before anybody hears of it: who was told and opens a new talk gets a new process.
    whenGone.run();
    talks.values().forEach(talk -> talk.gone(reason));
  }

  /** Gives once nothing of the process runs any more. */
  @Override
  public void close() {
    AgentLink there = link;
    if (there != null) {
      there.close();
    }
  }
}

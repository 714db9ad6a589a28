package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.blackbox.Sse;
import dev.holdpoint.daemon.TestDaemon;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import tools.jackson.databind.JsonNode;

/** Clients that speak to {@link PlainAgent} through servers, on a daemon that all of them share. */
abstract class AcpAcceptance extends Acceptance {
  static final String ROOT = "/v1/acp";
  static final int LIMIT = 3;
  private static final Map<Database, TestDaemon> SHARED = new EnumMap<>(Database.class);
  private static final AtomicInteger SERVERS = new AtomicInteger();

  /** Where sessions may work. */
  static final Path WORKSPACES = Database.newFolder();

  static final Path CLIENT_FOLDER = Database.newFolder();

  final Path folder = newFolder(WORKSPACES);

  AcpAcceptance(Database database) {
    super(shared(database).http());
  }

  AcpAcceptance(Http http) {
    super(http);
  }

  static Path newFolder(Path root) {
    try {
      return Files.createTempDirectory(root, "client-").toRealPath();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static TestDaemon shared(Database database) {
    synchronized (SHARED) {
      return SHARED.computeIfAbsent(
          database,
          _ -> {
            TestDaemon daemon = TestDaemon.start(Database.newFolder(), settings(database));
            Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(daemon::close));
            return daemon;
          });
    }
  }

  /** Of a daemon that has the agent under two names. */
  static Map<String, String> settings(Database database) {
    Map<String, String> settings = new HashMap<>();
    String command = PlainAgent.command();
    settings.put("HOLDPOINT_AGENTS_PLAIN_COMMAND", command);
    settings.put("HOLDPOINT_AGENTS_OTHER_COMMAND", command);
    settings.put("HOLDPOINT_AGENTS_OTHER_CLIENT_MCP_SERVERS", "http");
    settings.put("HOLDPOINT_AGENTS_OTHER_CLIENT_FOLDERS", CLIENT_FOLDER.toString());
    settings.put("HOLDPOINT_AGENTS_FREE_COMMAND", command);
    settings.put("HOLDPOINT_AGENTS_FREE_CLIENT_MCP_SERVERS", "all");
    settings.put("HOLDPOINT_AGENTS_FREE_CLIENT_META", "true");
    settings.put("HOLDPOINT_AGENTS_FREE_CLIENT_MODES", "bypassPermissions,careful=false");
    settings.put("HOLDPOINT_WORKSPACE_ROOT", WORKSPACES.toString());
    settings.put("HOLDPOINT_AGENTS_BROKEN_COMMAND", "/nowhere/agent");
    settings.put("HOLDPOINT_AGENT_PROCESSES_ACP_SERVERS", Integer.toString(LIMIT));
    return database.settings(settings);
  }

  @AfterEach
  void end_all_servers() {
    for (JsonNode server : http.get(ROOT).expect(200).json()) {
      delete(text(server, "server_id")).expect(204);
    }
  }

  final Http.Answer delete(String server) {
    return http.send("DELETE", ROOT + "/" + server, null, _ -> {});
  }

  final Http as(String role) {
    return as(role, role);
  }

  final Http as(String name, String role) {
    String body = json("{'name':'%s','role':'%s'}", name, role);
    return http.as(text(http.post("/v1/tokens", body).expect(201).json(), "token"));
  }

  /** A server with an agent that has one session, {@code plain-1}. */
  final String server() {
    return server(http);
  }

  final String server(Http owner) {
    String server = "server-" + SERVERS.incrementAndGet();
    start(owner, server, folder);
    return server;
  }

  static void start(Http http, String server, Path folder) {
    http.post(ROOT + "/" + server + "?agent=plain", request(1, "initialize", "'protocolVersion':1"))
        .expect(200);
    JsonNode made =
        http.post(
                ROOT + "/" + server,
                request(2, "session/new", json("'cwd':'%s','mcpServers':[]", folder)))
            .expect(200)
            .json();
    assertThat(made.at("/result/sessionId").asString()).isEqualTo("plain-1");
  }

  static String request(int id, String method, String params) {
    return json("{'jsonrpc':'2.0','id':%d,'method':'%s','params':{", id, method)
        + json(params)
        + "}}";
  }

  static String notification(String method, String params) {
    return json("{'jsonrpc':'2.0','method':'%s','params':{", method) + json(params) + "}}";
  }

  static String response(String id, String result) {
    return json("{'jsonrpc':'2.0','id':'%s','result':", id) + json(result) + "}";
  }

  static String promptBody(int id, String text) {
    return request(
        id,
        "session/prompt",
        json("'sessionId':'plain-1','prompt':[{'type':'text','text':'%s'}]", text));
  }

  /** Is told of a response that cannot be taken. */
  final Http.Answer send(String server, String body) {
    return http.send(
        "POST",
        ROOT + "/" + server,
        body,
        request -> request.header("Prefer", "return=minimal, handling=strict"));
  }

  /** Sends a prompt and does not wait for what comes of it. */
  final CompletableFuture<Http.Answer> prompt(String server, int id, String text) {
    CompletableFuture<Http.Answer> answer = new CompletableFuture<>();
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                answer.complete(send(server, promptBody(id, text)));
              } catch (RuntimeException e) {
                answer.completeExceptionally(e);
              }
            });
    return answer;
  }

  final Sse stream(String server) {
    return http.stream(ROOT + "/" + server);
  }

  /** The next request of the agent. */
  static JsonNode asked(Sse stream) {
    return stream.next(frame -> frame.data().has("method") && frame.data().has("id")).data();
  }

  static JsonNode told(Sse stream, String method) {
    return stream.next(frame -> text(frame.data(), "method").equals(method)).data().path("params");
  }

  /** What the agent says that it was answered. */
  static String got(Sse stream) {
    return stream
        .next(frame -> said(frame).startsWith("got "))
        .data()
        .at("/params/update/content/text")
        .asString()
        .substring(4);
  }

  static String said(Sse.Frame frame) {
    return frame.data().at("/params/update/content/text").asString("");
  }

  /** The one gate that waits in the run that the request names. */
  final JsonNode runOf(JsonNode request) {
    return run(request.at("/params/_meta/holdpoint/run_id").asString());
  }
}

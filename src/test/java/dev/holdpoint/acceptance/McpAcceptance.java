package dev.holdpoint.acceptance;

import dev.holdpoint.agent.mcp.StageServer;
import dev.holdpoint.blackbox.Http;
import dev.holdpoint.daemon.TestDaemon;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** A daemon with MCP servers, and what runs do with their tools. */
abstract class McpAcceptance extends Acceptance implements AutoCloseable {
  private final TestDaemon daemon;

  McpAcceptance(TestDaemon daemon) {
    super(daemon.http());
    this.daemon = daemon;
  }

  @Override
  public final void close() {
    daemon.close();
  }

  final TestDaemon daemon() {
    return daemon;
  }

  /** The settings of a server of that name. */
  static Map<String, String> server(String name, String... members) {
    Map<String, String> settings = new HashMap<>();
    for (int i = 0; i < members.length; i += 2) {
      settings.put(
          "HOLDPOINT_MCP_SERVERS_%s_%s".formatted(name.toUpperCase(Locale.ROOT), members[i]),
          members[i + 1]);
    }
    return settings;
  }

  /** One that is a process. */
  static Map<String, String> process(String name, List<String> command, String... members) {
    Map<String, String> settings = server(name, members);
    settings.putAll(
        server(
            name,
            "COMMAND",
            command.getFirst(),
            "ARGS",
            String.join(" ", command.subList(1, command.size()))));
    settings.putIfAbsent(
        "HOLDPOINT_MCP_SERVERS_%s_CONNECT_TIMEOUT_MS".formatted(name.toUpperCase(Locale.ROOT)),
        "60000");
    return settings;
  }

  static Map<String, String> stage(String name, Path log, String... members) {
    return process(name, StageServer.command(log), members);
  }

  static Map<String, String> all(List<Map<String, String>> settings) {
    Map<String, String> all = new HashMap<>();
    settings.forEach(all::putAll);
    return all;
  }

  /** A session in which nobody is asked about the servers' tools. */
  final String trusting() {
    String session = session();
    http.post(
            "/v1/permission-rules",
            json(
                "{'behavior':'allow','tool':'mcp__*','scope':{'kind':'session','id':'%s'}}",
                session))
        .expect(201);
    return session;
  }

  /** What the model is told of a call. */
  final JsonNode call(String session, String tool, String input) {
    JsonNode run = park(session, Script.tool(tool, json(input)), Script.SAY_LAST_RESULT);
    return JSON.readTree(lastWords(id(run)));
  }

  /** The names of the tools that a model of the session is told of. */
  final List<String> tools(String session) {
    JsonNode run = park(session, Script.sayRequest());
    return JSON.readTree(lastWords(id(run)))
        .path("tools")
        .valueStream()
        .map(tool -> tool.isString() ? tool.asString() : text(tool, "name"))
        .filter(name -> name.startsWith("mcp__"))
        .toList();
  }

  /** Begins a call that does not end by itself. */
  final String begin(String session, String tool) {
    return http.post(
            "/v1/sessions/" + session + "/runs",
            "{\"content\":"
                + JSON.writeValueAsString(
                    "#!script\n" + Script.tool(tool, "{}") + "\n" + Script.SAY_LAST_RESULT)
                + "}")
        .expect(202)
        .json()
        .path("run_id")
        .asString();
  }

  final JsonNode shown(String server) {
    return http.get("/v1/mcp-servers/" + server).expect(200).json();
  }

  static Http.Answer put(Http http, String session, String what, String body) {
    return http.send("PUT", "/v1/sessions/" + session + "/" + what, json(body), _ -> {});
  }
}

package dev.holdpoint.acceptance;

import dev.holdpoint.Programs;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.BooleanNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/**
 * An agent as a process of its own that does what its prompt says, and says what it is answered. It
 * counts its requests from 0, as agents do.
 */
public final class PlainAgent {
  private static final JsonMapper JSON = new JsonMapper();

  private final PrintStream out;
  private final Map<Integer, Consumer<JsonNode>> asked = new HashMap<>();
  private int requests;
  private int sessions;
  private int updates;
  private int lines;
  private String mode = "guarded";
  private final Map<String, JsonNode> options =
      new TreeMap<>(
          Map.of(
              "mode", StringNode.valueOf("guarded"),
              "model", StringNode.valueOf("small"),
              "careful", BooleanNode.TRUE));

  private PlainAgent(PrintStream out) {
    this.out = out;
  }

  /** The program that is configured: a script, since a class path is too long for a setting. */
  public static String command() {
    try {
      Path script = Database.newFolder().resolve("plain-agent");
      Files.writeString(
          script,
          "#!/bin/sh\nexec '%s'\n"
              .formatted(String.join("' '", Programs.command(PlainAgent.class))));
      Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
      return script.toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static void main(String[] args) throws IOException {
    PlainAgent agent = new PlainAgent(new PrintStream(System.out, true, StandardCharsets.UTF_8));
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        agent.take(JSON.readTree(line));
      }
    }
  }

  private void take(JsonNode message) {
    lines++;
    String method = message.path("method").asString("");
    JsonNode params = message.path("params");
    switch (method) {
      case "" -> answered(message);
      case "initialize" -> {
        ObjectNode result = JSON.createObjectNode().put("protocolVersion", 1);
        result.putObject("agentCapabilities").put("loadSession", false);
        result.putObject("_meta").set("told", params.path("clientCapabilities"));
        respond(message, result);
      }
      case "session/new", "session/fork" ->
          respond(message, opened(params).put("sessionId", "plain-" + ++sessions));
      case "session/load", "session/resume" -> respond(message, opened(params));
      case "session/list" -> {
        ObjectNode result = heard(params).put("nextCursor", "next");
        var listed = result.putArray("sessions");
        for (int i = 1; i <= sessions; i++) {
          listed.addObject().put("sessionId", "plain-" + i).put("title", "title " + i);
        }
        // A session of another client: agents list all that they keep.
        listed.addObject().put("sessionId", "foreign-1").put("title", "private");
        respond(message, result);
      }
      case "session/close", "session/delete", "authenticate", "logout" ->
          respond(message, heard(params));
      case "session/set_mode" -> {
        mode = params.path("modeId").asString();
        respond(message, JSON.createObjectNode());
      }
      case "session/set_config_option" -> {
        options.put(params.path("configId").asString(), params.path("value"));
        respond(message, opened(params));
      }
      case "session/prompt" -> prompt(message, params.at("/prompt/0/text").asString());
      case "session/cancel" -> say("plain-1", "told to stop");
      default ->
          send(
              JSON.createObjectNode()
                  .set("id", message.path("id"))
                  .set("error", JSON.createObjectNode().put("code", -32601).put("message", "?")));
    }
  }

  /** Does to the letter what it is told: it starts the servers, and says in which mode it is. */
  private ObjectNode opened(JsonNode params) {
    for (JsonNode server : params.path("mcpServers")) {
      if (server.has("command")) {
        try {
          new ProcessBuilder(server.path("command").asString()).start().waitFor();
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
          throw new IllegalStateException(e);
        }
      }
    }
    ObjectNode result = heard(params);
    result.putObject("modes").put("currentModeId", mode).putArray("availableModes");
    var told = result.putArray("configOptions");
    options.forEach(
        (id, value) ->
            told.addObject()
                .put("id", id)
                .put("name", id)
                .put("category", id.equals("careful") ? "permissions" : id)
                .put("type", value.isBoolean() ? "boolean" : "select")
                .set("currentValue", value));
    return result;
  }

  private ObjectNode heard(JsonNode params) {
    ObjectNode result = JSON.createObjectNode();
    result.putObject("_meta").put("mode", mode).put("lines", lines).set("heard", params);
    return result;
  }

  private void answered(JsonNode message) {
    Consumer<JsonNode> waiting = asked.remove(message.path("id").asInt(-1));
    if (waiting == null) {
      say("plain-1", "stray " + message);
    } else {
      waiting.accept(message.has("error") ? message.path("error") : message.path("result"));
    }
  }

  private void prompt(JsonNode message, String text) {
    String session = message.at("/params/sessionId").asString();
    Consumer<JsonNode> goOn =
        answer -> {
          say(session, "got " + answer);
          respond(message, JSON.createObjectNode().put("stopReason", "end_turn"));
        };
    String[] words = text.split(" ", 2);
    switch (words[0]) {
      case "permission" -> ask("session/request_permission", permission(session, words[1]), goOn);
      case "tool" ->
          ask(
              "session/request_permission",
              permission(session, words[1]),
              answer -> {
                ObjectNode update = JSON.createObjectNode().put("method", "session/update");
                ObjectNode params = update.putObject("params").put("sessionId", session);
                params
                    .putObject("update")
                    .put("sessionUpdate", "tool_call_update")
                    .put("toolCallId", "call-1")
                    .put("status", words[1]);
                send(update);
                goOn.accept(answer);
              });
      case "stubborn" ->
          ask(
              "session/request_permission",
              permission(session, "first"),
              _ -> ask("session/request_permission", permission(session, "second"), goOn));
      case "question" -> ask("_sandboxagent/session/request_question", question(session), goOn);
      case "form" -> ask("elicitation/create", form(session), goOn);
      case "request-form" -> {
        ObjectNode form = form(session).put("requestId", message.path("id").asString());
        form.remove("sessionId");
        ask("elicitation/create", form, goOn);
      }
      case "terminal" -> ask("terminal/create", JSON.createObjectNode(), goOn);
      case "nonsense" -> ask("session/request_permission", JSON.createObjectNode(), goOn);
      case "read" -> ask("fs/read_text_file", file(session, words[1]), goOn);
      case "flood" -> {
        for (int i = 0; i < Integer.parseInt(words[1]); i++) {
          say(session, "update " + i);
        }
        goOn.accept(JSON.createObjectNode());
      }
      case "regret" -> {
        ObjectNode taken = JSON.createObjectNode().put("method", "$/cancel_request");
        taken.putObject("params").put("requestId", requests - 1);
        send(taken);
        respond(message, JSON.createObjectNode().put("stopReason", "end_turn"));
      }
      case "state" -> respond(message, heard(message.path("params")));
      case "die" -> System.exit(7);
      default -> {
        say(session, text);
        goOn.accept(JSON.createObjectNode());
      }
    }
  }

  private static ObjectNode permission(String session, String title) {
    ObjectNode params = JSON.createObjectNode().put("sessionId", session);
    params
        .putObject("toolCall")
        .put("toolCallId", "call-1")
        .put("title", title)
        .putObject("rawInput")
        .put("path", "/etc/hosts");
    params.putArray("options");
    for (String kind : List.of("allow_once", "allow_always", "reject_once")) {
      ((tools.jackson.databind.node.ArrayNode) params.path("options"))
          .addObject()
          .put("optionId", "id-" + kind)
          .put("name", kind)
          .put("kind", kind);
    }
    return params;
  }

  private static ObjectNode question(String session) {
    ObjectNode params =
        JSON.createObjectNode()
            .put("sessionId", session)
            .put("questionId", "3d6d8a2e-3c11-4a51-9d1b-5a6b9f0f4a10")
            .put("prompt", "Which\nway?");
    var options = params.putArray("options");
    options.addArray().add("option-a").add("Left");
    options.addArray().add("option-b").add("Right");
    return params;
  }

  private static ObjectNode form(String session) {
    ObjectNode params =
        JSON.createObjectNode()
            .put("sessionId", session)
            .put("mode", "form")
            .put("message", "How many?");
    ObjectNode schema = params.putObject("requestedSchema").put("type", "object");
    schema.putObject("properties").putObject("count").put("type", "integer").put("minimum", 1);
    schema.putArray("required").add("count");
    return params;
  }

  private static ObjectNode file(String session, String path) {
    return JSON.createObjectNode().put("sessionId", session).put("path", path);
  }

  private void ask(String method, ObjectNode params, Consumer<JsonNode> then) {
    int id = requests++;
    asked.put(id, then);
    ObjectNode request = JSON.createObjectNode().put("id", id).put("method", method);
    request.set("params", params);
    send(request);
  }

  private void say(String session, String text) {
    ObjectNode update = JSON.createObjectNode().put("method", "session/update");
    ObjectNode params = update.putObject("params").put("sessionId", session);
    params
        .putObject("update")
        .put("sessionUpdate", "agent_message_chunk")
        .put("number", ++updates)
        .putObject("content")
        .put("type", "text")
        .put("text", text);
    send(update);
  }

  private void respond(JsonNode to, JsonNode result) {
    ObjectNode response = JSON.createObjectNode();
    response.set("id", to.path("id"));
    response.set("result", result);
    send(response);
  }

  private void send(JsonNode message) {
    ((ObjectNode) message).put("jsonrpc", "2.0");
    out.println(JSON.writeValueAsString(message));
  }
}

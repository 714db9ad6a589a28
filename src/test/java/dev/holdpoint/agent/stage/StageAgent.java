package dev.holdpoint.agent.stage;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A real agent process that speaks ACP line by line, written without any SDK, and does on each
 * prompt what stands behind {@code #stage} in it: a JSON array of steps.
 *
 * <ul>
 *   <li>{@code {"say": text}} says it
 *   <li>{@code {"ask": [{method, params}, …]}} sends these requests at once, waits for all answers
 *       and says each, as it came
 *   <li>{@code {"tool": {…}}} sends a session update as it is
 *   <li>{@code {"note": {method, params}}} sends a notification
 *   <li>{@code {"raw": text}} prints a line
 *   <li>{@code {"long": n}} prints a line of so many characters
 *   <li>{@code {"flood": n}} says so many words, each in an update of its own
 *   <li>{@code {"die": code}} ends the process; {@code {"stop": reason}} ends the turn with it
 *   <li>{@code {"together": [step, …]}} does these at the same time
 *   <li>{@code {"effect": file}} adds a line to the file; {@code {"hang": true}} never ends
 *   <li>{@code {"pid": true}} says the process's id
 *   <li>{@code {"mode": id}} changes its mode by itself; {@code {"mode": ""}} says the mode
 * </ul>
 *
 * In what it asks, {@code #new} and {@code "#now"} are something else each time.
 *
 * <p>Given a folder as its argument it can load sessions, and keeps them there, beside what it was
 * prompted with. With {@code resume} as well it can only resume them. With {@code modes} it offers
 * the modes {@code free} and {@code ask}; while there is a file {@code stuck} in the folder it does
 * not answer who sets one, and leaves a file {@code waits}.
 */
public final class StageAgent {
  private static final JsonMapper JSON = new JsonMapper();
  // What stands behind the steps is not for the agent.
  private static final ObjectReader STEPS =
      JSON.reader().without(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
  private static final String CUE = "#stage";

  private final PrintStream out;
  private final @Nullable Path folder;
  private final Set<String> flags;
  private final Map<String, String> modes = new ConcurrentHashMap<>();
  private final Map<String, CompletableFuture<JsonNode>> asked = new ConcurrentHashMap<>();
  private final Map<String, Boolean> cancelled = new ConcurrentHashMap<>();
  private final Map<String, String> threads = new ConcurrentHashMap<>();
  private int nextId;

  private StageAgent(PrintStream out, @Nullable Path folder, Set<String> flags) {
    this.out = out;
    this.folder = folder;
    this.flags = flags;
  }

  public static void main(String[] arguments) throws IOException {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    new StageAgent(out, arguments.length == 0 ? null : Path.of(arguments[0]), Set.of(arguments))
        .listen();
  }

  private void listen() throws IOException {
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      JsonNode message = JSON.readTree(line);
      if (!message.has("method")) {
        CompletableFuture<JsonNode> waiting = asked.remove(message.path("id").asString());
        if (waiting != null) {
          waiting.complete(message.has("result") ? message.path("result") : message.path("error"));
        }
      } else if (message.path("method").asString().equals("session/prompt")) {
        Thread.ofVirtual().start(() -> prompt(message));
      } else if (message.has("id")) {
        answer(message);
      } else if (message.path("method").asString().equals("session/cancel")) {
        cancelled.put(message.at("/params/sessionId").asString(), true);
      }
    }
  }

  private void answer(JsonNode message) throws IOException {
    ObjectNode result = JSON.createObjectNode();
    switch (message.path("method").asString()) {
      case "initialize" -> {
        result.put("protocolVersion", 1);
        boolean resumes = flags.contains("resume");
        ObjectNode can =
            result.putObject("agentCapabilities").put("loadSession", folder != null && !resumes);
        if (resumes) {
          can.putObject("sessionCapabilities").putObject("resume");
        }
      }
      case "session/set_mode" -> {
        if (folder != null && Files.exists(folder.resolve("stuck"))) {
          Files.writeString(folder.resolve("waits"), "");
          return;
        }
        modes.put(
            message.at("/params/sessionId").asString(), message.at("/params/modeId").asString());
      }
      case "session/new" -> {
        String id = UUID.randomUUID().toString();
        result.put("sessionId", id);
        threads.put(id, message.at("/params/_meta/holdpoint/threadId").asString("none"));
        if (folder != null) {
          Files.writeString(folder.resolve(id), "said before");
        }
        offer(result);
      }
      case "session/load", "session/resume" -> {
        String id = message.at("/params/sessionId").asString();
        boolean resumes = message.path("method").asString().equals("session/resume");
        if (resumes != flags.contains("resume")) {
          error(message, "no such method", "");
          return;
        }
        if (folder == null || !Files.exists(folder.resolve(id))) {
          error(message, "Internal error", "there is no session " + id + " in the folder");
          return;
        }
        if (resumes) {
          Files.writeString(folder.resolve("resumed"), "");
        } else {
          update(id, words(Files.readString(folder.resolve(id))));
        }
        offer(result);
      }
      default -> {
        error(message, "no such method", "");
        return;
      }
    }
    reply(message, result);
  }

  private void offer(ObjectNode result) {
    if (flags.contains("modes")) {
      ObjectNode offered = result.putObject("modes").put("currentModeId", "free");
      offered.putArray("availableModes").addObject().put("id", "free").put("name", "Free");
      ((ArrayNode) offered.get("availableModes")).addObject().put("id", "ask").put("name", "Ask");
    }
  }

  private void mode(String session, String mode) {
    if (mode.isEmpty()) {
      update(session, words("mode " + modes.get(session)));
    } else {
      modes.put(session, mode);
      update(
          session,
          JSON.createObjectNode()
              .put("sessionUpdate", "current_mode_update")
              .put("currentModeId", mode));
    }
  }

  private void error(JsonNode message, String text, String details) {
    ObjectNode answer = JSON.createObjectNode().put("jsonrpc", "2.0");
    answer.set("id", message.path("id"));
    ObjectNode error = answer.putObject("error").put("code", -32603).put("message", text);
    if (!details.isEmpty()) {
      error.putObject("data").put("details", details);
    }
    print(answer);
  }

  private void reply(JsonNode message, ObjectNode result) {
    ObjectNode answer = JSON.createObjectNode().put("jsonrpc", "2.0");
    answer.set("id", message.path("id"));
    answer.set("result", result);
    print(answer);
  }

  private void prompt(JsonNode message) {
    String session = message.at("/params/sessionId").asString();
    cancelled.remove(session);
    String text = message.at("/params/prompt/0/text").asString();
    if (folder != null) {
      append(folder.resolve("prompts"), text);
    }
    String reason = "end_turn";
    int cue = text.indexOf(CUE);
    if (cue < 0) {
      update(session, words("You said: " + text));
    } else {
      for (JsonNode step : STEPS.readTree(text.substring(cue + CUE.length()))) {
        String stop = step(session, step);
        if (stop != null || cancelled.containsKey(session)) {
          reason = stop == null ? "cancelled" : stop;
          break;
        }
      }
    }
    reply(message, JSON.createObjectNode().put("stopReason", reason));
  }

  private @Nullable String step(String session, JsonNode step) {
    String name = step.propertyNames().iterator().next();
    JsonNode value = step.path(name);
    switch (name) {
      case "say" -> update(session, words(value.asString()));
      case "ask" -> ask(session, value);
      case "tool" -> update(session, (ObjectNode) value);
      case "note" -> send(session, value, null);
      case "raw" -> line(value.asString());
      case "long" -> line("x".repeat(value.asInt()));
      case "flood" -> {
        for (int i = 0; i < value.asInt(); i++) {
          update(session, words("w" + i + " "));
        }
      }
      case "together" -> together(session, value);
      case "effect" -> effect(value.asString());
      case "hang" -> new CompletableFuture<>().join();
      case "thread" -> update(session, words("thread " + threads.get(session)));
      case "mode" -> mode(session, value.asString());
      case "pid" -> update(session, words("pid " + ProcessHandle.current().pid()));
      case "die" -> {
        System.err.println("dying as told");
        System.err.flush();
        Runtime.getRuntime().halt(value.asInt());
      }
      case "stop" -> {
        return value.asString();
      }
      default -> throw new IllegalArgumentException(name);
    }
    return null;
  }

  private void together(String session, JsonNode steps) {
    List<Thread> all = new ArrayList<>();
    for (JsonNode step : steps) {
      all.add(Thread.ofVirtual().start(() -> step(session, step)));
    }
    try {
      for (Thread one : all) {
        one.join();
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void effect(String file) {
    append(Path.of(file), "done");
  }

  private static void append(Path file, String text) {
    try {
      Files.writeString(file, text + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void ask(String session, JsonNode requests) {
    List<CompletableFuture<JsonNode>> answers = new ArrayList<>();
    for (JsonNode request : requests) {
      CompletableFuture<JsonNode> answer = new CompletableFuture<>();
      answers.add(answer);
      send(session, request, answer);
    }
    for (CompletableFuture<JsonNode> answer : answers) {
      try {
        update(session, words("[" + answer.get() + "]"));
      } catch (InterruptedException | ExecutionException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** Its ids begin at 0, as those of every agent do. */
  private synchronized void send(
      String session, JsonNode request, @Nullable CompletableFuture<JsonNode> answer) {
    ObjectNode message = JSON.createObjectNode().put("jsonrpc", "2.0");
    if (answer != null) {
      asked.put(String.valueOf(nextId), answer);
      message.put("id", nextId++);
    }
    message.put("method", request.path("method").asString());
    ObjectNode params =
        (ObjectNode)
            JSON.readTree(
                request
                    .path("params")
                    .toString()
                    .replace("\"#now\"", String.valueOf(System.nanoTime()))
                    .replace("#new", UUID.randomUUID().toString()));
    params.put("sessionId", session);
    message.set("params", params);
    print(message);
  }

  private static ObjectNode words(String text) {
    ObjectNode update = JSON.createObjectNode().put("sessionUpdate", "agent_message_chunk");
    update.putObject("content").put("type", "text").put("text", text);
    return update;
  }

  private void update(String session, ObjectNode update) {
    ObjectNode message =
        JSON.createObjectNode().put("jsonrpc", "2.0").put("method", "session/update");
    message.putObject("params").put("sessionId", session).set("update", update);
    print(message);
  }

  private void print(JsonNode message) {
    line(message.toString());
  }

  private synchronized void line(String line) {
    out.println(line);
  }
}

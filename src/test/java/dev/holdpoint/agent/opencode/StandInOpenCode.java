package dev.holdpoint.agent.opencode;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.json.NotJson;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Speaks as an OpenCode server does, over real sockets: the paths, the events and their members are
 * those of the real one. What it does is told by the words of the prompt.
 */
final class StandInOpenCode implements AutoCloseable {
  private static final String CUT = "";
  private static final String QUESTIONS =
      """
      [{"question":"Which database?","header":"Database","options":[{"label":"pg","description":"big"},
      {"label":"sqlite","description":"small"}]},
      {"question":"Which tables?","header":"Tables","options":[{"label":"runs","description":""}],
      "multiple":true,"custom":false}]
      """;

  private final HttpServer server;
  private final @Nullable String password;
  private final Set<LinkedBlockingQueue<String>> listeners = ConcurrentHashMap.newKeySet();
  private final Map<String, String> folders = new LinkedHashMap<>();
  private final Map<String, JsonNode> questions = new LinkedHashMap<>();
  private final Map<String, JsonNode> permissions = new LinkedHashMap<>();
  private final Map<String, ArrayNode> messages = new LinkedHashMap<>();
  private final Map<String, String> children = new LinkedHashMap<>();
  private final Set<String> busy = ConcurrentHashMap.newKeySet();

  /** What was asked of it and changes something: the method, the path and the body. */
  final List<String> calls = new CopyOnWriteArrayList<>();

  private int count;
  private boolean deaf;

  StandInOpenCode(int port, @Nullable String password) throws IOException {
    this.password = password;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", this::handle);
    server.start();
  }

  /** As a process: {@code serve --hostname 127.0.0.1 --port 0}. */
  public static void main(String[] args) throws Exception {
    if (!List.of(args).equals(List.of("serve", "--hostname", "127.0.0.1", "--port", "0"))) {
      System.err.println("unknown arguments " + List.of(args));
      System.exit(1);
    }
    StandInOpenCode started = new StandInOpenCode(0, System.getenv("OPENCODE_SERVER_PASSWORD"));
    System.out.println("opencode server listening on " + started.url());
  }

  URI url() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  /** Cuts all streams of events, as a proxy or a restart does. */
  void cut() {
    listeners.forEach(listener -> listener.add(CUT));
  }

  /** Refuses streams of events, or takes them again. */
  synchronized void deaf(boolean isDeaf) {
    deaf = isDeaf;
    if (isDeaf) {
      cut();
    }
  }

  /** Somebody else answers. */
  synchronized void answerElsewhere(String id) {
    settle(id, id.startsWith("que") ? "question.replied" : "permission.replied");
  }

  /** It loses what it has asked, and nobody is told. */
  synchronized void forget(String id) {
    questions.remove(id);
    permissions.remove(id);
  }

  @Override
  public void close() {
    cut();
    server.stop(0);
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      String path = exchange.getRequestURI().getPath();
      String method = exchange.getRequestMethod();
      String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
      if (password != null
          && !("Basic "
                  + Base64.getEncoder().encodeToString(("opencode:" + password).getBytes(UTF_8)))
              .equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
        reply(exchange, 401, "");
      } else if (path.equals("/event")) {
        events(exchange);
      } else if (method.equals("POST")) {
        calls.add("POST " + path + (body.isEmpty() ? "" : " " + body));
        post(exchange, path.split("/", -1), body);
      } else {
        get(exchange, path.split("/", -1));
      }
    } catch (NotJson e) {
      throw new IOException(e);
    }
  }

  private synchronized void get(HttpExchange exchange, String[] path) throws IOException {
    ArrayNode list = JsonTree.array();
    switch (path[1]) {
      case "question" -> questions.values().forEach(list::add);
      case "permission" -> permissions.values().forEach(list::add);
      default -> {
        if (path[2].equals("status")) {
          ObjectNode statuses = JsonTree.object();
          busy.forEach(id -> statuses.putObject(id).put("type", "busy"));
          reply(exchange, 200, statuses.toString());
          return;
        }
        if (!folders.containsKey(path[2])) {
          reply(exchange, 404, "{\"name\":\"NotFoundError\"}");
          return;
        }
        if (path.length == 3) {
          reply(exchange, 200, JsonTree.object().put("id", path[2]).toString());
          return;
        }
        if (path[3].equals("message") && path.length == 5) {
          for (JsonNode message : messagesOf(path[2])) {
            if (message.path("info").path("id").asString("").equals(path[4])) {
              reply(exchange, 200, message.toString());
              return;
            }
          }
          reply(exchange, 404, "{\"name\":\"NotFoundError\"}");
          return;
        }
        if (path[3].equals("message")) {
          list = messages.getOrDefault(path[2], list);
        } else {
          for (Map.Entry<String, String> child : children.entrySet()) {
            if (child.getValue().equals(path[2])) {
              list.addObject().put("id", child.getKey()).put("parentID", path[2]);
            }
          }
        }
      }
    }
    reply(exchange, 200, list.toString());
  }

  private synchronized void post(HttpExchange exchange, String[] path, String body)
      throws IOException, NotJson {
    if (path.length == 2) {
      String id = "ses_" + ++count;
      folders.put(id, String.valueOf(exchange.getRequestURI().getQuery()));
      reply(exchange, 200, JsonTree.object().put("id", id).put("version", "1.18.18").toString());
      return;
    }
    String id = path[2];
    switch (path[1] + "/" + path[3]) {
      case "session/prompt_async" -> {
        String text = JsonTree.read(body).path("parts").path(0).path("text").asString("");
        reply(exchange, 204, "");
        prompted(id, text);
      }
      case "session/abort" -> {
        reply(exchange, 200, "true");
        tell("session.error", session(id).set("error", error("MessageAbortedError", "Aborted")));
        idle(id);
      }
      case "question/reply", "question/reject", "permission/reply" -> {
        JsonNode asked = questions.containsKey(id) ? questions.get(id) : permissions.get(id);
        if (asked == null) {
          reply(exchange, 404, "{\"message\":\"request not found\"}");
          return;
        }
        reply(exchange, 200, "true");
        settle(id, path[3].equals("reject") ? "question.rejected" : path[1] + ".replied");
        String session = asked.path("sessionID").asString("");
        String root = children.getOrDefault(session, session);
        if (questions.isEmpty() && permissions.isEmpty()) {
          boolean refused = path[3].equals("reject") || body.contains("reject");
          tool(root, refused ? "error" : "completed");
          say(root, "heard " + (body.isEmpty() ? "nothing" : body));
          idle(root);
        }
      }
      default -> reply(exchange, 404, "");
    }
  }

  private void prompted(String id, String prompt) throws NotJson {
    busy.add(id);
    if (prompt.startsWith("shuffled ")) {
      shuffled(id, Long.parseLong(prompt.substring("shuffled ".length())));
      return;
    }
    message(id, "msg_u" + ++count, "user");
    part(id, "prt_u" + count, "msg_u" + count, prompt);
    tell("session.status", session(id).set("status", JsonTree.object().put("type", "busy")));
    message(id, "msg_a" + ++count, "assistant");
    switch (prompt) {
      case "question" -> question(id);
      case "permission" -> {
        tool(id, "running");
        permission(id);
      }
      case "two" -> {
        question(id);
        permission(id);
      }
      case "child" -> {
        children.put("ses_child", id);
        ObjectNode created = JsonTree.object();
        created.putObject("info").put("id", "ses_child").put("parentID", id);
        tell("session.created", created);
        permission("ses_child");
      }
      case "nonsense" -> {
        ObjectNode asked = session(id).put("id", "que_bad");
        asked.putArray("questions");
        questions.put("que_bad", asked);
        tell("question.asked", asked);
      }
      case "fail" -> {
        tell("session.error", session(id).set("error", error("APIError", "no such model")));
        idle(id);
      }
      case "hang" -> {}
      case "die" -> Runtime.getRuntime().halt(3);
      default -> {
        say(id, "you said: " + prompt);
        idle(id);
      }
    }
  }

  /** A call and its permission, told in an order that the seed gives; calls have one name each. */
  private void shuffled(String id, long seed) {
    String messageId = "msg_a" + ++count;
    ArrayNode parts = JsonTree.array();
    ObjectNode stored = messagesOf(id).addObject();
    stored.set("info", session(id).put("id", messageId).put("role", "assistant"));
    stored.set("parts", parts);
    List<Runnable> order = new ArrayList<>();
    order.add(() -> tell("message.updated", JsonTree.object().set("info", stored.path("info"))));
    for (String status : List.of("pending", "running")) {
      ObjectNode part = JsonTree.object().put("id", "prt_" + messageId).put("sessionID", id);
      part.put("messageID", messageId).put("type", "tool").put("callID", "call_1");
      ObjectNode input = part.put("tool", "bash").putObject("state").put("status", status);
      input.putObject("input");
      if (status.equals("running")) {
        input.putObject("input").put("command", "touch " + seed).put("description", "d");
      }
      order.add(
          () -> {
            if (status.equals("running") || parts.isEmpty()) {
              parts.removeAll().add(part);
            }
            tell("message.part.updated", JsonTree.object().set("part", part));
          });
    }
    order.add(
        () -> {
          ObjectNode asked = session(id).put("id", "per_" + messageId).put("permission", "bash");
          asked.putArray("patterns").add("touch " + seed);
          asked.putObject("metadata").put("command", "touch " + seed);
          asked.putObject("tool").put("messageID", messageId).put("callID", "call_1");
          permissions.put("per_" + messageId, asked);
          tell("permission.asked", asked);
        });
    Collections.shuffle(order, new Random(seed));
    order.forEach(Runnable::run);
  }

  private void question(String id) throws NotJson {
    ObjectNode asked = session(id).put("id", "que_1");
    asked.set("questions", JsonTree.read(QUESTIONS));
    asked.putObject("tool").put("messageID", "msg_a").put("callID", "call_q");
    questions.put("que_1", asked);
    tell("question.asked", asked);
  }

  private void permission(String id) {
    ObjectNode asked = session(id).put("id", "per_1").put("permission", "bash");
    asked.putArray("patterns").add("touch made");
    asked.putArray("always").add("touch *");
    asked.putObject("metadata");
    String message = "msg_a" + (messagesOf(id).isEmpty() ? "" : lastOf(id));
    asked.putObject("tool").put("messageID", message).put("callID", "call_b");
    permissions.put("per_1", asked);
    tell("permission.asked", asked);
  }

  private void settle(String id, String how) {
    JsonNode asked = questions.containsKey(id) ? questions.remove(id) : permissions.remove(id);
    if (asked != null) {
      tell(how, session(asked.path("sessionID").asString("")).put("requestID", id));
    }
  }

  private void tool(String id, String status) {
    ObjectNode part = JsonTree.object().put("id", "prt_t").put("sessionID", id);
    part.put("messageID", "msg_a" + lastOf(id)).put("type", "tool").put("callID", "call_b");
    part.put("tool", "bash");
    ObjectNode state = part.putObject("state").put("status", status);
    state.putObject("input").put("command", "touch made");
    if (!status.equals("running")) {
      state.put(status.equals("error") ? "error" : "output", "what came of it");
    }
    tell("message.part.updated", JsonTree.object().set("part", part));
  }

  private String lastOf(String id) {
    ArrayNode all = messagesOf(id);
    String last = all.path(all.size() - 1).path("info").path("id").asString("");
    return last.substring("msg_a".length());
  }

  private ArrayNode messagesOf(String id) {
    return messages.computeIfAbsent(id, _ -> JsonTree.array());
  }

  /** Its words come in pieces, and once more as a whole. */
  private void say(String id, String text) {
    String messageId = "msg_a" + lastOf(id);
    String partId = "prt_" + ++count;
    ObjectNode empty = text(id, partId, messageId, "");
    tell("message.part.updated", JsonTree.object().set("part", empty));
    int half = text.length() / 2;
    for (String piece : List.of(text.substring(0, half), text.substring(half))) {
      tell(
          "message.part.delta",
          session(id)
              .put("messageID", messageId)
              .put("partID", partId)
              .put("field", "text")
              .put("delta", piece));
    }
    part(id, partId, messageId, text);
  }

  private void part(String id, String partId, String messageId, String text) {
    ObjectNode part = text(id, partId, messageId, text);
    for (JsonNode message : messagesOf(id)) {
      if (message.path("info").path("id").asString("").equals(messageId)) {
        ((ArrayNode) message.path("parts")).add(part);
      }
    }
    tell("message.part.updated", JsonTree.object().set("part", part));
  }

  private static ObjectNode text(String id, String partId, String messageId, String text) {
    return JsonTree.object()
        .put("id", partId)
        .put("sessionID", id)
        .put("messageID", messageId)
        .put("type", "text")
        .put("text", text);
  }

  private void message(String id, String messageId, String role) {
    ObjectNode info = session(id).put("id", messageId).put("role", role).put("agent", "build");
    ObjectNode message = messagesOf(id).addObject();
    message.set("info", info);
    message.putArray("parts");
    tell("message.updated", JsonTree.object().set("info", info));
  }

  private void idle(String id) {
    busy.remove(id);
    tell("session.status", session(id).set("status", JsonTree.object().put("type", "idle")));
    tell("session.idle", session(id));
  }

  private static ObjectNode session(String id) {
    return JsonTree.object().put("sessionID", id);
  }

  private static ObjectNode error(String name, String message) {
    ObjectNode error = JsonTree.object().put("name", name);
    error.putObject("data").put("message", message);
    return error;
  }

  private void tell(String type, JsonNode properties) {
    ObjectNode event = JsonTree.object().put("id", "evt_" + ++count).put("type", type);
    event.set("properties", properties);
    String line = "data: " + JsonTree.write(event).text() + "\n\n";
    listeners.forEach(listener -> listener.add(line));
  }

  private void events(HttpExchange exchange) throws IOException {
    LinkedBlockingQueue<String> lines = new LinkedBlockingQueue<>();
    synchronized (this) {
      if (deaf) {
        reply(exchange, 503, "");
        return;
      }
      listeners.add(lines);
    }
    try {
      exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
      exchange.sendResponseHeaders(200, 0);
      OutputStream out = exchange.getResponseBody();
      String line = "data: {\"id\":\"evt_0\",\"type\":\"server.connected\",\"properties\":{}}\n\n";
      while (!line.equals(CUT)) {
        out.write(line.getBytes(UTF_8));
        out.flush();
        line = lines.take();
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    } finally {
      listeners.remove(lines);
    }
  }

  private static void reply(HttpExchange exchange, int status, String body) throws IOException {
    byte[] bytes = body.getBytes(UTF_8);
    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    if (bytes.length > 0) {
      exchange.getResponseBody().write(bytes);
    }
  }

  /** The folders in which its sessions work, as they were asked for. */
  synchronized List<String> folders() {
    return new ArrayList<>(folders.values());
  }
}

package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.blackbox.Sse;
import java.net.http.HttpRequest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Sends examples to a daemon and holds what it answers against them. An id that stands in an
 * example means the one that the daemon gave at the same place, or that the tour names.
 */
final class Tour {
  private static final boolean UPDATES = Boolean.getBoolean("update.golden");
  private static final Pattern ID = Pattern.compile("[a-z]+_[0-9A-HJKMNP-TV-Z]{26}");

  /** What tells the events of runs apart. */
  private static final String KIND = "/body/entry/event/type";

  /** Answers whose members are not the operation's own: the document itself. */
  private static final Set<String> FREE = Set.of("openapi");

  private final Http admin;
  private final Map<String, String> known = new HashMap<>();
  private final Set<String> seen = new TreeSet<>();
  private final List<String> wrong = new ArrayList<>();
  private final ExampleWords words;

  Tour(Http admin) {
    this.admin = admin;
    this.words = new ExampleWords(known, admin.address().toString());
  }

  /** Which operations were called. */
  Set<String> seen() {
    return seen;
  }

  /** What was not as its example says. */
  List<String> wrong() {
    return wrong;
  }

  /** The id that stands for something in the examples. */
  static String id(String prefix, String name) {
    return ExampleWords.id(prefix, name);
  }

  /** What an example calls so is this here. */
  void meet(String example, String live) {
    known.put(example, live);
  }

  void call(String id) {
    call(id, admin);
  }

  void call(String id, Http by) {
    call(id, by, _ -> {});
  }

  void call(String id, Http by, Consumer<HttpRequest.Builder> more) {
    call(id, by, null, more);
  }

  /**
   * @param body in place of the example's, where only this daemon knows what to send
   */
  JsonNode call(String id, Http by, @Nullable String body, Consumer<HttpRequest.Builder> more) {
    Example example = begin(id);
    JsonNode sent = example.request().path("body");
    Http.Answer answer =
        by.send(
            example.endpoint().method().name(),
            example.target(this::live),
            sent.isMissingNode()
                ? null
                : body == null ? Example.live(sent, this::live).toString() : body,
            request -> {
              headers(example, request);
              more.accept(request);
            });
    String type = answer.header("Content-Type").split(";", 2)[0].strip();
    JsonNode got =
        switch (type) {
          case "application/json" -> answer.json();
          case "application/x-ndjson" ->
              Acceptance.JSON.readTree(answer.text().lines().findFirst().orElseThrow());
          case "text/event-stream" ->
              Acceptance.JSON.readTree(
                  answer
                      .text()
                      .lines()
                      .filter(line -> line.startsWith("data: "))
                      .findFirst()
                      .orElseThrow()
                      .substring("data: ".length()));
          case "", "application/zip" -> Acceptance.JSON.missingNode();
          default -> Acceptance.JSON.getNodeFactory().stringNode(answer.text());
        };
    compare(example, answer.status(), type, null, got);
    return got;
  }

  /** Opens the example's stream; its frame is the first of its kind. */
  void stream(String id, Consumer<HttpRequest.Builder> more) {
    Example example = begin(id);
    try (Sse stream =
        admin.stream(
            example.target(this::live),
            request -> {
              headers(example, request);
              more.accept(request);
            })) {
      String event = example.answer().path("event").asString("");
      String kind = example.answer().at(KIND).asString("");
      Sse.Frame frame =
          stream.next(
              one ->
                  (event.isEmpty() || one.type().equals(event))
                      && (kind.isEmpty()
                          || one.data().at(KIND.substring(5)).asString("").equals(kind)));
      compare(example, 200, "text/event-stream", frame.type(), frame.data());
    }
  }

  void stream(String id) {
    stream(id, _ -> {});
  }

  private Example begin(String id) {
    assertThat(seen.add(id)).as("%s is called once", id).isTrue();
    Example example = Example.of(id);
    return UPDATES
        ? new Example(example.endpoint(), words.named(example.request()), example.answer())
        : example;
  }

  private void headers(Example example, HttpRequest.Builder request) {
    for (var one : example.request().path("headers").properties()) {
      request.setHeader(one.getKey(), live(one.getValue().asString()));
    }
  }

  /** The same text with the ids of this daemon. */
  private String live(String text) {
    String whole = known.get(text);
    return whole != null
        ? whole
        : ID.matcher(text).replaceAll(id -> known.getOrDefault(id.group(), id.group()));
  }

  private void compare(
      Example example, int status, String type, @Nullable String event, JsonNode got) {
    List<String> differences = new ArrayList<>();
    JsonNode says = example.answer();
    if (says.path("status").asInt(0) != status) {
      differences.add("status " + status + " " + got);
    }
    if (!says.path("type").asString("").equals(type)) {
      differences.add("type " + type);
    }
    JsonNode body = says.path("body");
    boolean free = FREE.contains(example.id());
    if (free) {
      members("", body, got, differences);
    } else {
      walk("", body, got, differences);
    }
    if (UPDATES && status < 300) {
      ObjectNode answer = answer(example, status, type, event, got);
      if (!differences.isEmpty()) {
        new Example(example.endpoint(), example.request(), answer).write();
      }
    } else {
      differences.forEach(one -> wrong.add(example.id() + ": " + one));
    }
  }

  /** What the daemon said, as an example. */
  private ObjectNode answer(
      Example example, int status, String type, @Nullable String event, JsonNode got) {
    ObjectNode answer = Acceptance.JSON.createObjectNode().put("status", status);
    if (!type.isEmpty()) {
      answer.put("type", type);
    }
    if (event != null) {
      answer.put("event", event);
    }
    if (!got.isMissingNode() && !FREE.contains(example.id())) {
      answer.set("body", words.pretty(example.id(), got));
    }
    return answer;
  }

  /** The same members everywhere; of lists the first item is looked at. */
  private void walk(String at, JsonNode example, JsonNode live, List<String> differences) {
    if (example.isObject() && live.isObject()) {
      members(at, example, live, differences);
      for (var one : example.properties()) {
        if (live.has(one.getKey())) {
          walk(at + "/" + one.getKey(), one.getValue(), live.get(one.getKey()), differences);
        }
      }
    } else if (example.isArray() && live.isArray()) {
      if (example.isEmpty() != live.isEmpty()) {
        differences.add(at + " has " + live.size() + " items");
      } else if (!example.isEmpty()) {
        walk(at + "/0", example.get(0), live.get(0), differences);
      }
    } else if (example.isContainer()
        || live.isContainer()
        || example.isMissingNode() != live.isMissingNode()) {
      differences.add(at + " is " + live.getNodeType());
    } else if (example.isString()
        && live.isString()
        && ID.matcher(example.stringValue()).matches()
        && ID.matcher(live.stringValue()).matches()) {
      known.putIfAbsent(example.stringValue(), live.stringValue());
    }
  }

  private static void members(
      String at, JsonNode example, JsonNode live, List<String> differences) {
    Set<String> more = new TreeSet<>(live.propertyNames());
    more.removeAll(example.propertyNames());
    Set<String> fewer = new TreeSet<>(example.propertyNames());
    fewer.removeAll(live.propertyNames());
    if (!more.isEmpty()) {
      differences.add(at + " has also " + more);
    }
    if (!fewer.isEmpty()) {
      differences.add(at + " lacks " + fewer);
    }
  }
}

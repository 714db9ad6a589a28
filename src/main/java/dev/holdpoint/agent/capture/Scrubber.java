package dev.holdpoint.agent.capture;

import dev.holdpoint.core.memory.Redaction;
import dev.holdpoint.engine.json.JsonTree;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/** Takes out of JSON what is a secret, looks like one, or is called one. */
public final class Scrubber {
  /** A shorter one would be found everywhere and hide the text instead of itself. */
  private static final int SHORTEST = 4;

  private final List<String> known;

  /**
   * @param known secrets that need not look like any, as the operator's own token
   */
  public Scrubber(Collection<String> known) {
    // The longer first: one may be the beginning of another.
    this.known =
        known.stream()
            .filter(secret -> secret.length() >= SHORTEST)
            .flatMap(secret -> Stream.of(secret, quoted(secret)))
            .distinct()
            .sorted(Comparator.comparingInt(String::length).reversed())
            .toList();
  }

  /** As it stands in JSON that is itself a text, such as the input of a call. */
  private static String quoted(String secret) {
    String json = JsonTree.write(StringNode.valueOf(secret)).text();
    return json.substring(1, json.length() - 1);
  }

  public String text(String text) {
    String clean = text;
    for (String secret : known) {
      clean = clean.replace(secret, Redaction.MARK);
    }
    return Redaction.of(clean);
  }

  public JsonNode tree(JsonNode node) {
    return switch (node) {
      case ObjectNode object -> object(object);
      case ArrayNode array -> {
        ArrayNode clean = JsonTree.array();
        array.forEach(entry -> clean.add(tree(entry)));
        yield clean;
      }
      case StringNode string -> StringNode.valueOf(text(string.stringValue()));
      default -> node;
    };
  }

  private ObjectNode object(ObjectNode object) {
    ObjectNode clean = JsonTree.object();
    object.forEachEntry((name, value) -> clean.set(text(name), member(name, value)));
    return clean;
  }

  private JsonNode member(String name, JsonNode value) {
    if (value instanceof ArrayNode array) {
      ArrayNode clean = JsonTree.array();
      array.forEach(entry -> clean.add(member(name, entry)));
      return clean;
    }
    if (value instanceof StringNode || value.isNumber()) {
      return scalar(name, value);
    }
    return tree(value);
  }

  /** A value may be a secret only because of what it is called. */
  private JsonNode scalar(String name, JsonNode value) {
    if (isSecret(name, "x")) {
      return StringNode.valueOf(Redaction.MARK);
    }
    if (!(value instanceof StringNode string)) {
      return value;
    }
    return isSecret(name, string.stringValue())
        ? StringNode.valueOf(Redaction.MARK)
        : StringNode.valueOf(text(string.stringValue()));
  }

  private static boolean isSecret(String name, String value) {
    return Redaction.of(name + "=" + value).equals(name + "=" + Redaction.MARK);
  }

  /**
   * The events of a stream. A secret may come in pieces, none of which looks like one: so texts at
   * the same place of successive events are read as one, and where there is a secret in that, the
   * first of them carries what is left of all.
   */
  public List<JsonNode> stream(List<JsonNode> events) {
    Map<String, StringBuilder> joined = new HashMap<>();
    events.forEach(event -> join(event, "", joined));
    Map<String, String> rewritten = new HashMap<>();
    joined.forEach(
        (place, text) -> {
          String clean = text(text.toString());
          if (!clean.contentEquals(text)) {
            rewritten.put(place, clean);
          }
        });
    List<JsonNode> clean = new ArrayList<>();
    events.forEach(event -> clean.add(tree(rewrite(event, "", rewritten))));
    return clean;
  }

  private static void join(JsonNode node, String place, Map<String, StringBuilder> joined) {
    switch (node) {
      case ObjectNode object ->
          object.forEachEntry((name, value) -> join(value, place + "/" + name, joined));
      case ArrayNode array -> array.forEach(entry -> join(entry, place + "/*", joined));
      case StringNode string ->
          joined.computeIfAbsent(place, _ -> new StringBuilder()).append(string.stringValue());
      default -> {}
    }
  }

  private static JsonNode rewrite(JsonNode node, String place, Map<String, String> rewritten) {
    return switch (node) {
      case ObjectNode object -> {
        ObjectNode copy = JsonTree.object();
        object.forEachEntry(
            (name, value) -> copy.set(name, rewrite(value, place + "/" + name, rewritten)));
        yield copy;
      }
      case ArrayNode array -> {
        ArrayNode copy = JsonTree.array();
        array.forEach(entry -> copy.add(rewrite(entry, place + "/*", rewritten)));
        yield copy;
      }
      case StringNode string when rewritten.containsKey(place) -> {
        String all = rewritten.put(place, "");
        yield StringNode.valueOf(all == null ? "" : all);
      }
      default -> node;
    };
  }
}

package dev.holdpoint.agent.provider;

import dev.holdpoint.core.memory.Redaction;
import dev.holdpoint.core.secret.SecretValues;
import dev.holdpoint.engine.json.JsonTree;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/** What lets the daemon in at a provider, and takes itself out of whatever is told. */
public final class ApiKey {
  public static final ApiKey NONE = new ApiKey(null);

  private static final String ALIAS = "ROUTE";
  private static final String SCRUBBED = "[secret:" + ALIAS + "]";

  /** For a library that wants one; it is sent to nobody. */
  private static final String NO_KEY = "none";

  /** A shorter one, as servers of one's own have, is a word that a model may well say. */
  private static final int SHORTEST = 10;

  private final @Nullable String value;
  private final SecretValues values;

  private ApiKey(@Nullable String value) {
    this.value = value;
    this.values = value == null ? SecretValues.NONE : SecretValues.of(Map.of(ALIAS, value));
  }

  public static ApiKey of(String value) {
    return new ApiKey(value);
  }

  boolean isGiven() {
    return value != null;
  }

  String value() {
    return value == null ? NO_KEY : value;
  }

  /** The text without the key in any form, and without what looks like another. */
  String scrub(String text) {
    return Redaction.of(without(text));
  }

  /** What a model says, without the key in any form; all else is left as it is. */
  String unsaid(String text) {
    return isTelling() ? without(text) : text;
  }

  JsonNode unsaid(JsonNode tree) {
    return isTelling() ? scrub(tree) : tree;
  }

  /** The same, piece by piece. */
  KeyFilter unsaid(Consumer<String> onText) {
    return new KeyFilter(
        (isTelling() ? values : SecretValues.NONE).scrubbing().stream(), ApiKey::named, onText);
  }

  private boolean isTelling() {
    return value != null && value.length() >= SHORTEST;
  }

  /** The same JSON without the key in any form. */
  JsonNode scrub(JsonNode tree) {
    return switch (tree) {
      case ObjectNode object -> {
        ObjectNode clean = JsonTree.object();
        object.forEachEntry((name, value) -> clean.set(without(name), scrub(value)));
        yield clean;
      }
      case ArrayNode array -> {
        ArrayNode clean = JsonTree.array();
        array.forEach(entry -> clean.add(scrub(entry)));
        yield clean;
      }
      case StringNode string -> StringNode.valueOf(without(string.stringValue()));
      default -> tree;
    };
  }

  /** The text without the key in any form. */
  String without(String text) {
    return named(values.scrubbing().scrub(text));
  }

  private static String named(String text) {
    return text.replace(SCRUBBED, "[the route's key]");
  }

  @Override
  public String toString() {
    return value == null ? "no key" : "a key";
  }
}

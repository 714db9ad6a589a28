package dev.holdpoint.agent.form;

import dev.holdpoint.core.record.Json;
import dev.holdpoint.engine.json.JsonTree;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * An object that somebody else has written, read member by member. A member that is null is taken
 * for one that is not there, as the protocol says; members that nobody asks for are passed over.
 *
 * @param where the object's place, with a dot behind it; empty for the whole
 */
public record Params(JsonNode node, String where) {
  /** As long as ids may be in this daemon. */
  public static final int ID = 200;

  public static final int SHORT = 1_000;
  public static final int LONG = 16 * 1024;

  public static Params of(Json json, String what) throws NotUnderstood {
    JsonNode node = JsonTree.of(json);
    if (!node.isObject()) {
      throw new NotUnderstood(what + " must be an object.");
    }
    return new Params(node, "");
  }

  public boolean has(String name) {
    return node.hasNonNull(name);
  }

  public String text(String name, int longest) throws NotUnderstood {
    String text = optionalText(name, longest);
    if (text == null || text.isBlank()) {
      throw wrong(name, "must be text that is not blank");
    }
    return text;
  }

  public @Nullable String optionalText(String name, int longest) throws NotUnderstood {
    if (!has(name)) {
      return null;
    }
    JsonNode value = node.get(name);
    if (!value.isString()) {
      throw wrong(name, "must be a text");
    }
    if (value.stringValue().length() > longest) {
      throw wrong(name, "must not be longer than " + longest + " characters");
    }
    return value.stringValue();
  }

  public boolean flag(String name, boolean otherwise) throws NotUnderstood {
    if (!has(name)) {
      return otherwise;
    }
    if (!node.get(name).isBoolean()) {
      throw wrong(name, "must be true or false");
    }
    return node.get(name).booleanValue();
  }

  public Params object(String name) throws NotUnderstood {
    if (!has(name) || !node.get(name).isObject()) {
      throw wrong(name, "must be an object");
    }
    return new Params(node.get(name), where + name + ".");
  }

  /** The entries of a list; none when there is no list. */
  public List<JsonNode> list(String name, int longest) throws NotUnderstood {
    if (!has(name)) {
      return List.of();
    }
    JsonNode list = node.get(name);
    if (!list.isArray()) {
      throw wrong(name, "must be a list");
    }
    if (list.size() > longest) {
      throw wrong(name, "must not have more than " + longest + " entries");
    }
    List<JsonNode> entries = new ArrayList<>();
    list.forEach(entries::add);
    return entries;
  }

  public List<Params> objects(String name, int longest) throws NotUnderstood {
    List<Params> objects = new ArrayList<>();
    for (JsonNode entry : list(name, longest)) {
      String place = where + name + "[" + objects.size() + "]";
      if (!entry.isObject()) {
        throw new NotUnderstood("`" + place + "` must be an object.");
      }
      objects.add(new Params(entry, place + "."));
    }
    return objects;
  }

  public NotUnderstood wrong(String name, String rule) {
    return new NotUnderstood("`" + where + name + "` " + rule + ".");
  }
}

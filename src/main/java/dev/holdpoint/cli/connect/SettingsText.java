package dev.holdpoint.cli.connect;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Settings that are edited as text, so that everything that is not edited keeps its bytes, and what
 * was put in can be taken out without a trace.
 *
 * <p>An empty object or list of the owner gets its first content without a line break. Removing the
 * content then leaves the owner's empty one, while those that were made here go too. A file of
 * blanks keeps them before a line break and the object that is made here, so that they are left.
 */
final class SettingsText {
  private static final String UNIT = "  ";
  private static final String BLANKS = " \t\r\n";

  private String text;
  private boolean fresh;

  /** What the owner has where nothing of ours is left; null where that is no file. */
  private @Nullable String rest;

  private SettingsText(String text, boolean fresh, @Nullable String rest) {
    this.text = text;
    this.fresh = fresh;
    this.rest = rest;
  }

  /**
   * @param before what the file holds; null for a file that is not there
   */
  static SettingsText of(@Nullable String before) throws SettingsJson.NotSettings {
    if (before == null) {
      return new SettingsText("{\n}\n", true, null);
    }
    if (before.chars().allMatch(c -> BLANKS.indexOf(c) >= 0)) {
      return new SettingsText(before + "\n{\n}\n", true, before);
    }
    var _ = SettingsJson.read(before);
    return new SettingsText(before, false, null);
  }

  /** What the file should hold; null when nothing but what was put in here would be left. */
  @Nullable String text() {
    return fresh ? rest : text;
  }

  /** Whether nothing is in it. */
  boolean isFresh() {
    return fresh;
  }

  /** Whether it holds no more than this, as it is written here into a file without an object. */
  boolean isMade(String object) {
    return !fresh && text.replace("\r\n", "\n").stripLeading().equals(object);
  }

  ObjectNode tree() {
    try {
      return SettingsJson.read(text);
    } catch (SettingsJson.NotSettings e) {
      throw new IllegalStateException(e);
    }
  }

  /** Adds an element at the end of the list at this place, which is made where it is missing. */
  void append(List<String> path, JsonNode element) {
    List<String> there = existing(path);
    if (there.size() == path.size()) {
      insert(at(there), null, element);
    } else {
      JsonNode list = JsonNodeFactory.instance.arrayNode().add(element);
      insert(at(there), path.get(there.size()), nested(path, there.size() + 1, list));
    }
  }

  /** Sets a member of the object at this place, which is made where it is missing. */
  void put(List<String> path, JsonNode value) {
    List<String> there = existing(path);
    if (there.size() == path.size()) {
      Value old = at(there);
      String laidOut = SettingsJson.text(value, unit(), line() + indentAt(old.start));
      text = text.substring(0, old.start) + laidOut + text.substring(old.end);
    } else {
      insert(at(there), path.get(there.size()), nested(path, there.size() + 1, value));
    }
  }

  /**
   * Removes a member or an element, and what is empty without it and was made here.
   *
   * @param path names of members and indexes of elements
   */
  void remove(List<String> path) {
    List<String> above = path.subList(0, path.size() - 1);
    Value container = at(above);
    int index = container.indexOf(path.getLast());
    Child child = container.children.get(index);
    if (container.children.size() > 1) {
      cut(
          index > 0 ? container.children.get(index - 1).value.end : child.start,
          index > 0 ? child.value.end : container.children.get(1).start);
    } else if (child.start == container.start + 1) {
      cut(child.start, child.value.end);
    } else if (above.isEmpty()) {
      int own = container.start - 1;
      rest = own >= 0 && text.charAt(own) == '\n' ? text.substring(0, own) : null;
      text = (rest == null ? "" : rest + "\n") + "{" + line() + "}" + line();
      fresh = true;
    } else {
      remove(above);
    }
  }

  private void cut(int from, int to) {
    text = text.substring(0, from) + text.substring(to);
  }

  private List<String> existing(List<String> path) {
    int depth = 0;
    JsonNode node = tree();
    while (depth < path.size() && node.has(path.get(depth))) {
      node = node.path(path.get(depth++));
    }
    return path.subList(0, depth);
  }

  private static JsonNode nested(List<String> path, int from, JsonNode value) {
    JsonNode inner = value;
    for (int i = path.size() - 1; i >= from; i--) {
      inner = JsonNodeFactory.instance.objectNode().set(path.get(i), inner);
    }
    return inner;
  }

  private void insert(Value container, @Nullable String name, JsonNode value) {
    String line = line();
    String label = name == null ? "" : SettingsJson.quoted(name) + ": ";
    String indent;
    String before;
    int place;
    if (!container.children.isEmpty()) {
      Child last = container.children.getLast();
      String own = leading(last.start);
      indent = own == null ? indentAt(container.start) + unit() : own;
      before = "," + line + indent;
      place = last.value.end;
    } else {
      indent = indentAt(container.start) + (fresh ? unit() : "");
      before = fresh ? line + indent : "";
      place = container.start + 1;
    }
    text =
        text.substring(0, place)
            + before
            + label
            + SettingsJson.text(value, unit(), line + indent)
            + text.substring(place);
    fresh = false;
  }

  private String line() {
    return text.contains("\r\n") ? "\r\n" : "\n";
  }

  private String unit() {
    String found = SettingsJson.indent(text);
    return found == null ? UNIT : found;
  }

  /** How far the line is indented that holds this place. */
  private String indentAt(int place) {
    int from = text.lastIndexOf('\n', place - 1) + 1;
    int to = from;
    while (to < place && (text.charAt(to) == ' ' || text.charAt(to) == '\t')) {
      to++;
    }
    return text.substring(from, to);
  }

  /** The blanks before this place, if nothing else is before it on its line. */
  private @Nullable String leading(int place) {
    String indent = indentAt(place);
    int from = text.lastIndexOf('\n', place - 1) + 1;
    return from > 0 && from + indent.length() == place ? indent : null;
  }

  private Value at(List<String> path) {
    Value value = new Scan().value();
    for (String step : path) {
      value = value.children.get(value.indexOf(step)).value;
    }
    return value;
  }

  /** A value from its first character to behind its last. */
  private record Value(int start, int end, List<Child> children) {
    int indexOf(String step) {
      for (int i = 0; i < children.size(); i++) {
        String name = children.get(i).name;
        if (name == null ? step.equals(Integer.toString(i)) : step.equals(name)) {
          return i;
        }
      }
      throw new IllegalArgumentException("no " + step);
    }
  }

  /** A member, from its name on, or an element. */
  private record Child(int start, @Nullable String name, Value value) {}

  /** Finds where values begin and end, in a text that has been parsed already. */
  private final class Scan {
    private int next;

    Value value() {
      blanks();
      int start = next;
      List<Child> children = new ArrayList<>();
      switch (text.charAt(next)) {
        case '{', '[' -> container(children);
        case '"' -> string();
        default -> plain();
      }
      return new Value(start, next, children);
    }

    private void container(List<Child> children) {
      boolean object = text.charAt(next++) == '{';
      blanks();
      while (text.charAt(next) != '}' && text.charAt(next) != ']') {
        int start = next;
        String name = null;
        if (object) {
          string();
          name = SettingsJson.unquoted(text.substring(start, next));
          blanks();
          next++; // the colon
        }
        children.add(new Child(start, name, value()));
        blanks();
        if (text.charAt(next) == ',') {
          next++;
          blanks();
        }
      }
      next++;
    }

    private void string() {
      next++;
      while (text.charAt(next) != '"') {
        next += text.charAt(next) == '\\' ? 2 : 1;
      }
      next++;
    }

    private void plain() {
      while (next < text.length() && ",]} \t\r\n".indexOf(text.charAt(next)) < 0) {
        next++;
      }
    }

    private void blanks() {
      while (next < text.length() && BLANKS.indexOf(text.charAt(next)) >= 0) {
        next++;
      }
    }
  }
}

package dev.holdpoint.agent.form;

import dev.holdpoint.core.gate.Option;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The values that a form lets people choose from, with or without titles. */
final class FormChoices {
  static final List<Option> YES_OR_NO =
      List.of(new Option("true", "Yes", null, null), new Option("false", "No", null, null));

  private FormChoices() {}

  /**
   * The values of {@code enum}, or the constants of {@code oneOf} or {@code anyOf}; none where
   * anything can be written. All become an {@code enum} of the clean schema.
   */
  static List<Option> of(Params owner, String type, ObjectNode clean) throws NotUnderstood {
    List<Option> options = new ArrayList<>();
    List<JsonNode> values = new ArrayList<>();
    if (owner.has("enum")) {
      values.addAll(owner.list("enum", FormSchema.OPTIONS));
      List<JsonNode> names = owner.list("enumNames", FormSchema.OPTIONS);
      for (JsonNode value : values) {
        JsonNode name = options.size() < names.size() ? names.get(options.size()) : value;
        options.add(option(owner, "enum", type, value, name.asString(""), null));
      }
    } else {
      String word = owner.has("oneOf") ? "oneOf" : "anyOf";
      for (Params choice : owner.objects(word, FormSchema.OPTIONS)) {
        JsonNode value = choice.node().path("const");
        values.add(value);
        String title = choice.optionalText("title", Params.SHORT);
        String description = choice.optionalText("description", Params.LONG);
        options.add(option(owner, word, type, value, title == null ? "" : title, description));
      }
    }
    Set<String> ids = new HashSet<>();
    for (Option option : options) {
      if (!ids.add(option.id())) {
        throw owner.wrong(owner.has("enum") ? "enum" : "oneOf", "has a duplicate value");
      }
    }
    if (!values.isEmpty()) {
      ArrayNode all = clean.putArray("enum");
      values.forEach(all::add);
    }
    return options;
  }

  private static Option option(
      Params owner,
      String word,
      String type,
      JsonNode value,
      String title,
      @Nullable String description)
      throws NotUnderstood {
    boolean fits = type.equals("string") ? value.isString() : value.isNumber();
    String id = value.asString("");
    if (!fits || id.isBlank() || id.length() > Params.ID || title.length() > Params.SHORT) {
      throw owner.wrong(
          word, "must list values of type %s with 1 to %d characters".formatted(type, Params.ID));
    }
    return new Option(id, title.isBlank() ? id : title, description, null);
  }
}

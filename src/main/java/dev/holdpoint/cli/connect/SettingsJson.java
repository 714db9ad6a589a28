package dev.holdpoint.cli.connect;

import java.util.Iterator;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Settings as JSON: read strictly, and laid out as people lay them out. */
final class SettingsJson {
  // A member that is there twice means one thing to us and perhaps another to the program.
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

  private static final Pattern INDENT = Pattern.compile("\\{\\r?\\n([ \\t]+)\"");

  private SettingsJson() {}

  static ObjectNode read(String text) throws NotSettings {
    try {
      if (MAPPER.readTree(text) instanceof ObjectNode settings) {
        return settings;
      }
      throw new NotSettings("it has a second value");
    } catch (JacksonException e) {
      var at = e.getLocation();
      throw new NotSettings(
          e.getOriginalMessage()
              + (at == null
                  ? ""
                  : " (line " + at.getLineNr() + ", column " + at.getColumnNr() + ")"));
    } catch (NumberFormatException e) {
      throw new NotSettings("a number is out of range");
    }
  }

  static String quoted(String name) {
    return MAPPER.writeValueAsString(name);
  }

  static String unquoted(String text) {
    return MAPPER.readTree(text).asString();
  }

  /** By what the text indents its first member; null if it does not. */
  static @Nullable String indent(String text) {
    Matcher indent = INDENT.matcher(text);
    return indent.find() ? indent.group(1) : null;
  }

  /**
   * @param unit what each level is indented by
   * @param line the end of a line and the indentation of the value's first one
   */
  static String text(JsonNode value, String unit, String line) {
    StringBuilder out = new StringBuilder();
    write(value, out, unit, line);
    return out.toString();
  }

  private static void write(JsonNode node, StringBuilder out, String indent, String line) {
    if (node.isEmpty() || !node.isContainer()) {
      out.append(MAPPER.writeValueAsString(node));
      return;
    }
    String inner = line + indent;
    out.append(node.isObject() ? '{' : '[');
    if (node.isObject()) {
      for (Iterator<Map.Entry<String, JsonNode>> all = node.properties().iterator();
          all.hasNext(); ) {
        Map.Entry<String, JsonNode> one = all.next();
        out.append(inner).append(quoted(one.getKey())).append(": ");
        write(one.getValue(), out, indent, inner);
        out.append(all.hasNext() ? "," : "");
      }
    } else {
      for (Iterator<JsonNode> all = node.iterator(); all.hasNext(); ) {
        out.append(inner);
        write(all.next(), out, indent, inner);
        out.append(all.hasNext() ? "," : "");
      }
    }
    out.append(line).append(node.isObject() ? '}' : ']');
  }

  /** Something that is no settings. */
  static final class NotSettings extends Exception {
    private static final long serialVersionUID = 1L;

    NotSettings(String message) {
      super(message);
    }
  }
}

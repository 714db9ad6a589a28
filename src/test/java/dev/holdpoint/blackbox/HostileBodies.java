package dev.holdpoint.blackbox;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdpoint.api.rule.MustBeObject;
import java.lang.reflect.RecordComponent;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Bodies that no endpoint may take, by name. */
final class HostileBodies {
  private HostileBodies() {}

  /** What is wrong for any endpoint with a body. */
  static Map<String, byte[]> forAll() {
    Map<String, byte[]> bodies = new LinkedHashMap<>();
    bodies.put("cut short", text("{\"content\":"));
    bodies.put("no JSON", text("content=x"));
    bodies.put("two values", text("{} {}"));
    bodies.put("trailing comma", text("{\"content\":\"x\",}"));
    bodies.put("comment", text("{/* */}"));
    bodies.put("single quotes", text("{'content':'x'}"));
    bodies.put("an array", text("[]"));
    bodies.put("a string", text("\"x\""));
    bodies.put("a number", text("1"));
    bodies.put("null", text("null"));
    bodies.put("NaN", text("{\"content\":NaN}"));
    bodies.put("deep arrays", text("[".repeat(10_000)));
    bodies.put(
        "deep arrays, closed", text("{\"x\":" + "[".repeat(10_000) + "]".repeat(10_000) + "}"));
    bodies.put("deep objects", text("{\"x\":".repeat(10_000) + "1" + "}".repeat(10_000)));
    bodies.put("a key twice", text("{\"content\":\"x\",\"content\":\"y\"}"));
    bodies.put("a key twice, deep", text("{\"metadata\":{\"a\":1,\"a\":2}}"));
    bodies.put("an endless number", text("{\"x\":" + "9".repeat(100_000) + "}"));
    bodies.put("a huge exponent", text("{\"x\":1e" + "9".repeat(2_000) + "}"));
    bodies.put("an endless name", text("{\"" + "n".repeat(100_000) + "\":1}"));
    bodies.put("bad UTF-8", bytes("{\"content\":\"", 0xC3, 0x28, "\"}"));
    bodies.put("overlong UTF-8", bytes("{\"content\":\"", 0xC0, 0xAE, "\"}"));
    bodies.put("half a UTF-8 character", bytes("{\"content\":\"", 0xE2, 0x82, "\"}"));
    bodies.put(
        "UTF-16", "{\"content\":\"x\"}".getBytes(java.nio.charset.StandardCharsets.UTF_16LE));
    bodies.put("a raw NUL in a string", text("{\"content\":\"a\0b\"}"));
    bodies.put("a raw newline in a string", text("{\"content\":\"a\nb\"}"));
    bodies.put("nothing but NULs", new byte[1_000]);
    return bodies;
  }

  /** Each member of the record in turn, with values of every type that it does not have. */
  static Map<String, byte[]> wrongTypes(Class<?> record) {
    Map<String, byte[]> bodies = new LinkedHashMap<>();
    for (RecordComponent member : record.getRecordComponents()) {
      String name = snakeCase(member.getName());
      for (String value : wrong(member)) {
        bodies.put(name + " is " + value, text("{\"%s\":%s}".formatted(name, value)));
      }
    }
    return bodies;
  }

  private static List<String> wrong(RecordComponent member) {
    Class<?> type = member.getType();
    if (type == String.class) {
      return List.of("1", "1.5", "true", "[]", "{}", "[\"x\"]");
    }
    if (type == Boolean.class || type == boolean.class) {
      return List.of("1", "\"true\"", "[]", "{}");
    }
    if (Number.class.isAssignableFrom(type) || type.isPrimitive()) {
      return List.of("\"1\"", "1.5", "true", "[]", "{}", "-1", "1e400", "99999999999999999999");
    }
    if (List.class.isAssignableFrom(type)) {
      return List.of("1", "\"x\"", "true", "{}", "[1,[]]", "[null]");
    }
    if (type == JsonNode.class) {
      return member.isAnnotationPresent(MustBeObject.class)
          ? List.of("1", "\"x\"", "true", "[]")
          : List.of();
    }
    return List.of("1", "true", "\"no such thing\"", "[]");
  }

  private static String snakeCase(String name) {
    return name.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
  }

  private static byte[] text(String body) {
    return body.getBytes(UTF_8);
  }

  private static byte[] bytes(String before, int first, int second, String after) {
    byte[] head = text(before);
    byte[] tail = text(after);
    byte[] all = new byte[head.length + 2 + tail.length];
    System.arraycopy(head, 0, all, 0, head.length);
    all[head.length] = (byte) first;
    all[head.length + 1] = (byte) second;
    System.arraycopy(tail, 0, all, head.length + 2, tail.length);
    return all;
  }
}

package dev.holdpoint.acceptance;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdpoint.engine.json.Digests;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.LongNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/**
 * Turns what a daemon answered into an example: ids, times, digests and addresses that are the same
 * each time, and short lists.
 */
final class ExampleWords {
  /** 17 November 2026, 9:00 UTC. */
  private static final long MORNING_MS = 1_794_906_000_000L;

  private static final long DAY_MS = 86_400_000;
  private static final Pattern ID = Pattern.compile("\\b([a-z]+)_[0-9A-HJKMNP-TV-Z]{26}\\b");
  private static final Pattern NAMED = Pattern.compile("\\{\\{([a-z]+) ([^}]+)}}");
  private static final Pattern HASH = Pattern.compile("\\b([0-9a-f]{64}|[0-9a-f]{16})\\b");
  private static final Pattern TIME = Pattern.compile("20\\d\\d-\\d\\d-\\d\\dT\\S+Z");
  private static final Pattern RANDOM =
      Pattern.compile("(?<![0-9a-f])(?![0-9a-f]{64})[A-Za-z0-9_-]{40,}");
  private static final Pattern ECHO = Pattern.compile("You said: [^\"]*");
  private static final Pattern FOLDER = Pattern.compile("/[^ \"]*?holdpoint-acceptance-\\d+");
  private static final Pattern UUID =
      Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");

  /** Of a text that is long. */
  private static final int LINES = 6;

  private static final String LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

  private final Map<String, String> known;
  private final Map<String, String> shown = new HashMap<>();
  private final String address;

  /**
   * @param known live ids by those of the examples; what is made up here is added
   */
  ExampleWords(Map<String, String> known, String address) {
    this.known = known;
    this.address = address;
  }

  /** An id that looks like one, made of a name. */
  static String id(String prefix, String name) {
    StringBuilder id = new StringBuilder(prefix).append("_01KA8G7XM0");
    String hash = Digests.sha256Hex((prefix + " " + name).getBytes(UTF_8));
    for (int i = 0; i < 16; i++) {
      id.append(LETTERS.charAt(Integer.parseInt(hash.substring(2 * i, 2 * i + 2), 16) % 32));
    }
    return id.toString();
  }

  /** With ids in place of their names, as in <code>{{run cancelled}}</code>. */
  ObjectNode named(ObjectNode request) {
    return (ObjectNode)
        Example.live(
            request, text -> NAMED.matcher(text).replaceAll(one -> id(one.group(1), one.group(2))));
  }

  JsonNode pretty(String operation, JsonNode live) {
    Set<Long> times = new TreeSet<>();
    collect(live, times);
    Map<Long, Long> moved = new TreeMap<>();
    long now = System.currentTimeMillis();
    int past = 0;
    for (long time : times) {
      long minutes = Math.round((time - now) / 60_000.0);
      moved.put(time, minutes > 0 ? MORNING_MS + minutes * 60_000 : MORNING_MS + 1_000L * past++);
    }
    return pretty(operation, live, moved);
  }

  private static boolean isTime(JsonNode node) {
    return node.isIntegralNumber() && isTime((double) node.longValue());
  }

  private static boolean isTime(double ms) {
    return Math.abs(ms - System.currentTimeMillis()) < 40 * DAY_MS;
  }

  private static void collect(JsonNode node, Set<Long> times) {
    if (isTime(node)) {
      times.add(node.longValue());
    }
    node.forEach(one -> collect(one, times));
  }

  private JsonNode pretty(String at, JsonNode node, Map<Long, Long> times) {
    return switch (node) {
      case ObjectNode object -> prettyObject(at, object, times);
      case ArrayNode array -> prettyArray(at, array, times);
      case StringNode text -> StringNode.valueOf(pretty(at, text.stringValue()));
      default -> prettyNumber(node, times);
    };
  }

  private ObjectNode prettyObject(String at, ObjectNode object, Map<Long, Long> times) {
    ObjectNode made = Acceptance.JSON.createObjectNode();
    for (var one : object.properties()) {
      made.set(one.getKey(), pretty(at + "/" + one.getKey(), one.getValue(), times));
    }
    if (made.path("pagination") instanceof ObjectNode pagination && pagination.has("total_count")) {
      pagination.put("total_count", made.path("items").size());
    }
    return made;
  }

  /** One object, or three words. */
  private ArrayNode prettyArray(String at, ArrayNode array, Map<Long, Long> times) {
    ArrayNode made = Acceptance.JSON.createArrayNode();
    int most = !array.isEmpty() && array.get(0).isObject() ? 1 : 3;
    for (int i = 0; i < Math.min(most, array.size()); i++) {
      made.add(pretty(at + "/" + i, array.get(i), times));
    }
    return made;
  }

  private static JsonNode prettyNumber(JsonNode node, Map<Long, Long> times) {
    if (node.isNumber() && isTime(node.doubleValue() * 1000)) {
      return LongNode.valueOf(MORNING_MS / 1000);
    }
    Long time = node.isIntegralNumber() ? times.get(node.longValue()) : null;
    return time == null ? node : LongNode.valueOf(time);
  }

  private String pretty(String at, String text) {
    String plain = text.replace(address, "http://127.0.0.1:4747");
    for (var one : known.entrySet()) {
      if (!ID.matcher(one.getKey()).matches() && one.getValue().equals(plain)) {
        return one.getKey();
      }
    }
    if (plain.equals("test")) {
      return "0.1.0";
    }
    if (plain.contains("#!script")) {
      return "Roll out version 1.4.";
    }
    if (plain.startsWith("#")) {
      return plain.lines().limit(LINES).collect(Collectors.joining("\n")) + "\n";
    }
    String named = ID.matcher(plain).replaceAll(id -> shown(at, id.group(1), id.group()));
    named = ECHO.matcher(named).replaceAll("Version 1.4 is on staging.");
    named = FOLDER.matcher(named).replaceAll("/var/lib/holdpoint");
    named = UUID.matcher(named).replaceAll("5d1f3c0a-7b52-4d0e-9a1c-0e7f2b9d4c11");
    named = TIME.matcher(named).replaceAll(Instant.ofEpochMilli(MORNING_MS).toString());
    named = HASH.matcher(named).replaceAll(hash -> hash(at, hash.group()));
    return RANDOM.matcher(named).replaceAll(one -> random(at, one.group()));
  }

  private String hash(String at, String live) {
    return shown.computeIfAbsent(
        live, _ -> Digests.sha256Hex(at.getBytes(UTF_8)).substring(0, live.length()));
  }

  /** What nobody takes for a key. */
  private String random(String at, String live) {
    return shown.computeIfAbsent(
        live,
        _ -> {
          String begins = live.startsWith("sk_int_") ? "sk_int_" : "";
          String made = begins + ("example-" + at.replace('/', '-') + "-").repeat(9);
          return made.length() > live.length() ? made.substring(0, live.length()) : made;
        });
  }

  private String shown(String at, String prefix, String live) {
    for (var one : known.entrySet()) {
      if (one.getValue().equals(live)) {
        return one.getKey();
      }
    }
    return shown.computeIfAbsent(
        live,
        _ -> {
          String made = id(prefix, at);
          known.putIfAbsent(made, live);
          return made;
        });
  }
}

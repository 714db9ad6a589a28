package dev.holdpoint.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The report of an earlier run, to set this one beside it. */
final class Earlier {
  private static final JsonMapper MAPPER = new JsonMapper();

  private final JsonNode report;

  /**
   * What makes two figures the same one. A heading counts without its numbers, which tell how many
   * runs there were: runs of different length can be compared too.
   */
  private record Key(String database, String part, String name) {}

  private record Value(double number, String unit) {}

  private Earlier(JsonNode report) {
    this.report = report;
  }

  static Earlier read(Path file) {
    try {
      Earlier earlier = new Earlier(MAPPER.readTree(Files.readString(file)));
      if (figures(earlier.report).isEmpty()) {
        throw new IllegalArgumentException(file + " has no figures in it");
      }
      return earlier;
    } catch (IOException e) {
      throw new IllegalArgumentException("cannot read " + file, e);
    } catch (JacksonException e) {
      throw new IllegalArgumentException(file + " is no report: it is not JSON", e);
    }
  }

  /** For each figure: before, now, and how many times as much it is now. */
  String beside(String json) {
    JsonNode present = MAPPER.readTree(json);
    Map<Key, Value> before = figures(report);
    Map<Key, Value> now = figures(present);
    StringBuilder out = new StringBuilder("\n== compared with an earlier run ==\n\n");
    out.append("before  ").append(about(report)).append('\n');
    out.append("now     ").append(about(present)).append('\n');
    Set<Key> keys = new LinkedHashSet<>(now.keySet());
    keys.addAll(before.keySet());
    String heading = "";
    for (Key key : keys) {
      String of = key.database + ", " + key.part;
      if (!of.equals(heading)) {
        heading = of;
        out.append("\n%-54s %12s %12s %12s\n".formatted(heading, "before", "now", "now/before"));
      }
      out.append(row(key, before.get(key), now.get(key))).append('\n');
    }
    return out.toString();
  }

  private static String row(Key key, Value before, Value now) {
    String ratio =
        before == null
            ? "only now"
            : now == null ? "only before" : ratio(now.number / before.number);
    return "  %-52s %12s %12s %12s %s"
        .formatted(key.name, text(before), text(now), ratio, now == null ? before.unit : now.unit)
        .stripTrailing();
  }

  private static String text(Value value) {
    return value == null ? "-" : Figures.number(value.number);
  }

  /** None where both are nothing, or only the earlier one is. */
  private static String ratio(double ratio) {
    return Double.isFinite(ratio) ? Figures.number(ratio) + " ×" : "-";
  }

  private static String about(JsonNode report) {
    return "%s, %s runs, %s clients, %s"
        .formatted(
            report.path("time").asString(""),
            report.path("runs").asString(""),
            report.path("clients").asString(""),
            report.path("machine").asString(""));
  }

  private static Map<Key, Value> figures(JsonNode report) {
    Map<Key, Value> all = new LinkedHashMap<>();
    for (JsonNode result : report.path("results")) {
      for (JsonNode figure : result.path("figures")) {
        Key key =
            new Key(
                result.path("database").asString(""),
                withoutNumbers(figure.path("part").asString("")),
                figure.path("name").asString(""));
        all.put(
            key,
            new Value(figure.path("value").asDouble(Double.NaN), figure.path("unit").asString("")));
      }
    }
    return all;
  }

  /** Those of a cluster stay: they are what differs between its headings. */
  private static String withoutNumbers(String heading) {
    return heading.contains(" node") ? heading : heading.replaceAll("[0-9]+( [0-9]{3})*", "N");
  }
}

package dev.holdpoint.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What was measured, as a table for people and as JSON for programs. */
final class Figures {
  private final List<Figure> all = new ArrayList<>();
  private String part = "";

  /**
   * The bound that a figure should keep, and on which side of it.
   *
   * @param ofRatio whether the figure's ratio to its floor should keep it, and not the figure
   */
  private record Target(double bound, boolean atLeast, boolean ofRatio) {
    boolean isMetBy(Figure figure) {
      double value = ofRatio ? figure.value / figure.floor : figure.value;
      return atLeast ? value >= bound : value <= bound;
    }

    String text() {
      return (atLeast ? "≥ " : "≤ ") + number(bound) + (ofRatio ? " ×" : "");
    }
  }

  /** One measured number. Its floor is the same work with nothing of ours in it. */
  static final class Figure {
    private final String part;
    private final String name;
    private final double value;
    private final String unit;
    private String floorName = "";
    private double floor = Double.NaN;
    private Target target;

    private Figure(String part, String name, double value, String unit) {
      this.part = part;
      this.name = name;
      this.value = value;
      this.unit = unit;
    }

    double value() {
      return value;
    }

    Figure against(Figure other) {
      return against(other.name, other.value);
    }

    Figure against(String what, double bare) {
      floorName = what;
      floor = bare;
      return this;
    }

    Figure atLeast(double bound) {
      target = new Target(bound, true, false);
      return this;
    }

    /** For what depends on the machine: at least this share of what it is compared with. */
    Figure atLeastOfThat(double share) {
      target = new Target(share, true, true);
      return this;
    }

    Figure atMost(double bound) {
      target = new Target(bound, false, false);
      return this;
    }

    private String ratio() {
      return Double.isNaN(floor) ? "" : number(value / floor) + " × " + floorName;
    }

    private String verdict() {
      return target == null
          ? ""
          : target.text() + (target.isMetBy(this) ? "  met" : "  falls short");
    }
  }

  /** The heading of the figures that follow. */
  void part(String name) {
    part = name;
  }

  Figure add(String name, double value, String unit) {
    Figure figure = new Figure(part, name, value, unit);
    all.add(figure);
    return figure;
  }

  String table() {
    StringBuilder table = new StringBuilder();
    String heading = "";
    for (Figure figure : all) {
      if (!figure.part.equals(heading)) {
        heading = figure.part;
        table.append('\n').append(heading).append('\n');
      }
      table.append(
          "  %-44s %12s %-8s %-42s %s"
              .formatted(
                  figure.name, number(figure.value), figure.unit, figure.ratio(), figure.verdict())
              .stripTrailing());
      table.append('\n');
    }
    return table.toString();
  }

  /** The figures as a JSON array. */
  String json() {
    List<String> rows = new ArrayList<>();
    for (Figure figure : all) {
      StringBuilder row = new StringBuilder("{");
      row.append("\"part\":").append(Json.text(figure.part));
      row.append(",\"name\":").append(Json.text(figure.name));
      row.append(",\"value\":").append(Json.number(figure.value));
      row.append(",\"unit\":").append(Json.text(figure.unit));
      if (!Double.isNaN(figure.floor)) {
        row.append(",\"floor\":").append(Json.text(figure.floorName));
        row.append(",\"floor_value\":").append(Json.number(figure.floor));
        row.append(",\"ratio\":").append(Json.number(figure.value / figure.floor));
      }
      if (figure.target != null) {
        row.append(",\"target\":").append(Json.text(figure.target.text()));
        row.append(",\"met\":").append(figure.target.isMetBy(figure));
      }
      rows.add(row.append('}').toString());
    }
    return "[\n    " + String.join(",\n    ", rows) + "\n  ]";
  }

  /** Three digits that count, and no more. */
  static String number(double value) {
    if (Double.isNaN(value)) {
      return "-";
    }
    double size = Math.abs(value);
    int decimals = size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
    return String.format(Locale.ROOT, "%,." + decimals + "f", value).replace(',', ' ');
  }
}

package dev.holdpoint.daemon.metrics;

import java.util.Locale;

/** Measurements as Prometheus reads them: a family's heading, then a line each. */
public final class Exposition {
  private final StringBuilder text = new StringBuilder(8 * 1024);

  /** What a number means to Prometheus. */
  public enum Type {
    COUNTER,
    GAUGE,
    HISTOGRAM
  }

  public void family(String name, Type type, String help) {
    text.append("# HELP ").append(name).append(' ').append(help).append('\n');
    text.append("# TYPE ").append(name).append(' ');
    text.append(type.name().toLowerCase(Locale.ROOT)).append('\n');
  }

  /**
   * @param labels names and values, in turn
   */
  public void sample(String name, double value, String... labels) {
    text.append(name);
    for (int i = 0; i < labels.length; i += 2) {
      text.append(i == 0 ? '{' : ',').append(labels[i]).append("=\"");
      text.append(labels[i + 1].replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n"));
      text.append('"');
    }
    text.append(labels.length == 0 ? " " : "} ");
    if (value == Math.rint(value) && Math.abs(value) < 1e15) {
      text.append((long) value);
    } else {
      text.append(value);
    }
    text.append('\n');
  }

  public void counter(String name, String help, long value) {
    family(name, Type.COUNTER, help);
    sample(name, (double) value);
  }

  public void gauge(String name, String help, double value) {
    family(name, Type.GAUGE, help);
    sample(name, value);
  }

  @Override
  public String toString() {
    return text.toString();
  }
}

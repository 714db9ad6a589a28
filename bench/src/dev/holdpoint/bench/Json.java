package dev.holdpoint.bench;

/** As much JSON as the report needs. */
final class Json {
  private Json() {}

  static String text(String value) {
    StringBuilder out = new StringBuilder("\"");
    for (char c : value.toCharArray()) {
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (c < ' ') {
        out.append("\\u%04x".formatted((int) c));
      } else {
        out.append(c);
      }
    }
    return out.append('"').toString();
  }

  static String number(double value) {
    return Double.isFinite(value) ? Double.toString(value) : "null";
  }
}

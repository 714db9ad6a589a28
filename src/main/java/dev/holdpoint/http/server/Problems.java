package dev.holdpoint.http.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdpoint.core.problem.Refusal;

/**
 * Writes a refusal as problem+json. By hand, because it must work when everything else is broken:
 * it needs no mapper, and no text in it can break out of its quotes.
 */
final class Problems {
  static final String CONTENT_TYPE = "application/problem+json";

  private Problems() {}

  static byte[] render(Refusal refusal, ProblemStyle style, String requestId) {
    var problem = refusal.problem();
    var out = new StringBuilder(320);
    member(out.append('{'), "type", style.type(problem));
    member(out.append(','), "title", problem.title());
    out.append(",\"status\":").append(style.status(problem.kind()));
    member(out.append(','), "detail", refusal.detail());
    member(out.append(','), "code", problem.code());
    member(out.append(','), "domain", problem.domain());
    member(out.append(','), "request_id", requestId);
    if (!refusal.faults().isEmpty()) {
      String separator = ",\"errors\":[";
      for (var fault : refusal.faults()) {
        member(out.append(separator).append('{'), "pointer", fault.pointer());
        member(out.append(','), "message", fault.message());
        out.append('}');
        separator = ",";
      }
      out.append(']');
    }
    var settlement = refusal.settlement();
    if (settlement != null) {
      member(out.append(",\"resolution\":{"), "by", settlement.by());
      out.append(",\"at_ms\":").append(settlement.atMs());
      member(out.append(','), "behavior", settlement.behavior());
      out.append('}');
    }
    return out.append('}').toString().getBytes(UTF_8);
  }

  private static void member(StringBuilder out, String name, String value) {
    out.append('"').append(name).append("\":\"");
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (c < 0x20 || c == 0x7f || c == 0x2028 || c == 0x2029 || isLone(value, i)) {
        out.append("\\u").append(Character.forDigit(c >> 12, 16));
        out.append(Character.forDigit(c >> 8 & 15, 16));
        out.append(Character.forDigit(c >> 4 & 15, 16)).append(Character.forDigit(c & 15, 16));
      } else {
        out.append(c);
      }
    }
    out.append('"');
  }

  /** Half a surrogate pair has no UTF-8 form. */
  private static boolean isLone(String text, int at) {
    char c = text.charAt(at);
    if (Character.isHighSurrogate(c)) {
      return at + 1 == text.length() || !Character.isLowSurrogate(text.charAt(at + 1));
    }
    return Character.isLowSurrogate(c)
        && (at == 0 || !Character.isHighSurrogate(text.charAt(at - 1)));
  }
}

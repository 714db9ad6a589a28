package dev.holdpoint.core.trace;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The span that something is a child of, as the header {@code traceparent} names it.
 *
 * @param traceId 32 hex digits, not all 0
 * @param parentId of the span, 16 hex digits, not all 0
 * @param sampled whether spans of the trace are to be exported
 * @see <a href="https://www.w3.org/TR/trace-context-1/">Trace Context, level 1</a>
 */
public record TraceParent(String traceId, String parentId, boolean sampled) {
  /** Versions to come may have more behind a dash. */
  private static final Pattern FORM =
      Pattern.compile("([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?");

  private static final String KNOWN = "00";
  private static final String FORBIDDEN = "ff";
  private static final int SAMPLED = 1;
  private static final int HEX = 16;

  /**
   * Reads the header. What is malformed counts as not sent, and so does one that was sent twice:
   * nobody could say which of the two is meant.
   *
   * @param lines every line of the header, without white space around its value
   */
  public static @Nullable TraceParent read(List<String> lines) {
    if (lines.size() != 1) {
      return null;
    }
    Matcher found = FORM.matcher(lines.getFirst());
    if (!found.matches()) {
      return null;
    }
    String version = found.group(1);
    String traceId = found.group(2);
    String parentId = found.group(3);
    if (version.equals(FORBIDDEN)
        || (version.equals(KNOWN) && found.group(5) != null)
        || isZero(traceId)
        || isZero(parentId)) {
      return null;
    }
    int flags = Integer.parseInt(found.group(4), HEX);
    return new TraceParent(traceId, parentId, (flags & SAMPLED) != 0);
  }

  /** The header for those who are called next, in the version that this program knows. */
  public String header() {
    return KNOWN + "-" + traceId + "-" + parentId + (sampled ? "-01" : "-00");
  }

  private static boolean isZero(String digits) {
    return digits.chars().allMatch(digit -> digit == '0');
  }
}

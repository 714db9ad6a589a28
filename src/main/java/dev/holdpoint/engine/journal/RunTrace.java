package dev.holdpoint.engine.journal;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdpoint.core.run.RunHead;
import dev.holdpoint.core.trace.TraceParent;
import dev.holdpoint.engine.json.Digests;
import org.jspecify.annotations.Nullable;

/**
 * How a run is named in traces: in its caller's, or else in one of its own. Ids that are the run's
 * own follow from its id, so none of them has to be kept, and no caller can choose one.
 */
public final class RunTrace {
  private static final int TRACE_DIGITS = 32;
  private static final int SPAN_DIGITS = 16;

  private RunTrace() {}

  public static String traceId(RunHead head) {
    return head.trace() == null
        ? digits("trace " + head.id(), TRACE_DIGITS)
        : head.trace().traceId();
  }

  /** Of the span that is the whole run. */
  public static String rootId(RunHead head) {
    return spanId(head, "run");
  }

  /**
   * @param what the span tells of, the same for no other span of the run
   */
  public static String spanId(RunHead head, String what) {
    return digits(head.id() + " " + what, SPAN_DIGITS);
  }

  /** A caller may have said that nobody is to see the spans. */
  public static boolean isExported(RunHead head) {
    return head.trace() == null || head.trace().sampled();
  }

  /**
   * What the run says to those whom it calls: they are children of its root span. Null where nobody
   * named a trace, and the run's own is nobody else's.
   */
  public static @Nullable TraceParent onward(RunHead head) {
    return head.trace() == null
        ? null
        : new TraceParent(head.trace().traceId(), rootId(head), head.trace().sampled());
  }

  private static String digits(String of, int count) {
    return Digests.sha256Hex(of.getBytes(UTF_8)).substring(0, count);
  }
}

package dev.holdpoint.core.delivery;

import dev.holdpoint.core.memory.Redaction;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunHead;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/** What a person reads. Each part has a bound, and what looks like a secret is taken out. */
public final class NoticeText {
  private static final int WHAT = 200;
  private static final int WHY = 600;

  private NoticeText() {}

  /**
   * @param waitsFor who must still agree; null where one click of anyone decides
   */
  public static String of(
      NoticeEvent event, Run run, GateNotice waiting, @Nullable String waitsFor, String link) {
    return of(headline(event, waiting), run, waiting, waitsFor, link);
  }

  /** Of a gate that somebody was given. */
  public static String ofAssignment(
      Run run, GateNotice waiting, String to, @Nullable String waitsFor, String link) {
    return of("Assigned to " + told(to, WHAT) + ": ", run, waiting, waitsFor, link);
  }

  /** Of a gate that nobody has to settle any more. */
  public static String ofResolution(
      Run run, GateNotice settled, String outcome, String by, String link) {
    String kind = settled.event() == NoticeEvent.APPROVAL_REQUESTED ? "Approval " : "Question ";
    return kind
        + outcome.replace('_', ' ')
        + " by "
        + told(by, WHAT)
        + ": "
        + told(settled.what(), WHAT)
        + "\n"
        + where(run)
        + "\n"
        + link;
  }

  private static String headline(NoticeEvent event, GateNotice waiting) {
    boolean approval = waiting.event() == NoticeEvent.APPROVAL_REQUESTED;
    return switch (event) {
      case EXPIRING_SOON -> approval ? "Approval expires soon: " : "Question expires soon: ";
      case UNSEEN -> approval ? "Approval not seen yet: " : "Question not seen yet: ";
      case ESCALATED -> approval ? "Approval escalated: " : "Question escalated: ";
      case APPROVAL_REQUESTED,
          QUESTION_REQUESTED,
          RUN_FAILED,
          ASSIGNED,
          APPROVAL_RESOLVED,
          QUESTION_RESOLVED ->
          approval ? "Approval needed: " : "Question: ";
    };
  }

  private static String of(
      String headline, Run run, GateNotice waiting, @Nullable String waitsFor, String link) {
    StringBuilder text = new StringBuilder(headline).append(told(waiting.what(), WHAT));
    if (!waiting.why().isBlank()) {
      text.append('\n').append(told(waiting.why(), WHY));
    }
    if (waitsFor != null) {
      text.append('\n').append(told(waitsFor, WHY));
    }
    text.append('\n').append(where(run));
    Long expiresAtMs = waiting.expiresAtMs();
    if (expiresAtMs != null) {
      text.append("\nExpires at ").append(time(expiresAtMs));
    }
    return text.append('\n').append(link).toString();
  }

  public static String ofFailure(Run run, String link) {
    String error = run.error();
    return "Run failed: "
        + (error == null ? "" : told(error, WHY))
        + "\n"
        + where(run)
        + "\n"
        + link;
  }

  private static String where(Run run) {
    RunHead head = run.head();
    return "Session %s, run %s, submitted by %s"
        .formatted(told(head.sessionId(), WHAT), head.id(), told(head.submittedBy(), WHAT));
  }

  private static String time(long ms) {
    return Instant.ofEpochMilli(ms).truncatedTo(ChronoUnit.SECONDS).toString();
  }

  /** One line, without what looks secret. Before it is cut: half a secret would not be known. */
  public static String told(String text, int most) {
    StringBuilder line = new StringBuilder();
    for (char c : Redaction.of(text).toCharArray()) {
      boolean space = Character.isWhitespace(c) || Character.isISOControl(c);
      if (!space) {
        line.append(c);
      } else if (!line.isEmpty() && line.charAt(line.length() - 1) != ' ') {
        line.append(' ');
      }
    }
    if (line.length() <= most) {
      return line.toString().strip();
    }
    int end = Character.isLowSurrogate(line.charAt(most - 1)) ? most - 2 : most - 1;
    return line.substring(0, end).strip() + "…";
  }
}

package dev.holdpoint.cli.inbox;

import dev.holdpoint.api.gate.HeldBodies.HeldView;
import dev.holdpoint.api.gate.InboxBodies.InboxRow;
import dev.holdpoint.api.gate.TriageBodies.GateTriage;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.cli.inbox.Inbox.Item;
import java.util.ArrayList;
import java.util.List;
import org.jline.utils.AttributedString;
import org.jspecify.annotations.Nullable;

/** The rows of the list: risk, title, session, age and deadline, fitted to the width. */
final class ListText {
  private static final int MARKS = 5;
  private static final int AGE = 7;
  private static final int DEADLINE = 12;
  private static final int SESSION = 16;
  private static final int LEAST_TITLE = 16;

  private static final long SECOND_MS = 1_000;
  private static final long MINUTE_MS = 60 * SECOND_MS;
  private static final long HOUR_MS = 60 * MINUTE_MS;
  private static final long DAY_MS = 24 * HOUR_MS;

  private ListText() {}

  static List<AttributedString> of(Inbox inbox, int width, int rows, long nowMs) {
    List<AttributedString> lines = new ArrayList<>();
    int selected = Math.max(0, inbox.indexOfSelected());
    int first = Math.clamp(selected - rows / 2, 0, Math.max(0, inbox.items().size() - rows));
    for (int i = first; i < Math.min(inbox.items().size(), first + rows); i++) {
      Item item = inbox.items().get(i);
      Style style = item.isSettled() ? Style.DIM : i == selected ? Style.STRONG : Style.PLAIN;
      boolean ticked = inbox.picks().ticked().contains(item.id());
      String marks = (i == selected ? "▸" : " ") + (ticked ? "x" : " ");
      lines.add(new AttributedString(marks + row(item, width, nowMs), style.style()));
    }
    return lines;
  }

  /** From the right, columns go when the title has no room; then the title is cut. */
  private static String row(Item item, int width, long nowMs) {
    InboxRow row = item.row();
    GateTriage triage = item.card() == null ? row.triage() : item.card().triage();
    boolean unseen = !item.isSettled() && (triage == null || triage.seen().isEmpty());
    boolean high = row.risk() != null && row.risk().level().equals("high");
    int room = width - MARKS;
    String deadline = deadline(item, nowMs);
    StringBuilder end = new StringBuilder();
    if (room - AGE >= LEAST_TITLE) {
      end.append(right(age(item, nowMs), AGE));
    }
    if (room - end.length() - SESSION - 2 >= 2 * LEAST_TITLE) {
      end.insert(
          0, "  " + left(WrappedLines.cut(Visible.line(row.sessionTitle()), SESSION), SESSION));
    }
    if (room - end.length() - DEADLINE >= LEAST_TITLE + 8) {
      end.append(right(deadline, DEADLINE));
    }
    int space = Math.max(8, room - end.length());
    String type = row.type().equals("question") ? "? " : "";
    String title = WrappedLines.cut(type + Visible.line(row.title()), space);
    return (unseen ? "•" : " ") + (high ? "! " : "  ") + left(title, space) + end;
  }

  private static String left(String text, int columns) {
    return text + " ".repeat(Math.max(0, columns - WrappedLines.columns(text)));
  }

  private static String right(String text, int columns) {
    return " ".repeat(Math.max(0, columns - WrappedLines.columns(text))) + text;
  }

  private static String age(Item item, long nowMs) {
    return switch (item.state()) {
      case Inbox.Waiting _ -> span(nowMs - item.row().createdAtMs());
      case Inbox.Sending _ -> "sending";
      case Inbox.Settled _ -> "decided";
    };
  }

  private static String deadline(Item item, long nowMs) {
    HeldView held = item.held();
    if (held != null) {
      return "runs in " + span(held.untilMs() - nowMs);
    }
    Long expires = item.row().expiresAtMs();
    return expires == null || item.isSettled() ? "" : left(expires, nowMs);
  }

  static String left(@Nullable Long expiresAtMs, long nowMs) {
    return expiresAtMs == null ? "" : span(expiresAtMs - nowMs) + " left";
  }

  /** A time span in at most six characters. */
  static String span(long ms) {
    long whole = Math.max(0, ms);
    if (whole < MINUTE_MS) {
      return whole / SECOND_MS + " s";
    }
    if (whole < 2 * HOUR_MS) {
      return whole / MINUTE_MS + " min";
    }
    return whole < 2 * DAY_MS ? whole / HOUR_MS + " h" : whole / DAY_MS + " d";
  }
}

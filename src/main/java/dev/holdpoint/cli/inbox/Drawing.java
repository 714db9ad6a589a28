package dev.holdpoint.cli.inbox;

import dev.holdpoint.cli.GateText;
import dev.holdpoint.cli.Times;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.cli.inbox.Inbox.Item;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jline.utils.AttributedString;
import org.jspecify.annotations.Nullable;

/** The screen, from what is known. */
final class Drawing {
  private static final int NARROWEST = 20;
  private static final int LOWEST = 8;

  private Drawing() {}

  /**
   * @param seen what can be read of the selected card when this is on the screen
   */
  record Picture(List<AttributedString> lines, Seen seen) {
    Picture {
      lines = List.copyOf(lines);
    }
  }

  /**
   * Which of the lines that must be read are on the screen.
   *
   * @param id null when no card is shown
   * @param text what the lines say, so that an edited input is not taken for the one before
   * @param tracked what the lines show of the request
   */
  record Seen(
      @Nullable String id,
      String text,
      int from,
      int to,
      int of,
      List<WrappedLines.Tracked> tracked) {
    static final Seen NOTHING = new Seen(null, "", 0, 0, 0);

    Seen {
      tracked = List.copyOf(tracked);
    }

    /** Of something that is no request. */
    Seen(@Nullable String id, String text, int from, int to, int of) {
      this(id, text, from, to, of, List.of());
    }
  }

  static Picture of(
      Inbox inbox,
      Map<String, CardBackground> behind,
      String where,
      int columns,
      int rows,
      long nowMs) {
    int width = Math.max(NARROWEST, columns);
    int height = Math.max(LOWEST, rows);
    List<AttributedString> lines = new ArrayList<>();
    lines.add(title(inbox, where, width));
    if (inbox.mode() instanceof Mode.Helping) {
      WrappedLines help = new WrappedLines(width);
      help.blank().add(Style.PLAIN, Footer.HELP);
      return new Picture(fitted(lines, help.all(), List.of(), height), Seen.NOTHING);
    }
    lines.addAll(
        list(inbox, width, Math.clamp(inbox.items().size(), 1, Math.max(1, height / 4)), nowMs));
    lines.add(new AttributedString("─".repeat(width), Style.DIM.style()));
    List<AttributedString> foot = Footer.of(inbox, width);
    Item item = inbox.current();
    if (item == null) {
      WrappedLines nothing = new WrappedLines(width);
      nothing
          .blank()
          .add(
              Style.PLAIN,
              inbox.listed()
                  ? "You're all caught up. New requests appear here automatically."
                  : "Loading…");
      return new Picture(fitted(lines, nothing.all(), foot, height), Seen.NOTHING);
    }
    return details(
        inbox,
        item,
        behind.getOrDefault(item.card().id(), CardBackground.UNKNOWN),
        lines,
        foot,
        width,
        height,
        nowMs);
  }

  private static Picture details(
      Inbox inbox,
      Item item,
      CardBackground behind,
      List<AttributedString> above,
      List<AttributedString> below,
      int width,
      int height,
      long nowMs) {
    CardText.Details details = CardText.of(item, inbox.mode(), behind, width, nowMs);
    int room = Math.max(1, height - above.size() - below.size());
    List<AttributedString> all = details.lines();
    int from = Math.clamp(inbox.scroll(), 0, Math.max(0, all.size() - room));
    int to = Math.min(all.size(), from + room);
    List<AttributedString> window = new ArrayList<>(all.subList(from, to));
    String text = String.join("\n", all.subList(0, details.head()));
    int end = to;
    if (to < all.size()) {
      // In place of a line, which is therefore not seen.
      window.set(
          window.size() - 1,
          new AttributedString(
              "… " + (all.size() - to + 1) + " more lines (PgDn)", Style.NOTE.style()));
      end = to - 1;
    }
    return new Picture(
        fitted(above, window, below, height),
        new Seen(item.card().id(), text, from, end, details.head(), details.tracked()));
  }

  private static AttributedString title(Inbox inbox, String where, int width) {
    String trouble = inbox.trouble();
    String left = " holdpoint inbox   " + Times.count(inbox.waiting(), "card") + " waiting";
    String right =
        trouble == null
            ? Visible.line(where) + " · live "
            : "not live: " + Visible.line(trouble) + " ";
    int gap = width - left.length() - right.length();
    String line = gap > 0 ? left + " ".repeat(gap) + right : left + "  " + right;
    return new AttributedString(WrappedLines.cut(line, width), Style.CHOSEN.style());
  }

  private static List<AttributedString> list(Inbox inbox, int width, int rows, long nowMs) {
    List<AttributedString> lines = new ArrayList<>();
    int selected = Math.max(0, inbox.indexOfSelected());
    int first = Math.clamp(selected - rows / 2, 0, Math.max(0, inbox.items().size() - rows));
    for (int i = first; i < Math.min(inbox.items().size(), first + rows); i++) {
      Item item = inbox.items().get(i);
      Style style =
          item.state() instanceof Inbox.Settled
              ? Style.DIM
              : i == selected ? Style.STRONG : Style.PLAIN;
      String row = (i == selected ? "▸ " : "  ") + row(item, nowMs);
      lines.add(new AttributedString(WrappedLines.cut(row, width), style.style()));
    }
    return lines;
  }

  private static String row(Item item, long nowMs) {
    Card card = item.card();
    String wants =
        switch (card) {
          case Card.ApprovalCard(var row) -> GateText.title(row.request(), 200);
          case Card.QuestionCard(var view) -> "? " + GateText.brief(view.request(), 200);
        };
    String state =
        switch (item.state()) {
          case Inbox.Waiting _ -> Times.from(nowMs, card.createdAtMs());
          case Inbox.Sending _ -> "sending";
          case Inbox.Settled _ -> "decided";
        };
    String mark = item.state() instanceof Inbox.Waiting && card.isUnseen() ? "•" : " ";
    return "%s %-15s %s  %s".formatted(mark, state, Visible.line(card.sessionId()), wants);
  }

  /** Exactly so many lines, the last ones at the bottom. */
  private static List<AttributedString> fitted(
      List<AttributedString> above,
      List<AttributedString> middle,
      List<AttributedString> below,
      int height) {
    List<AttributedString> lines = new ArrayList<>(above);
    lines.addAll(middle);
    while (lines.size() > height - below.size()) {
      lines.removeLast();
    }
    while (lines.size() < height - below.size()) {
      lines.add(AttributedString.EMPTY);
    }
    lines.addAll(below);
    return lines;
  }
}

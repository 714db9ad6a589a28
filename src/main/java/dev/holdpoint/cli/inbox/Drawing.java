package dev.holdpoint.cli.inbox;

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

    /** What the ids of forms begin with, and no id of a request. */
    static final String FORM = "form:";

    /** A form over the card that confirms nothing. */
    static final Seen KEEP = new Seen(null, "form", 0, 0, 0);

    Seen {
      tracked = List.copyOf(tracked);
    }

    /** Of something that is no request. */
    Seen(@Nullable String id, String text, int from, int to, int of) {
      this(id, text, from, to, of, List.of());
    }

    /** A form over the card: what was seen of the card stays seen. */
    boolean isForm() {
      return id != null && id.startsWith(FORM);
    }
  }

  /**
   * @param calm whether a key counts for the card that is shown
   */
  static Picture of(
      Inbox inbox,
      Map<String, CardBackground> behind,
      String where,
      int columns,
      int rows,
      long nowMs,
      boolean calm) {
    int width = Math.max(NARROWEST, columns);
    int height = Math.max(LOWEST, rows);
    List<AttributedString> lines = new ArrayList<>();
    lines.add(title(inbox, where, width));
    String narrowed = inbox.listing().wish().words();
    if (!narrowed.isEmpty() && height > LOWEST) {
      lines.add(new AttributedString(WrappedLines.cut(" " + narrowed, width), Style.NOTE.style()));
    }
    List<AttributedString> foot = Footer.of(inbox, width, calm);
    switch (inbox.mode()) {
      case Mode.Helping _ -> {
        return form(inbox, lines, HelpText.lines(width), foot, height, null);
      }
      case Mode.Filtering mode -> {
        return form(inbox, lines, FormText.filters(mode, width).all(), foot, height, null);
      }
      case Mode.Several mode -> {
        return form(
            inbox, lines, FormText.several(mode, width).all(), foot, height, ManyKeys.DIALOG);
      }
      case Mode.Remembering mode when inbox.card(mode.id()) instanceof Card.ApprovalCard card -> {
        return form(
            inbox,
            lines,
            FormText.rule(card, mode.form(), width).all(),
            foot,
            height,
            RuleKeys.shownAs(mode));
      }
      default -> {}
    }
    lines.addAll(
        ListText.of(
            inbox, width, Math.clamp(inbox.items().size(), 1, Math.max(1, height / 4)), nowMs));
    lines.add(new AttributedString("─".repeat(width), Style.DIM.style()));
    Item item = inbox.current();
    if (item == null || item.card() == null) {
      WrappedLines nothing = new WrappedLines(width);
      nothing.blank().add(Style.PLAIN, item == null ? nothing(inbox) : "Loading…");
      return new Picture(fitted(lines, nothing.all(), foot, height), Seen.NOTHING);
    }
    return details(
        inbox,
        item,
        item.card(),
        behind.getOrDefault(item.id(), CardBackground.UNKNOWN),
        lines,
        foot,
        width,
        height,
        nowMs);
  }

  private static String nothing(Inbox inbox) {
    if (!inbox.listing().listed()) {
      return "Loading…";
    }
    long others = inbox.listing().total();
    return inbox.listing().wish().isNarrow()
        ? "No results."
            + (others == 0
                ? ""
                : " "
                    + Times.count(others, "other request")
                    + (others == 1 ? " is" : " are")
                    + " waiting.")
        : "You're all caught up. New requests appear here automatically.";
  }

  /**
   * Something in the place of the card.
   *
   * @param id under which it counts as seen; null where the card keeps what was seen of it
   */
  private static Picture form(
      Inbox inbox,
      List<AttributedString> above,
      List<AttributedString> all,
      List<AttributedString> below,
      int height,
      @Nullable String id) {
    int room = Math.max(1, height - above.size() - below.size());
    int from = Math.clamp(inbox.scroll(), 0, Math.max(0, all.size() - room));
    List<AttributedString> window = window(all, from, room);
    boolean cut = from + room < all.size();
    int to = Math.min(all.size(), from + room) - (cut ? 1 : 0);
    return new Picture(
        fitted(above, window, below, height),
        id == null ? Seen.KEEP : new Seen(id, String.join("\n", all), from, to, all.size()));
  }

  /** The lines that are on the screen; the last says how many more there are. */
  private static List<AttributedString> window(List<AttributedString> all, int from, int room) {
    int to = Math.min(all.size(), from + room);
    List<AttributedString> window = new ArrayList<>(all.subList(from, to));
    if (to < all.size()) {
      // In place of a line, which is therefore not seen.
      window.set(
          window.size() - 1,
          new AttributedString(
              "… " + (all.size() - to + 1) + " more lines (PgDn)", Style.NOTE.style()));
    }
    return window;
  }

  private static Picture details(
      Inbox inbox,
      Item item,
      Card card,
      CardBackground behind,
      List<AttributedString> above,
      List<AttributedString> below,
      int width,
      int height,
      long nowMs) {
    CardText.Details details = CardText.of(item, card, inbox.mode(), behind, width, nowMs);
    int room = Math.max(1, height - above.size() - below.size());
    List<AttributedString> all = details.lines();
    int from = Math.clamp(inbox.scroll(), 0, Math.max(0, all.size() - room));
    int to = Math.min(all.size(), from + room);
    List<AttributedString> window = window(all, from, room);
    String text = String.join("\n", all.subList(0, details.head()));
    int end = to < all.size() ? to - 1 : to;
    return new Picture(
        fitted(above, window, below, height),
        new Seen(card.id(), text, from, end, details.head(), details.tracked()));
  }

  private static AttributedString title(Inbox inbox, String where, int width) {
    String trouble = inbox.trouble();
    String left = " holdpoint inbox   " + waiting(inbox);
    String right =
        trouble == null
            ? Visible.line(where) + (inbox.listing().live() ? " · live " : " ")
            : "not live: " + Visible.line(trouble) + " ";
    int gap = width - left.length() - right.length();
    String line = gap > 0 ? left + " ".repeat(gap) + right : left + "  " + right;
    return new AttributedString(WrappedLines.cut(line, width), Style.CHOSEN.style());
  }

  /** No count before the list is there. */
  private static String waiting(Inbox inbox) {
    if (!inbox.listing().listed()) {
      return "Loading…";
    }
    int fresh = inbox.listing().fresh().size();
    long ticked = inbox.ticked().size();
    String shown =
        inbox.listing().more()
            ? "first " + inbox.waiting() + " of " + inbox.listing().total()
            : Times.count(inbox.waiting(), "request");
    return shown
        + " waiting"
        + (fresh == 0 ? "" : " · " + fresh + " new (.)")
        + (ticked == 0 ? "" : " · " + ticked + " selected");
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

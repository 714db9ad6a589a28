package dev.holdpoint.cli.inbox;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import org.jline.terminal.Attributes;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jline.utils.Curses;
import org.jline.utils.Display;
import org.jline.utils.InfoCmp;
import org.jspecify.annotations.Nullable;

/** The terminal, taken over for as long as the inbox is there. */
final class Screen implements AutoCloseable {

  /** A key that comes so soon after the card has changed was meant for the one before. */
  static final long CALM_MS = 400;

  /** For a terminal that was not told how large it is. */
  private static final Size USUAL = Size.of(80, 24);

  private final Terminal terminal;
  private final Display display;
  private final Attributes before;
  private final String leave;
  private final SeenLines seen = new SeenLines();
  private volatile InboxEvent.Shown shown = InboxEvent.Shown.NOTHING;
  private volatile long changedMs;
  private @Nullable String last;
  private boolean taken;

  private Screen(Terminal terminal) {
    this.terminal = terminal;
    this.before = terminal.getAttributes();
    this.display = new Display(terminal, true);
    this.leave =
        sequence(terminal, InfoCmp.Capability.cursor_normal)
            + sequence(terminal, InfoCmp.Capability.exit_ca_mode);
  }

  private static String sequence(Terminal terminal, InfoCmp.Capability capability) {
    String raw = terminal.getStringCapability(capability);
    return raw == null ? "" : Curses.tputs(raw);
  }

  /**
   * @throws IOException when this is no terminal on which one can move about
   */
  static Screen open() throws IOException {
    try {
      Terminal terminal =
          TerminalBuilder.builder()
              .system(true)
              .dumb(false)
              // It would ask the terminal, and the answer would come among the keys.
              .graphemeCluster(false)
              .build();
      if (terminal.getStringCapability(InfoCmp.Capability.cursor_address) == null) {
        terminal.close();
        throw new IOException("a terminal of type " + terminal.getType() + " is not supported");
      }
      return new Screen(terminal);
    } catch (IllegalStateException e) {
      throw new IOException("there is no terminal: " + e.getMessage(), e);
    }
  }

  Terminal terminal() {
    return terminal;
  }

  /** What is on it now. */
  InboxEvent.Shown shown() {
    InboxEvent.Shown now = shown;
    return new InboxEvent.Shown(now.id(), now.whole(), untilCalm() == Long.MAX_VALUE);
  }

  /** In how many milliseconds keys count for the card; as late as can be where they do already. */
  long untilCalm() {
    long since = System.nanoTime() / 1_000_000 - changedMs;
    return since >= CALM_MS ? Long.MAX_VALUE : CALM_MS - since;
  }

  /** The digest of what was on it of this request; null where that was another one. */
  synchronized @Nullable String rendered(String cardId) {
    return seen.rendered(cardId);
  }

  synchronized void take() {
    if (!taken) {
      taken = true;
      terminal.enterRawMode();
      terminal.puts(InfoCmp.Capability.enter_ca_mode);
      terminal.puts(InfoCmp.Capability.cursor_invisible);
      display.reset();
      display.clear();
      terminal.flush();
    }
  }

  /** Leaves the terminal as it was found. Another program may use it until it is taken again. */
  synchronized void giveBack() {
    if (taken) {
      taken = false;
      try {
        terminal.writer().write(leave);
        terminal.flush();
        terminal.setAttributes(before);
      } catch (IllegalStateException _) {
        writeAnyway(leave);
      }
    }
  }

  /**
   * A signal lets the library close the terminal first: its modes are back then, not the screen.
   */
  private static void writeAnyway(String text) {
    try (FileOutputStream out = new FileOutputStream(FileDescriptor.out)) {
      out.write(text.getBytes(StandardCharsets.US_ASCII));
    } catch (IOException _) {
      // The terminal has gone, and took its screen with it.
    }
  }

  synchronized void draw(Inbox inbox, Map<String, CardBackground> behind, String where) {
    if (!taken) {
      return;
    }
    Size told = terminal.getSize();
    Size size = told.getColumns() > 0 && told.getRows() > 0 ? told : USUAL;
    display.resize(size);
    Drawing.Picture picture = picture(inbox, behind, where, size);
    // Before the first byte is sent, or a key that answers it could count for what was there
    // before.
    // No card is put in another's place but by a key, so that this is never the wrong one.
    if (show(picture.seen())) {
      // Keys that decide are named once they count.
      picture = picture(inbox, behind, where, size);
    }
    display.update(picture.lines(), 0);
    terminal.flush();
  }

  private Drawing.Picture picture(
      Inbox inbox, Map<String, CardBackground> behind, String where, Size size) {
    return Drawing.of(
        inbox,
        behind,
        where,
        size.getColumns(),
        size.getRows(),
        System.currentTimeMillis(),
        untilCalm() == Long.MAX_VALUE);
  }

  /** Whether it is another card than before. */
  private boolean show(Drawing.Seen seen) {
    if (seen.equals(Drawing.Seen.KEEP)) {
      shown = InboxEvent.Shown.NOTHING;
      return false;
    }
    boolean other = !Objects.equals(seen.id(), last);
    if (other) {
      last = seen.id();
      changedMs = System.nanoTime() / 1_000_000;
    }
    shown = new InboxEvent.Shown(seen.id(), this.seen.add(seen));
    return other;
  }

  @Override
  public void close() throws IOException {
    giveBack();
    terminal.close();
  }
}

package dev.holdpoint.cli.inbox;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
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

  /** For a terminal that was not told how large it is. */
  private static final Size USUAL = Size.of(80, 24);

  private final Terminal terminal;
  private final Display display;
  private final Attributes before;
  private final String leave;
  private final SeenLines seen = new SeenLines();
  private volatile InboxEvent.Shown shown = InboxEvent.Shown.NOTHING;
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
    return shown;
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
    Drawing.Picture picture =
        Drawing.of(
            inbox, behind, where, size.getColumns(), size.getRows(), System.currentTimeMillis());
    // Before the first byte is sent, or a key that answers it could count for what was there
    // before.
    // No card is put in another's place but by a key, so that this is never the wrong one.
    shown = new InboxEvent.Shown(picture.seen().id(), seen.add(picture.seen()));
    display.update(picture.lines(), 0);
    terminal.flush();
  }

  @Override
  public void close() throws IOException {
    giveBack();
    terminal.close();
  }
}

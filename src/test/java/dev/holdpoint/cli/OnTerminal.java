package dev.holdpoint.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.DaemonProcess;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A command in a pseudo-terminal, which {@code script} of util-linux makes, and the person in front
 * of it: reads until something is there, then types.
 */
public final class OnTerminal implements AutoCloseable {
  private static final Pattern SEQUENCES =
      Pattern.compile("\u001b(\\[[0-9;?]*[ -/]*[@-~]|\\][^\u0007]*\u0007|[()][0-9A-B]|[=>78])");

  private static final int ROWS = 40;
  private static final int COLUMNS = 120;

  /** Longer than anything takes; a test that waits for what never comes must end and say so. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Process process;
  private final OutputStream keys;
  private final StringBuilder raw = new StringBuilder();
  private final Glass glass;
  private boolean ended;
  private int read;

  private OnTerminal(Process process, int columns) {
    this.glass = new Glass(ROWS, columns);
    this.process = process;
    this.keys = process.getOutputStream();
    Thread.ofVirtual().name("terminal").start(this::listen);
  }

  private void listen() {
    try (BufferedReader out = process.inputReader(UTF_8)) {
      for (int c = out.read(); c >= 0; c = out.read()) {
        hear((char) c);
      }
    } catch (IOException _) {
      // It was closed, as the test has ended.
    } finally {
      end();
    }
  }

  private synchronized void hear(char c) {
    raw.append(c);
    glass.take(c);
    notifyAll();
  }

  private synchronized void end() {
    ended = true;
    notifyAll();
  }

  public static OnTerminal start(Path folder, Map<String, String> environment, String... args)
      throws IOException {
    return start(folder, environment, COLUMNS, args);
  }

  static OnTerminal start(Path folder, Map<String, String> environment, int columns, String... args)
      throws IOException {
    List<String> words = new ArrayList<>(List.of(DaemonProcess.launcher().toString()));
    words.addAll(List.of(args));
    String command = String.join(" ", words.stream().map(word -> "'" + word + "'").toList());
    // A pseudo-terminal is not told how large it is; screens are drawn for a size.
    List<String> all =
        List.of(
            "script",
            "-qec",
            "stty rows " + ROWS + " cols " + columns + "; exec " + command,
            folder.resolve("typescript").toString());
    return new OnTerminal(
        new Typed(folder).builder(environment, all).redirectErrorStream(true).start(), columns);
  }

  /** Waits until all of this is on the screen at once. */
  public synchronized OnTerminal shows(String... texts) throws InterruptedException {
    long giveUp = System.nanoTime() + PATIENCE.toNanos();
    while (!List.of(texts).stream().allMatch(glass.text()::contains)) {
      assertThat(ended || System.nanoTime() > giveUp)
          .as("waiting for %s, there was:%n%s", List.of(texts), glass.text())
          .isFalse();
      wait(PATIENCE.toMillis());
    }
    return this;
  }

  /** Waits until this was printed, after what earlier calls have waited for. */
  synchronized OnTerminal sees(String text) throws InterruptedException {
    long giveUp = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      int end = position(text);
      if (end >= 0) {
        read = end;
        return this;
      }
      assertThat(ended || System.nanoTime() > giveUp)
          .as("waiting for '%s', there was:%n%s", text, shown())
          .isFalse();
      wait(PATIENCE.toMillis());
    }
  }

  /** Where the text ends in what was sent; sequences between its characters do not count. */
  private int position(String text) {
    Matcher sequences = SEQUENCES.matcher(raw);
    StringBuilder plain = new StringBuilder();
    List<Integer> ends = new ArrayList<>();
    int at = read;
    while (at < raw.length()) {
      if (raw.charAt(at) == '\u001b' && sequences.region(at, raw.length()).lookingAt()) {
        at = sequences.end();
        continue;
      }
      plain.append(raw.charAt(at++));
      ends.add(at);
    }
    int found = plain.indexOf(text);
    return found < 0 ? -1 : ends.get(found + text.length() - 1);
  }

  public OnTerminal types(String text) throws IOException {
    keys.write(text.getBytes(UTF_8));
    keys.flush();
    return this;
  }

  /** What is on the screen now. */
  public synchronized String screen() {
    return glass.text();
  }

  /** Everything that was sent to the terminal. */
  synchronized String raw() {
    return raw.toString();
  }

  public synchronized String shown() {
    return SEQUENCES.matcher(raw).replaceAll("");
  }

  /** Waits for the end; gives the exit code. */
  int ends() throws InterruptedException {
    assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS))
        .as("waiting for the end, there was:%n%s", shown())
        .isTrue();
    synchronized (this) {
      while (!ended) {
        wait();
      }
    }
    return process.exitValue();
  }

  /** SIGTERM to the command, not to its terminal. */
  void terminate() {
    process
        .descendants()
        .filter(child -> child.info().command().orElse("").endsWith("/java"))
        .forEach(ProcessHandle::destroy);
  }

  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroy);
    process.destroy();
  }
}

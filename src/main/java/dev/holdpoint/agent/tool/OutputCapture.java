package dev.holdpoint.agent.tool;

import dev.holdpoint.agent.process.Posix;
import dev.holdpoint.agent.tool.input.Utf8;
import dev.holdpoint.core.secret.Scrubbing;
import dev.holdpoint.core.secret.ScrubbingStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;

/**
 * Reads what a command writes: the beginning of each stream is kept, the rest is read and dropped,
 * so that a chatty command neither fills memory nor blocks.
 */
final class OutputCapture implements AutoCloseable {
  static final int KEPT_BYTES = 64 * 1024;
  private static final int STREAMS = 2;
  private static final int POLLFD_BYTES = 8;
  private static final short POLLIN = 1;
  // How soon a reader that nobody writes to notices that it should stop.
  private static final int GLANCE_MS = 50;

  private final Posix.Pipe[] pipes = new Posix.Pipe[STREAMS];
  private final Stream[] streams;
  private final Thread reader;
  private volatile boolean stopped;
  private boolean begun;

  /** One stream as text. */
  record Text(String text, boolean cut) {}

  /** Secrets are taken out before anything is cut off: no half of one is left at the edge. */
  private static final class Stream {
    private final ScrubbingStream scrubbing;
    private final ByteArrayOutputStream passed = new ByteArrayOutputStream();
    private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
    private boolean cut;
    private boolean over;

    Stream(Scrubbing scrubbing) {
      this.scrubbing = scrubbing.stream();
    }

    void add(byte[] bytes, int length) {
      if (!cut && !over) {
        scrubbing.write(bytes, 0, length, passed::write);
        keep();
      }
    }

    /** What is held back because it might become a secret has not become one. */
    void end() {
      if (!cut && !over) {
        over = true;
        scrubbing.end(passed::write);
        keep();
      }
    }

    private void keep() {
      byte[] some = passed.toByteArray();
      int room = KEPT_BYTES - kept.size();
      kept.write(some, 0, Math.min(room, some.length));
      cut |= some.length > room;
      passed.reset();
    }
  }

  OutputCapture(Scrubbing scrubbing) throws IOException {
    streams = new Stream[] {new Stream(scrubbing), new Stream(scrubbing)};
    pipes[0] = Posix.pipe();
    try {
      pipes[1] = Posix.pipe();
    } catch (IOException e) {
      closeEnds(pipes[0]);
      throw e;
    }
    // A virtual thread would hold on to a carrier while it polls. It starts before the command, so
    // that a machine without room for a thread has no command running that nobody reads.
    reader = Thread.ofPlatform().daemon().name("bash-output").unstarted(this::read);
    try {
      reader.start();
    } catch (OutOfMemoryError e) {
      closeEnds(pipes[0]);
      closeEnds(pipes[1]);
      throw new IOException("no thread could be started to read the output", e);
    }
  }

  /** Where the command's output goes; opened by the parent when it starts the command. */
  File standardOutput() {
    return new File("/dev/fd/" + pipes[0].writeEnd());
  }

  File standardError() {
    return new File("/dev/fd/" + pipes[1].writeEnd());
  }

  /** The command has its own write ends now; with ours closed, its end is the pipes' end. */
  void begin() {
    if (!begun) {
      begun = true;
      for (Posix.Pipe pipe : pipes) {
        Posix.close(pipe.writeEnd());
      }
    }
  }

  /** Waits for the end of both streams, but not for a child that keeps one open. */
  void finish(Duration patience) throws InterruptedException {
    reader.join(patience);
  }

  Text standardOutputText() {
    return text(streams[0]);
  }

  Text standardErrorText() {
    return text(streams[1]);
  }

  private static Text text(Stream stream) {
    synchronized (stream) {
      stream.end();
      byte[] bytes = stream.kept.toByteArray();
      return new Text(Utf8.text(bytes, bytes.length, stream.cut), stream.cut);
    }
  }

  @Override
  public void close() {
    stopped = true;
    begin();
  }

  private static void closeEnds(Posix.Pipe pipe) {
    Posix.close(pipe.readEnd());
    Posix.close(pipe.writeEnd());
  }

  // The reader alone closes what it reads from, so that it never reads from a reused descriptor.
  private void read() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment polled = arena.allocate((long) POLLFD_BYTES * STREAMS, POLLFD_BYTES);
      MemorySegment buffer = arena.allocate(KEPT_BYTES);
      byte[] bytes = new byte[KEPT_BYTES];
      for (int i = 0; i < STREAMS; i++) {
        polled.set(ValueLayout.JAVA_INT, (long) i * POLLFD_BYTES, pipes[i].readEnd());
        polled.set(ValueLayout.JAVA_SHORT, (long) i * POLLFD_BYTES + 4, POLLIN);
      }
      int open = STREAMS;
      while (open > 0 && !stopped) {
        if (Posix.poll(polled, STREAMS, GLANCE_MS) <= 0) {
          continue;
        }
        for (int i = 0; i < STREAMS; i++) {
          if (polled.get(ValueLayout.JAVA_SHORT, (long) i * POLLFD_BYTES + 6) == 0) {
            continue;
          }
          if (!take(i, buffer, bytes)) {
            // poll passes over negative descriptors.
            polled.set(ValueLayout.JAVA_INT, (long) i * POLLFD_BYTES, -1);
            polled.set(ValueLayout.JAVA_SHORT, (long) i * POLLFD_BYTES + 6, (short) 0);
            open--;
          }
        }
      }
    } finally {
      for (Posix.Pipe pipe : pipes) {
        Posix.close(pipe.readEnd());
      }
    }
  }

  private boolean take(int i, MemorySegment buffer, byte[] bytes) {
    long length = Posix.read(pipes[i].readEnd(), buffer);
    if (length <= 0) {
      return false;
    }
    MemorySegment.copy(buffer, ValueLayout.JAVA_BYTE, 0, bytes, 0, (int) length);
    synchronized (streams[i]) {
      streams[i].add(bytes, (int) length);
    }
    return true;
  }
}

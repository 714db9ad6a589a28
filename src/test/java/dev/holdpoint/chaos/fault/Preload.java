package dev.holdpoint.chaos.fault;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The library of {@code src/test/c/chaos.c}, which stands between a daemon and the C library: it
 * lets writes and syncs of files below one folder fail or take long, and moves the time of day. It
 * is compiled once a JVM, and told what to do through a file that both sides have mapped. The same
 * file serves all lives of one daemon.
 */
public final class Preload implements AutoCloseable {
  private static final Path SOURCE = Path.of("src", "test", "c", "chaos.c");
  private static final long BYTES = 112 + 1024;
  private static final int FOLDER = 112;
  private static final int LONGEST_FOLDER = 1022;
  private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();

  /** Calls that can fail, as the library counts them. */
  public enum Calls {
    WRITES(1),
    SYNCS(2),
    BOTH(3);

    private final long mask;

    Calls(long mask) {
      this.mask = mask;
    }
  }

  /** How they fail; the numbers are the same on all Linux machines. */
  public enum Failure {
    EIO(5),
    ENOSPC(28);

    private final long errno;

    Failure(long errno) {
      this.errno = errno;
    }
  }

  /** Where each number is; {@code chaos.c} has the same list. */
  private enum Field {
    WRITES(0),
    SYNCS(1),
    FAILED(2),
    SLOWED(3),
    ASKED(4),
    KINDS(5),
    COUNTED(6),
    FIRST(7),
    LAST(8),
    ERROR(9),
    TORN(10),
    WRITE_DELAY(11),
    SYNC_DELAY(12),
    CLOCK(13);

    private final long at;

    Field(int place) {
      this.at = place * (long) Long.BYTES;
    }
  }

  private final Path library;
  private final Path control;
  private final Arena arena = Arena.ofShared();
  private final MemorySegment mapped;

  private Preload(Path library, Path control, Path folder) throws IOException {
    this.library = library;
    this.control = control.toAbsolutePath();
    Files.write(control, new byte[(int) BYTES]);
    try (FileChannel channel =
        FileChannel.open(control, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      mapped = channel.map(FileChannel.MapMode.READ_WRITE, 0, BYTES, arena);
    }
    // The system tells paths without links.
    String prefix = Files.createDirectories(folder).toRealPath() + "/";
    if (prefix.getBytes(StandardCharsets.UTF_8).length > LONGEST_FOLDER) {
      throw new IOException("too long for the library: " + prefix);
    }
    mapped.setString(FOLDER, prefix);
  }

  /** For a daemon with this data folder, which may be one that is yet to be made. */
  public static Preload over(Path folder, Path control) throws IOException {
    return new Preload(Library.path(), control, folder);
  }

  /** Why this machine cannot do it; null where it can. */
  public static @Nullable String missing() {
    return Library.MISSING;
  }

  /** The compiled library, one for all tests of this JVM. */
  private static final class Library {
    static final @Nullable String MISSING;
    private static final @Nullable Path PATH;

    static {
      String missing = null;
      Path path = null;
      try {
        Path folder = Path.of(System.getProperty("java.io.tmpdir")).toAbsolutePath();
        Path draft = Files.createTempFile(Files.createDirectories(folder), "chaos-", ".so");
        Process compiler =
            new ProcessBuilder(
                    List.of(
                        "cc",
                        "-std=gnu11",
                        "-O2",
                        "-Wall",
                        "-Wextra",
                        "-Werror",
                        "-fPIC",
                        "-shared",
                        "-o",
                        draft.toString(),
                        SOURCE.toAbsolutePath().toString(),
                        "-ldl"))
                .redirectErrorStream(true)
                .start();
        String said = new String(compiler.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (compiler.waitFor() == 0) {
          path = folder.resolve("libchaos.so");
          Files.move(draft, path, StandardCopyOption.ATOMIC_MOVE);
        } else {
          missing = "cc does not compile " + SOURCE + ": " + said;
        }
      } catch (IOException e) {
        missing = "there is no C compiler (cc) for " + SOURCE + ": " + e.getMessage();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        missing = "interrupted";
      }
      MISSING = missing;
      PATH = path;
    }

    static Path path() {
      if (PATH == null) {
        throw new IllegalStateException(String.valueOf(MISSING));
      }
      return PATH;
    }
  }

  /** What the daemon's environment must have. */
  public Map<String, String> environment() {
    return Map.of("LD_PRELOAD", library.toString(), "HOLDPOINT_CHAOS", control.toString());
  }

  private long get(Field field) {
    return (long) LONG.getVolatile(mapped, field.at);
  }

  private void set(Field field, long value) {
    LONG.setVolatile(mapped, field.at, value);
  }

  /** Lets this number of calls fail, beginning with the {@code nth} from now on. */
  public void fail(Calls calls, Failure failure, long nth, long count) {
    fail(calls, failure, nth, count, false);
  }

  /** The same; of a write that fails half is written before, as a disk may do. */
  public void tear(Calls calls, Failure failure, long nth, long count) {
    fail(calls, failure, nth, count, true);
  }

  private void fail(Calls calls, Failure failure, long nth, long count, boolean torn) {
    set(Field.KINDS, 0);
    set(Field.COUNTED, 0);
    set(Field.FAILED, 0);
    set(Field.FIRST, nth);
    set(Field.LAST, count == Long.MAX_VALUE ? count : nth + count - 1);
    set(Field.ERROR, failure.errno);
    set(Field.TORN, torn ? 1 : 0);
    set(Field.KINDS, calls.mask);
  }

  /** Lets them fail from now on, until {@link #heal}. */
  public void fail(Calls calls, Failure failure) {
    fail(calls, failure, 1, Long.MAX_VALUE);
  }

  /** Nothing fails, nothing is slow, and the clock is right. What was counted stays. */
  public void heal() {
    set(Field.KINDS, 0);
    set(Field.WRITE_DELAY, 0);
    set(Field.SYNC_DELAY, 0);
    set(Field.CLOCK, 0);
  }

  public void slow(Calls calls, Duration each) {
    set(Field.SLOWED, 0);
    set(Field.WRITE_DELAY, calls == Calls.SYNCS ? 0 : each.toNanos());
    set(Field.SYNC_DELAY, calls == Calls.WRITES ? 0 : each.toNanos());
  }

  /** Adds this to the time of day; whole seconds. */
  public void clock(Duration ahead) {
    set(Field.ASKED, 0);
    set(Field.CLOCK, Math.multiplyExact(ahead.toSeconds(), 1_000_000_000L));
  }

  /** Writes of files below the folder since the first start, failed ones among them. */
  public long writes() {
    return get(Field.WRITES);
  }

  public long syncs() {
    return get(Field.SYNCS);
  }

  /** Calls that have failed since {@link #fail} was last called. */
  public long failed() {
    return get(Field.FAILED);
  }

  /** Calls that were held up since {@link #slow} was last called. */
  public long slowed() {
    return get(Field.SLOWED);
  }

  /** How often the time was asked for since {@link #clock} was last called. */
  public long asked() {
    return get(Field.ASKED);
  }

  @Override
  public void close() {
    arena.close();
    try {
      Files.deleteIfExists(control);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

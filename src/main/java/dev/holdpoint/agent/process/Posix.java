package dev.holdpoint.agent.process;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * The six calls that Java has no word for. A process group can only be killed as a whole by
 * kill(2), and starting a program to do it fails exactly when a fork bomb has used up the
 * processes. The pipes are here because {@code Process} drains its own to the end when the process
 * exits, which for {@code yes &} is never. Java opens a file only with the patience for a FIFO that
 * nobody writes to.
 */
public final class Posix {
  static final int SIGKILL = 9;
  static final int SIGTERM = 15;

  private static final MethodHandle KILL = handle("kill", JAVA_INT, JAVA_INT);
  private static final MethodHandle PIPE = handle("pipe", ADDRESS);
  private static final MethodHandle CLOSE = handle("close", JAVA_INT);
  private static final MethodHandle POLL = handle("poll", ADDRESS, JAVA_LONG, JAVA_INT);
  private static final MethodHandle READ =
      Linker.nativeLinker()
          .downcallHandle(
              Linker.nativeLinker().defaultLookup().findOrThrow("read"),
              FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG));

  private static final boolean MAC = System.getProperty("os.name", "").startsWith("Mac");
  private static final int O_NONBLOCK = MAC ? 0x4 : 0x800;
  private static final int O_CLOEXEC = MAC ? 0x1000000 : 0x80000;
  private static final MethodHandle OPEN =
      Linker.nativeLinker()
          .downcallHandle(
              Linker.nativeLinker().defaultLookup().findOrThrow("open"),
              FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT),
              Linker.Option.firstVariadicArg(2));

  private Posix() {}

  /** A pipe's two ends, as file descriptors. */
  public record Pipe(int readEnd, int writeEnd) {}

  private static MethodHandle handle(String name, MemoryLayout... arguments) {
    Linker linker = Linker.nativeLinker();
    return linker.downcallHandle(
        linker.defaultLookup().findOrThrow(name), FunctionDescriptor.of(JAVA_INT, arguments));
  }

  /** Signals one process. */
  static void kill(long pid, int signal) {
    // 0, 1 and negative numbers would reach far more than one process.
    if (pid > 1) {
      invokeInt(KILL, (int) pid, signal);
    }
  }

  /** Signals every process of a group at once. */
  static void killGroup(long group, int signal) {
    if (group > 1) {
      invokeInt(KILL, (int) -group, signal);
    }
  }

  public static Pipe pipe() throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment ends = arena.allocate(JAVA_INT, 2);
      if (invokeInt(PIPE, ends) != 0) {
        throw new IOException("no pipe could be made; too many files are open");
      }
      return new Pipe(ends.getAtIndex(JAVA_INT, 0), ends.getAtIndex(JAVA_INT, 1));
    }
  }

  /** A descriptor to read from, at once whatever is there; negative when there is none to have. */
  public static int openWithoutWaiting(String path) {
    try (Arena arena = Arena.ofConfined()) {
      return invokeInt(OPEN, arena.allocateFrom(path), O_NONBLOCK | O_CLOEXEC);
    }
  }

  public static void close(int descriptor) {
    invokeInt(CLOSE, descriptor);
  }

  /** Waits until one of the {@code pollfd} structures has something to say. */
  public static int poll(MemorySegment descriptors, int count, int timeoutMs) {
    return invokeInt(POLL, descriptors, (long) count, timeoutMs);
  }

  /** The number of bytes read; 0 at the end, negative on an error. */
  public static long read(int descriptor, MemorySegment buffer) {
    try {
      return (long) READ.invokeExact(descriptor, buffer, buffer.byteSize());
    } catch (Throwable e) {
      throw new LinkageError("read(2) cannot be called", e);
    }
  }

  private static int invokeInt(MethodHandle handle, Object... arguments) {
    try {
      return (int) handle.invokeWithArguments(arguments);
    } catch (Throwable e) {
      throw new LinkageError("a call of the C library failed", e);
    }
  }
}

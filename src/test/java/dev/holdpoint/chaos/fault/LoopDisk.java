package dev.holdpoint.chaos.fault;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A file system of its own (ext4 in a file), whose power can be cut: what was not synced is
 * forgotten. Needs root and loop devices.
 */
public final class LoopDisk implements AutoCloseable {
  private static final long BYTES = 512L << 20;

  /** {@code EXT4_IOC_SHUTDOWN}, and not even the journal is written before. */
  private static final long SHUTDOWN = 0x8004587DL;

  private static final int NO_LOG_FLUSH = 2;
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Path image;
  private final Path folder;

  /** Between these moments the disk went; by the clock of {@link System#nanoTime}. */
  private volatile long lostFrom;

  private volatile long lostUntil;

  private LoopDisk(Path image, Path folder) {
    this.image = image;
    this.folder = folder;
  }

  /** Why this machine cannot do it; null where it can. */
  public static @Nullable String missing() {
    return Trial.MISSING;
  }

  /** Found out once, by doing it. */
  private static final class Trial {
    static final @Nullable String MISSING = attempt();

    private static @Nullable String attempt() {
      try {
        Path place = Files.createTempDirectory("loop-disk-");
        try (LoopDisk disk = make(place)) {
          Files.writeString(disk.folder().resolve("unsynced"), "x");
          disk.cutPower();
          disk.mount();
          return Files.exists(disk.folder().resolve("unsynced"))
              ? "this file system does not forget what was not synced"
              : null;
        } finally {
          Daemons.run(List.of("rm", "-rf", place.toString()));
        }
      } catch (IOException e) {
        return "power cuts need root, loop devices and mkfs.ext4: " + e.getMessage();
      }
    }
  }

  /** Makes and mounts one in this folder. */
  public static LoopDisk make(Path place) throws IOException {
    LoopDisk disk =
        new LoopDisk(place.resolve("disk.img"), Files.createDirectories(place.resolve("disk")));
    try (RandomAccessFile file = new RandomAccessFile(disk.image.toFile(), "rw")) {
      file.setLength(BYTES);
    }
    must("mkfs.ext4", "-q", "-F", disk.image.toString());
    disk.mount();
    return disk;
  }

  /** Where files can be. */
  public Path folder() {
    return folder;
  }

  void mount() throws IOException {
    must("mount", "-o", "loop", image.toString(), folder.toString());
  }

  private static void must(String... command) throws IOException {
    Daemons.Said said = Daemons.run(List.of(command));
    if (said.exitCode() != 0) {
      throw new IOException(String.join(" ", command) + ": " + said.text().strip());
    }
  }

  /** From now on nothing reaches the disk, and every call fails. */
  void lose() throws IOException {
    lostFrom = System.nanoTime();
    loseNow();
    lostUntil = System.nanoTime();
  }

  /**
   * Whether this call was under way as the disk went. A real cut ends the machine with it; here the
   * kernel may give a sync as done whose journal it has just dropped, which proves nothing.
   */
  boolean wentDuring(long sentAt, long answeredAt) {
    return sentAt - lostUntil < 0 && answeredAt - lostFrom > 0;
  }

  @SuppressWarnings("restricted")
  private void loseNow() throws IOException {
    Linker linker = Linker.nativeLinker();
    MethodHandle open =
        linker.downcallHandle(
            linker.defaultLookup().findOrThrow("open"),
            FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_INT),
            Linker.Option.firstVariadicArg(2));
    MethodHandle ioctl =
        linker.downcallHandle(
            linker.defaultLookup().findOrThrow("ioctl"),
            FunctionDescriptor.of(
                ValueLayout.JAVA_INT,
                ValueLayout.JAVA_INT,
                ValueLayout.JAVA_LONG,
                ValueLayout.ADDRESS),
            Linker.Option.firstVariadicArg(2));
    MethodHandle close =
        linker.downcallHandle(
            linker.defaultLookup().findOrThrow("close"),
            FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));
    try (Arena arena = Arena.ofConfined()) {
      int fd = (int) open.invokeExact(arena.allocateFrom(folder.toString()), 0);
      MemorySegment how = arena.allocateFrom(ValueLayout.JAVA_INT, NO_LOG_FLUSH);
      int result = fd < 0 ? fd : (int) ioctl.invokeExact(fd, SHUTDOWN, how);
      if (fd >= 0) {
        int _ = (int) close.invokeExact(fd);
      }
      if (result != 0) {
        throw new IOException("the file system cannot be shut down (EXT4_IOC_SHUTDOWN)");
      }
    } catch (IOException | RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IOException(e);
    }
  }

  /** The power goes; nothing is mounted afterwards. Those who have files open must be dead soon. */
  void cutPower() throws IOException {
    lose();
    unmount();
  }

  /** What was still in the machine's memory is gone with it. */
  void unmount() throws IOException {
    if (!Daemons.until(PATIENCE, this::isUnmounted)) {
      throw new IOException("still in use: " + folder);
    }
  }

  private boolean isUnmounted() {
    try {
      return Daemons.run(List.of("umount", folder.toString())).exitCode() == 0;
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public void close() throws IOException {
    Daemons.run(List.of("umount", "-l", folder.toString()));
    Files.deleteIfExists(image);
  }
}

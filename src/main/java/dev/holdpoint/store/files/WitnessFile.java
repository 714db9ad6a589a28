package dev.holdpoint.store.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;

/**
 * Heads of the ledger, a line each, in a file that is only ever appended to: it may be on a medium
 * that takes nothing else. A line that was cut short stays as it is and is ended before the next.
 */
public final class WitnessFile {
  private final Path file;

  public WitnessFile(Path file) {
    this.file = file;
  }

  /**
   * Whether it can be appended to; it is made where it is missing.
   *
   * @throws IOException when it cannot, with a reason that people understand
   */
  public void prepare() throws IOException {
    if (Files.isDirectory(file)) {
      throw new IOException(file + " is a folder");
    }
    try (FileChannel _ = open()) {
      syncFolder();
    }
  }

  private FileChannel open() throws IOException {
    return FileChannel.open(
        file,
        EnumSet.of(StandardOpenOption.APPEND, StandardOpenOption.CREATE),
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-r-----")));
  }

  private void syncFolder() throws IOException {
    Path folder = Objects.requireNonNull(file.toAbsolutePath().getParent(), "it is a file");
    try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  /** Returns when the line is on disk. */
  public void append(String line) throws IOException {
    boolean isNew = Files.notExists(file);
    String before = isNew || endsWhole() ? "" : "\n";
    try (FileChannel channel = open()) {
      ByteBuffer bytes = ByteBuffer.wrap((before + line + "\n").getBytes(StandardCharsets.UTF_8));
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(true);
    }
    if (isNew) {
      syncFolder();
    }
  }

  private boolean endsWhole() throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      ByteBuffer last = ByteBuffer.allocate(1);
      return channel.size() == 0
          || (channel.read(last, channel.size() - 1) == 1 && last.get(0) == '\n');
    }
  }

  /** The lines that begin in its last so many bytes, also one that was cut short. */
  public List<String> tail(int mostBytes) throws IOException {
    if (Files.notExists(file)) {
      return List.of();
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      long from = Math.max(0, channel.size() - mostBytes);
      ByteBuffer bytes = ByteBuffer.allocate((int) (channel.size() - from));
      while (bytes.hasRemaining() && channel.read(bytes, from + bytes.position()) >= 0) {
        // Until it is full, or the file has become shorter.
      }
      String text = new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8);
      List<String> lines = new ArrayList<>(text.lines().toList());
      if (from > 0 && !lines.isEmpty()) {
        // It began before.
        lines.removeFirst();
      }
      return lines;
    }
  }
}

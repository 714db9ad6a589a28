package dev.holdpoint.store.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;

/** A new file for its owner alone. */
public final class OwnFile {
  private OwnFile() {}

  /** Returns when its bytes are on disk; that its name is, is the caller's to see to. */
  public static void write(Path file, byte[] content) throws IOException {
    try (FileChannel channel =
        FileChannel.open(
            file,
            EnumSet.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
      ByteBuffer buffer = ByteBuffer.wrap(content);
      while (buffer.hasRemaining()) {
        channel.write(buffer);
      }
      channel.force(true);
    }
  }
}

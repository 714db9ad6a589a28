package dev.holdpoint.agent.tool;

import dev.holdpoint.agent.tool.input.CannotDo;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

/** A file is the old one or the new one, never half of either, also after a power cut. */
public final class AtomicWrite {
  private AtomicWrite() {}

  public static void to(Path file, byte[] content) throws IOException {
    try {
      to(file, content, () -> {});
    } catch (CannotDo | InterruptedException e) {
      throw new IllegalStateException("nothing is waited for", e);
    }
  }

  /**
   * @param lastLook comes right before the file is replaced, and may keep it from being
   */
  static void to(Path file, byte[] content, ToolContext.LastLook lastLook)
      throws CannotDo, IOException, InterruptedException {
    Path temporary = file.resolveSibling(".holdpoint-" + UUID.randomUUID());
    try {
      try (FileChannel channel =
          FileChannel.open(temporary, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW)) {
        ByteBuffer buffer = ByteBuffer.wrap(content);
        while (buffer.hasRemaining()) {
          channel.write(buffer);
        }
        channel.force(true);
      }
      if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
        // A script stays executable.
        Files.setPosixFilePermissions(
            temporary, Files.getPosixFilePermissions(file, LinkOption.NOFOLLOW_LINKS));
      }
      lastLook.look();
      // A link put in the file's place meanwhile is replaced, not followed.
      Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(temporary);
    }
  }
}

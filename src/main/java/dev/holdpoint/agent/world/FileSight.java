package dev.holdpoint.agent.world;

import dev.holdpoint.agent.tool.Confinement;
import dev.holdpoint.agent.tool.input.CannotDo;
import dev.holdpoint.core.world.KeptTarget;
import dev.holdpoint.core.world.Precondition;
import dev.holdpoint.core.world.Sighting;
import dev.holdpoint.engine.json.Digests;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** Looks at a file of a workspace. A link is never followed: it is no file that was approved. */
public final class FileSight {
  static final long LARGEST = Precondition.LARGEST_FILE;

  private FileSight() {}

  /**
   * The file's SHA-256, or what is there in its place.
   *
   * @param largest a larger file is not read
   */
  public static Sighting of(Path workspace, String name, long largest) {
    try {
      Path file = place(workspace, name);
      return file == null ? Sighting.LINK : of(file, largest);
    } catch (CannotDo e) {
      return Sighting.OUTSIDE;
    } catch (IOException e) {
      return Sighting.UNREADABLE;
    }
  }

  static Sighting head(Path workspace, String name) {
    return head(workspace, name, new GitHead.Reading(LARGEST, _ -> {}));
  }

  static Sighting head(Path workspace, String name, GitHead.Reading reading) {
    try {
      Path folder = place(workspace, name);
      return folder == null ? Sighting.LINK : GitHead.of(workspace.toRealPath(), folder, reading);
    } catch (CannotDo e) {
      return Sighting.OUTSIDE;
    } catch (IOException e) {
      return Sighting.UNREADABLE;
    }
  }

  /** Null when the last part of the name is a link. */
  private static @Nullable Path place(Path workspace, String name) throws CannotDo, IOException {
    Path file = Confinement.resolve(workspace, name);
    Path given = Path.of(name).normalize().getFileName();
    return given == null
            || given.toString().isEmpty()
            || file.equals(workspace.toRealPath())
            || !Files.isSymbolicLink(parent(workspace, name).resolve(given))
        ? file
        : null;
  }

  private static Path parent(Path workspace, String name) throws CannotDo, IOException {
    Path parent = Path.of(name).normalize().getParent();
    return Confinement.resolve(workspace, parent == null ? "" : parent.toString());
  }

  private static Sighting of(Path file, long largest) throws IOException {
    BasicFileAttributes found;
    try {
      found = Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    } catch (NoSuchFileException e) {
      return Sighting.ABSENT;
    }
    if (found.isSymbolicLink()) {
      return Sighting.LINK;
    }
    if (!found.isRegularFile()) {
      return found.isDirectory() ? Sighting.FOLDER : Sighting.SPECIAL;
    }
    try {
      return found.size() > largest ? Sighting.TOO_LARGE : hash(file, largest);
    } catch (NoSuchFileException e) {
      return Sighting.ABSENT;
    } catch (RegularFile.Special e) {
      return Sighting.SPECIAL;
    }
  }

  private static Sighting hash(Path file, long largest) throws IOException {
    MessageDigest sha = Digests.sha256();
    byte[] buffer = new byte[64 * 1024];
    long size = 0;
    try (RegularFile opened = RegularFile.open(file);
        InputStream in = opened.read()) {
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        size += n;
        if (size > largest) {
          return Sighting.TOO_LARGE;
        }
        sha.update(buffer, 0, n);
      }
    }
    return Sighting.file(HexFormat.of().formatHex(sha.digest()), size);
  }

  /**
   * The text of a file that has this very digest; null when it is another by now, too large, or no
   * text.
   */
  static @Nullable String text(Path workspace, String name, String sha256) {
    try {
      Path file = place(workspace, name);
      if (file == null) {
        return null;
      }
      byte[] bytes = RegularFile.bytes(file, KeptTarget.MOST_BYTES);
      return bytes == null || !Digests.sha256Hex(bytes).equals(sha256)
          ? null
          : StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      return null;
    } catch (CannotDo | IOException e) {
      return null;
    }
  }
}

package dev.holdpoint.agent.world;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdpoint.core.world.Sighting;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.LongConsumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The commit that is checked out in a folder, from git's own files: {@code HEAD}, loose and packed
 * references, also of a worktree. All of them have to be inside the workspace.
 */
final class GitHead {
  private static final Pattern COMMIT = Pattern.compile("[0-9a-f]{40}|[0-9a-f]{64}");
  private static final Pattern REFERENCE = Pattern.compile("refs/[^\\x00-\\x20\\\\~^:?*\\[\\x7f]+");
  private static final String SYMBOLIC = "ref: ";
  private static final String WORKTREE = "gitdir: ";
  private static final int SMALL_FILE = 8_192;
  private static final int LONGEST_LINE = 8_192;
  private static final int LONGEST_CHAIN = 5;

  private final Path own;
  private final Path common;
  private final Reading reading;

  private GitHead(Path own, Path common, Reading reading) {
    this.own = own;
    this.common = common;
    this.reading = reading;
  }

  /**
   * How packed references may be read.
   *
   * @param largest more of them are not read
   * @param read gets the number of bytes that were read
   */
  record Reading(long largest, LongConsumer read) {}

  /** A file of the repository that lies where nobody may look. */
  private static final class Outside extends IOException {
    private static final long serialVersionUID = 1L;
  }

  /** More packed references than may be read. */
  private static final class TooLarge extends IOException {
    private static final long serialVersionUID = 1L;
  }

  /** A file of the repository that git would not have written so. */
  private static final class Odd extends IOException {
    private static final long serialVersionUID = 1L;
  }

  /**
   * @param root the workspace, without links
   * @param folder a folder in it, without links
   */
  static Sighting of(Path root, Path folder, Reading reading) throws IOException {
    try {
      Path own = gitFolder(root, folder);
      return own == null
          ? Sighting.NO_REPOSITORY
          : new GitHead(own, common(root, own), reading).commit();
    } catch (Outside e) {
      return Sighting.OUTSIDE;
    } catch (TooLarge e) {
      return Sighting.TOO_LARGE;
    } catch (Odd | InvalidPathException e) {
      return Sighting.NO_COMMIT;
    }
  }

  private static @Nullable Path gitFolder(Path root, Path folder) throws IOException {
    Path git = folder.resolve(".git");
    if (Files.isDirectory(git, LinkOption.NOFOLLOW_LINKS)) {
      return git;
    }
    String text = small(git);
    return text == null || !text.startsWith(WORKTREE)
        ? null
        : inside(root, folder.resolve(text.substring(WORKTREE.length())));
  }

  /** Where a worktree shares its references with the others. */
  private static Path common(Path root, Path own) throws IOException {
    String text = small(own.resolve("commondir"));
    return text == null ? own : inside(root, own.resolve(text));
  }

  private static Path inside(Path root, Path path) throws IOException {
    Path real;
    try {
      real = path.toRealPath();
    } catch (NoSuchFileException e) {
      throw new Outside();
    }
    if (!real.startsWith(root)) {
      throw new Outside();
    }
    return real;
  }

  private Sighting commit() throws IOException {
    String text = small(own.resolve("HEAD"));
    for (int i = 0; i < LONGEST_CHAIN && text != null; i++) {
      if (COMMIT.matcher(text).matches()) {
        return Sighting.value(text);
      }
      text = text.startsWith(SYMBOLIC) ? reference(text.substring(SYMBOLIC.length())) : null;
    }
    return Sighting.NO_COMMIT;
  }

  /** A loose reference goes before a packed one, and a worktree's own before those of all. */
  private @Nullable String reference(String name) throws IOException {
    if (!REFERENCE.matcher(name).matches() || name.contains("..")) {
      return null;
    }
    String loose = loose(own, name);
    if (loose == null && !own.equals(common)) {
      loose = loose(common, name);
    }
    return loose == null ? packed(name) : loose;
  }

  private @Nullable String loose(Path folder, String name) throws IOException {
    Path file = folder.resolve(name);
    Path parent = file.getParent();
    if (parent == null || !Files.isDirectory(parent)) {
      return null;
    }
    // Another repository's references are not this one's, also where both are in the workspace.
    Path real = inside(folder, parent).resolve(file.getFileName());
    if (Files.isSymbolicLink(real)) {
      throw new Outside();
    }
    return small(real);
  }

  private @Nullable String packed(String name) throws IOException {
    Path file = common.resolve("packed-refs");
    if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      return null;
    }
    byte[] wanted = (" " + name).getBytes(UTF_8);
    try (RegularFile opened = RegularFile.open(file);
        InputStream in = opened.read()) {
      return packed(in, wanted);
    } catch (RegularFile.Special e) {
      throw new Odd();
    }
  }

  /** What stands before this end of a line; null when no line has it. */
  private @Nullable String packed(InputStream in, byte[] wanted) throws IOException {
    byte[] buffer = new byte[64 * 1024];
    byte[] line = new byte[LONGEST_LINE];
    int length = 0;
    long read = 0;
    for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
      reading.read.accept(n);
      read += n;
      if (read > reading.largest) {
        throw new TooLarge();
      }
      for (int i = 0; i < n; i++) {
        if (buffer[i] != '\n') {
          if (length == line.length) {
            throw new Odd();
          }
          line[length] = buffer[i];
          length++;
        } else if (endsWith(line, length, wanted)) {
          return new String(line, 0, length - wanted.length, UTF_8);
        } else {
          length = 0;
        }
      }
    }
    return endsWith(line, length, wanted)
        ? new String(line, 0, length - wanted.length, UTF_8)
        : null;
  }

  private static boolean endsWith(byte[] line, int length, byte[] wanted) {
    int blank = length - wanted.length;
    return blank > 0 && Arrays.equals(line, blank, length, wanted, 0, wanted.length);
  }

  /** The text of a small file; null where there is none, or a folder. */
  private static @Nullable String small(Path file) throws IOException {
    if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)
        || Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
      return null;
    }
    try {
      byte[] bytes = RegularFile.bytes(file, SMALL_FILE);
      if (bytes == null) {
        throw new Odd();
      }
      return new String(bytes, UTF_8).strip();
    } catch (NoSuchFileException e) {
      return null;
    } catch (RegularFile.Special e) {
      throw new Odd();
    }
  }
}

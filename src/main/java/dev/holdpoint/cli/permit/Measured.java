package dev.holdpoint.cli.permit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Files and checked out commits as they are on this machine. Starts no program. */
final class Measured {
  private static final String ABSENT = "absent";
  private static final String SYMBOLIC = "ref: ";
  private static final String WORKTREE = "gitdir: ";
  private static final int LONGEST_CHAIN = 5;
  private static final int LONGEST_TEXT = 8_192;
  private static final long LARGEST_FILE = 64L << 20;
  private static final Pattern COMMIT = Pattern.compile("[0-9a-f]{40}|[0-9a-f]{64}");
  private static final Pattern REFERENCE = Pattern.compile("refs/[^\\x00-\\x20\\\\~^:?*\\[\\x7f]+");

  private Measured() {}

  /** The SHA-256 of a file, or that there is none. */
  static String file(Path file) throws IOException {
    if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      return ABSENT;
    }
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      throw new IOException(file + " is not a file");
    }
    try (InputStream in = Files.newInputStream(file);
        DigestInputStream digest =
            new DigestInputStream(in, MessageDigest.getInstance("SHA-256"))) {
      digest.transferTo(java.io.OutputStream.nullOutputStream());
      return HexFormat.of().formatHex(digest.getMessageDigest().digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The SHA-256 of a file that a request may depend on. */
  static String dependable(Path file) throws IOException {
    if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) && Files.size(file) > LARGEST_FILE) {
      throw new IOException(file + " is larger than 64 MiB. Nothing was asked");
    }
    return needed(file, file(file));
  }

  /** What a request depends on has to be there. */
  static String needed(Path path, String value) throws IOException {
    if (value.equals(ABSENT)) {
      throw new IOException(path + " cannot be found, or has no commit. Nothing was asked");
    }
    return value;
  }

  /** The commit that is checked out in a folder, or that there is none. */
  static String head(Path folder) throws IOException {
    Path git = folder.resolve(".git");
    String link = Files.isRegularFile(git) ? text(git) : null;
    Path own =
        link != null && link.startsWith(WORKTREE)
            ? folder.resolve(link.substring(WORKTREE.length()))
            : git;
    String shared = text(own.resolve("commondir"));
    Path common = shared == null ? own : own.resolve(shared);
    String text = text(own.resolve("HEAD"));
    for (int i = 0; i < LONGEST_CHAIN && text != null && text.startsWith(SYMBOLIC); i++) {
      text = reference(own, common, text.substring(SYMBOLIC.length()));
    }
    return text == null || !COMMIT.matcher(text).matches() ? ABSENT : text;
  }

  private static @Nullable String reference(Path own, Path common, String name) throws IOException {
    // The agent may be able to write there: no other file of the user is read, nor sent, for it.
    if (!REFERENCE.matcher(name).matches() || name.contains("..")) {
      return null;
    }
    for (Path folder : List.of(own, common)) {
      String loose = text(folder.resolve(name));
      if (loose != null) {
        return loose;
      }
    }
    Path packed = common.resolve("packed-refs");
    if (!Files.isRegularFile(packed)) {
      return null;
    }
    try (var lines = Files.lines(packed, UTF_8)) {
      return lines
          .filter(line -> line.endsWith(" " + name))
          .map(line -> line.substring(0, line.indexOf(' ')))
          .findFirst()
          .orElse(null);
    }
  }

  private static @Nullable String text(Path file) throws IOException {
    return Files.isRegularFile(file) && Files.size(file) <= LONGEST_TEXT
        ? Files.readString(file).strip()
        : null;
  }
}

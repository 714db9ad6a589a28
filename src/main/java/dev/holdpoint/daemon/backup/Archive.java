package dev.holdpoint.daemon.backup;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;

/** A backup being written. Without its end it is none. */
final class Archive {
  private static final int BUFFER = 64 * 1024;
  private static final int MOST_DAMAGED = 100;

  /** Of one line; a manifest with a very long one is refused when it is restored. */
  private static final int DAMAGED_CHARACTERS = 500;

  /** A stored file is named by its digest. */
  private static final Pattern STORED = Pattern.compile("assets/[^/]+/([0-9a-f]{64})");

  private final ZipOutputStream zip;
  private final List<Manifest.Item> items = new ArrayList<>();
  private final List<Manifest.Link> links = new ArrayList<>();
  private final List<String> leftOut = new ArrayList<>();
  private final List<String> damaged = new ArrayList<>();

  Archive(OutputStream out) {
    zip = new ZipOutputStream(out);
    // Rows are JSON and shrink to a third even so; more effort would only keep a core busy.
    zip.setLevel(Deflater.BEST_SPEED);
  }

  int count() {
    return items.size();
  }

  void addAll(Path root, Holdings holdings) throws IOException {
    for (Path file : holdings.files()) {
      add(root, file);
    }
    for (Path link : holdings.links()) {
      String name = name(root, link);
      try {
        Path target = Files.readSymbolicLink(link);
        if (isText(root.relativize(link)) && isText(target)) {
          links.add(new Manifest.Link(name, target.toString()));
        } else {
          leftOut.add(name);
        }
      } catch (NoSuchFileException _) {
        // Gone since we looked; a backup made a moment later would not have it either.
      }
    }
    holdings.others().forEach(path -> leftOut.add(name(root, path)));
  }

  void add(Path root, Path file) throws IOException {
    String name = name(root, file);
    if (!isText(root.relativize(file))) {
      leftOut.add(name);
      return;
    }
    try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
      String mode =
          PosixFilePermissions.toString(
              Files.getPosixFilePermissions(file, LinkOption.NOFOLLOW_LINKS));
      zip.putNextEntry(new ZipEntry(Manifest.FOLDER + name));
      MessageDigest digest = sha256();
      byte[] buffer = new byte[BUFFER];
      long bytes = 0;
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        zip.write(buffer, 0, read);
        digest.update(buffer, 0, read);
        bytes += read;
      }
      zip.closeEntry();
      String sha256 = HexFormat.of().formatHex(digest.digest());
      items.add(new Manifest.Item(name, bytes, sha256, mode));
      Matcher stored = STORED.matcher(name);
      if (stored.matches() && !stored.group(1).equals(sha256)) {
        damage("the stored file " + name + " does not match its checksum");
      }
    } catch (NoSuchFileException _) {
      // As above: tools work on while we read.
    } catch (AccessDeniedException _) {
      leftOut.add(name);
    }
  }

  /** Notes in the manifest that a part of the backup is damaged; a restore says so. */
  void damage(String what) {
    if (damaged.size() < MOST_DAMAGED) {
      damaged.add(
          what.length() <= DAMAGED_CHARACTERS ? what : what.substring(0, DAMAGED_CHARACTERS));
    }
  }

  List<String> damaged() {
    return List.copyOf(damaged);
  }

  void finish(String program, long nowMs, Manifest.@Nullable Ledger ledger) throws IOException {
    zip.putNextEntry(new ZipEntry(Manifest.NAME));
    zip.write(
        new Manifest(Manifest.FORMAT, program, nowMs, ledger, items, links, leftOut, damaged)
            .json());
    zip.closeEntry();
    zip.finish();
  }

  /**
   * Names are bytes, and some are no text in the encoding of this process: as text they would be
   * those of another file, of which there may be several.
   */
  private static boolean isText(Path path) {
    try {
      return Path.of(path.toString()).equals(path);
    } catch (InvalidPathException _) {
      return false;
    }
  }

  private static String name(Path root, Path file) {
    return root.relativize(file).toString();
  }

  static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}

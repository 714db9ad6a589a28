package dev.holdpoint.daemon.backup;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/** A backup that is read: first all of it, to see whether it is whole, and then to restore it. */
public final class Backup implements AutoCloseable {
  private static final int BUFFER = 64 * 1024;
  private static final int MANIFEST_BYTES = 256 << 20;
  private static final String OWNER_ONLY = "rwx------";

  private final Path archive;
  private final ZipFile zip;
  private final Manifest manifest;

  private Backup(Path archive, ZipFile zip, Manifest manifest) {
    this.archive = archive;
    this.zip = zip;
    this.manifest = manifest;
  }

  /**
   * Opens the archive and reads all of it.
   *
   * @throws IOException saying what is wrong, when it is not exactly what was backed up
   */
  public static Backup open(Path archive) throws IOException {
    return open(archive, OutputStream.nullOutputStream());
  }

  /**
   * @param heard gets all that is read, piece by piece, and may make it wait
   */
  public static Backup open(Path archive, OutputStream heard) throws IOException {
    ZipFile zip;
    try {
      zip = new ZipFile(archive.toFile());
    } catch (NoSuchFileException | FileNotFoundException _) {
      throw new IOException(archive + " does not exist");
    } catch (ZipException e) {
      throw new IOException(
          archive + " is not a complete backup (" + e.getMessage() + "); use another one", e);
    }
    try {
      Backup backup = new Backup(archive, zip, manifest(archive, zip));
      backup.verify(heard);
      return backup;
    } catch (IOException | RuntimeException e) {
      zip.close();
      throw e;
    }
  }

  /** It is not a backup, or not one that this program can read: that says nothing against it. */
  public static final class Foreign extends IOException {
    Foreign(String message) {
      super(message);
    }
  }

  Manifest manifest() {
    return manifest;
  }

  /** What was damaged already when it was made. */
  public List<String> damaged() {
    return manifest.damaged();
  }

  private static Manifest manifest(Path archive, ZipFile zip) throws IOException {
    ZipEntry entry = zip.getEntry(Manifest.NAME);
    if (entry == null) {
      throw new Foreign(archive + " has no " + Manifest.NAME + ": it is not a backup of Holdpoint");
    }
    try (InputStream in = zip.getInputStream(entry)) {
      byte[] json = in.readNBytes(MANIFEST_BYTES);
      Manifest manifest = Manifest.parse(json);
      if (manifest == null) {
        throw damaged(archive, Manifest.NAME + " cannot be read", null);
      }
      if (manifest.format() != Manifest.FORMAT) {
        throw new Foreign(
            "%s has format %d but this program supports format %d; restore it with the program that made it (%s) or a newer one"
                .formatted(archive, manifest.format(), Manifest.FORMAT, manifest.program()));
      }
      String fault = ManifestCheck.fault(manifest, System.currentTimeMillis());
      if (fault != null) {
        throw damaged(archive, fault, null);
      }
      return manifest;
    } catch (ZipException | JacksonException e) {
      throw damaged(archive, Manifest.NAME + " cannot be read", e);
    }
  }

  private void verify(OutputStream heard) throws IOException {
    if (zip.size() != manifest.files().size() + 1) {
      throw damaged(archive, "its files do not match its manifest", null);
    }
    for (Manifest.Item item : manifest.files()) {
      copy(item, heard);
    }
  }

  /** Writes all of it into a folder that is empty, and forces it to disk. */
  void extract(Path folder, OutputStream heard) throws IOException {
    for (Manifest.Item item : manifest.files()) {
      Path file = folder.resolve(item.path());
      makeFolder(folder, file.getParent());
      try (FileChannel channel =
          FileChannel.open(
              file,
              EnumSet.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
        copy(item, Both.of(Channels.newOutputStream(channel), heard));
        channel.force(true);
      }
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(item.mode()));
    }
    // Last: nothing may be written through one.
    for (Manifest.Link link : manifest.links()) {
      Path path = folder.resolve(link.path());
      makeFolder(folder, path.getParent());
      Files.createSymbolicLink(path, Path.of(link.target()));
    }
  }

  /** Writes to both; only the first is a file. */
  private static final class Both extends OutputStream {
    private final OutputStream file;
    private final OutputStream heard;

    private Both(OutputStream file, OutputStream heard) {
      this.file = file;
      this.heard = heard;
    }

    static OutputStream of(OutputStream file, OutputStream heard) {
      return new Both(file, heard);
    }

    @Override
    public void write(int one) throws IOException {
      file.write(one);
      heard.write(one);
    }

    @Override
    public void write(byte[] bytes, int from, int count) throws IOException {
      file.write(bytes, from, count);
      heard.write(bytes, from, count);
    }
  }

  /**
   * How much there is to read of an archive, and once more to write; 0 where that is no archive.
   */
  public static long work(Path archive) {
    try (ZipFile zip = new ZipFile(archive.toFile())) {
      return 2 * zip.stream().mapToLong(ZipEntry::getSize).filter(size -> size > 0).sum();
    } catch (IOException _) {
      return 0;
    }
  }

  private static void makeFolder(Path root, @Nullable Path folder) throws IOException {
    if (folder != null && !folder.equals(root)) {
      Files.createDirectories(
          folder,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(OWNER_ONLY)));
    }
  }

  private void copy(Manifest.Item item, OutputStream out) throws IOException {
    ZipEntry entry = zip.getEntry(Manifest.FOLDER + item.path());
    if (entry == null) {
      throw damaged(archive, item.path() + " is missing", null);
    }
    MessageDigest digest = Archive.sha256();
    long bytes = 0;
    try (InputStream in = zip.getInputStream(entry)) {
      byte[] buffer = new byte[BUFFER];
      while (true) {
        int read = in.read(buffer);
        if (read < 0) {
          break;
        }
        bytes += read;
        if (bytes > item.bytes()) {
          // However much there is behind it.
          break;
        }
        digest.update(buffer, 0, read);
        out.write(buffer, 0, read);
      }
    } catch (ZipException e) {
      throw damaged(archive, item.path() + " cannot be read", e);
    }
    if (bytes != item.bytes() || !HexFormat.of().formatHex(digest.digest()).equals(item.sha256())) {
      throw damaged(archive, item.path() + " does not match its checksum", null);
    }
  }

  private static IOException damaged(Path archive, String how, @Nullable Exception cause) {
    return new IOException(
        "The backup " + archive + " is damaged: " + how + ". Nothing was restored", cause);
  }

  @Override
  public void close() throws IOException {
    zip.close();
  }
}

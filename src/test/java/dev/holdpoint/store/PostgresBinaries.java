package dev.holdpoint.store;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.xz.XZCompressorInputStream;

/** PostgreSQL's programs, unpacked once from the archive on the class path. */
final class PostgresBinaries {
  private PostgresBinaries() {}

  static Path unpacked(Path parent) throws IOException {
    String architecture =
        switch (System.getProperty("os.arch").toLowerCase(Locale.ROOT)) {
          case "amd64", "x86_64" -> "x86_64";
          case "aarch64", "arm64" -> "arm_64";
          case String other -> throw new IOException("no PostgreSQL for tests on " + other);
        };
    String archive = "/postgres-linux-" + architecture + ".txz";
    try (InputStream packed = PostgresBinaries.class.getResourceAsStream(archive)) {
      if (packed == null) {
        throw new IOException(archive + " is not on the class path");
      }
      // The size stands for the version: another archive gets another folder.
      Path folder = parent.resolve("holdpoint-postgres-binaries-" + packed.available());
      if (!Files.isDirectory(folder)) {
        unpack(packed, parent, folder);
      }
      return folder;
    }
  }

  /** Under another name first, so that a folder that is there is whole. */
  private static void unpack(InputStream packed, Path parent, Path folder) throws IOException {
    Path draft =
        Files.createTempDirectory(
            parent, "holdpoint-postgres-draft-", EmbeddedPostgres.attributes("rwxr-xr-x"));
    try (TarArchiveInputStream entries =
        new TarArchiveInputStream(
            new XZCompressorInputStream(new BufferedInputStream(packed, 1 << 16)))) {
      for (TarArchiveEntry entry = entries.getNextEntry();
          entry != null;
          entry = entries.getNextEntry()) {
        Path target = draft.resolve(entry.getName()).normalize();
        if (!target.startsWith(draft)) {
          throw new IOException("the archive leads outside its folder: " + entry.getName());
        }
        if (entry.isDirectory()) {
          Files.createDirectories(target);
        } else {
          Files.createDirectories(target.getParent());
          if (entry.isSymbolicLink()) {
            Files.createSymbolicLink(target, Path.of(entry.getLinkName()));
          } else {
            Files.copy(entries, target, StandardCopyOption.REPLACE_EXISTING);
            target.toFile().setExecutable((entry.getMode() & 0100) != 0, false);
          }
        }
      }
    }
    EmbeddedPostgres.run("chmod", "-R", "a+rX", draft.toString());
    try {
      Files.move(draft, folder, StandardCopyOption.ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException e) {
      throw e;
    } catch (FileSystemException e) {
      // Another test process was quicker.
      if (!Files.isDirectory(folder)) {
        throw e;
      }
      EmbeddedPostgres.run("rm", "-rf", draft.toString());
    }
  }
}

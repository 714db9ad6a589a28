package dev.holdpoint.store.sqlite;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import dev.holdpoint.store.files.OwnFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sqlite.SQLiteJDBCLoader;
import org.sqlite.util.LibraryLoaderUtil;

/**
 * SQLite itself, which the driver carries in its jar and a process can only load from a file. Left
 * alone, the driver writes a new one into the temporary folder at each start, and a process that is
 * killed leaves it there. A data folder keeps one file instead, for its owner alone, and it is
 * loaded only if it is byte for byte what the jar holds. Where there is none, and none may be made,
 * a copy in a folder of its own is loaded and removed at once: the process needs it no more.
 */
final class SqliteLibrary {
  private static final Logger log = LoggerFactory.getLogger(SqliteLibrary.class);

  /** In the data folder. */
  static final String FOLDER = "native";

  /** Of a folder that holds a copy for a moment. */
  static final String COPY = "holdpoint-sqlite-";

  private static final String PREFIX = "sqlite-";
  private static final String DRAFT = ".new";

  /** The driver's own settings. One who sets the first has chosen a library. */
  private static final String LIB_PATH = "org.sqlite.lib.path";

  private static final String LIB_NAME = "org.sqlite.lib.name";

  private static final Set<PosixFilePermission> OPEN_TO_OTHERS =
      PosixFilePermissions.fromString("----w--w-");

  private static boolean isLoaded;

  private SqliteLibrary() {}

  /** Loads what the data folder keeps, and keeps it there if it did not. */
  static synchronized void keep(Path dataFolder) {
    if (isLoaded) {
      return;
    }
    load(dataFolder, true);
    SqliteLeftovers.removeBeside();
  }

  /** Loads what the data folder keeps, and changes nothing there. */
  static synchronized void use(@Nullable Path dataFolder) {
    if (!isLoaded) {
      load(dataFolder, false);
    }
  }

  private static void load(@Nullable Path dataFolder, boolean keep) {
    isLoaded = true;
    // Of two copies in one process, the driver's methods would be bound to either.
    byte[] code = System.getProperty(LIB_PATH) == null && mapped().isEmpty() ? code() : null;
    if (code == null) {
      return;
    }
    if (dataFolder == null || !loadKept(dataFolder, code, keep)) {
      loadCopy(code);
    }
  }

  /** The files of SQLite's library that this process has loaded; the driver may have been first. */
  static Set<String> mapped() {
    try (Stream<String> lines = Files.lines(Path.of("/proc/self/maps"), ISO_8859_1)) {
      return lines
          .filter(line -> line.contains(LibraryLoaderUtil.getNativeLibName()))
          .map(line -> line.substring(line.indexOf('/')))
          .collect(Collectors.toSet());
    } catch (IOException | UncheckedIOException e) {
      log.debug("this machine does not say what is loaded: {}", e.toString());
      return Set.of();
    }
  }

  private static boolean loadKept(Path dataFolder, byte[] code, boolean keep) {
    try {
      Path file = keep ? kept(dataFolder, code) : found(dataFolder, code);
      return file != null && load(file);
    } catch (IOException | UnsupportedOperationException e) {
      log.debug("SQLite's library cannot be stored in the data folder: {}", e.toString());
      return false;
    }
  }

  /** What the driver would do if this fails, it does: it has further places to look. */
  private static void loadCopy(byte[] code) {
    try {
      Path folder = Files.createTempDirectory(COPY);
      Path file = folder.resolve(name(code));
      try {
        OwnFile.write(file, code);
        load(file);
      } finally {
        Files.deleteIfExists(file);
        Files.deleteIfExists(folder);
      }
    } catch (IOException e) {
      log.debug("SQLite's library is loaded by its driver: {}", e.toString());
    }
  }

  /**
   * The file in the data folder that is safe to load.
   *
   * @return null when there is none
   */
  static @Nullable Path found(Path dataFolder, byte[] code) throws IOException {
    Path folder = dataFolder.resolve(FOLDER);
    Path file = folder.resolve(name(code));
    return Files.isDirectory(folder, NOFOLLOW_LINKS)
            && isOurs(dataFolder)
            && isOurs(folder)
            && Files.isRegularFile(file, NOFOLLOW_LINKS)
            && isOurs(file)
            && Files.size(file) == code.length
            && Arrays.equals(Files.readAllBytes(file), code)
        ? file
        : null;
  }

  /** The same, and makes it where it is missing or another; those of before are removed. */
  static @Nullable Path kept(Path dataFolder, byte[] code) throws IOException {
    Path file = found(dataFolder, code);
    if (file == null) {
      Path folder = dataFolder.resolve(FOLDER);
      try {
        Files.createDirectory(
            folder,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      } catch (FileAlreadyExistsException _) {
        // Of an older version, or of another user: that is checked below.
      }
      if (!Files.isDirectory(folder, NOFOLLOW_LINKS) || !isOurs(folder)) {
        return null;
      }
      write(folder.resolve(name(code)), code);
      file = found(dataFolder, code);
    }
    if (file != null) {
      removeOthers(file);
    }
    return file;
  }

  private static void write(Path file, byte[] code) throws IOException {
    Path draft =
        file.resolveSibling(file.getFileName() + "." + ProcessHandle.current().pid() + DRAFT);
    Files.deleteIfExists(draft);
    try {
      OwnFile.write(draft, code);
      Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(draft);
    }
  }

  /** The data folder is locked by this process, so nobody else is about to load one. */
  private static void removeOthers(Path file) throws IOException {
    try (DirectoryStream<Path> all =
        Files.newDirectoryStream(file.resolveSibling("."), PREFIX + "*")) {
      for (Path each : all) {
        if (!each.getFileName().equals(file.getFileName())
            && Files.isRegularFile(each, NOFOLLOW_LINKS)) {
          Files.delete(each);
        }
      }
    }
  }

  /** Whether it is this user's, and nobody else may change it. */
  static boolean isOurs(Path path) throws IOException {
    return Files.getAttribute(path, "unix:uid", NOFOLLOW_LINKS).equals(user())
        && Files.getPosixFilePermissions(path).stream().noneMatch(OPEN_TO_OTHERS::contains);
  }

  /** The number of the user that this process is. */
  static Object user() throws IOException {
    return Files.getAttribute(Path.of("/proc/self"), "unix:uid");
  }

  private static boolean load(Path file) {
    try {
      // Where the folder's file system executes nothing, this says so, and the driver is not asked.
      System.load(file.toAbsolutePath().toString());
      System.setProperty(LIB_PATH, String.valueOf(file.toAbsolutePath().getParent()));
      System.setProperty(LIB_NAME, file.getFileName().toString());
      return SQLiteJDBCLoader.initialize();
    } catch (UnsatisfiedLinkError e) {
      log.debug("SQLite's library cannot be loaded from {}: {}", file, e.getMessage());
      return false;
    } catch (Exception e) {
      throw new IllegalStateException("SQLite's driver does not start", e);
    } finally {
      System.clearProperty(LIB_PATH);
      System.clearProperty(LIB_NAME);
    }
  }

  /**
   * By what is in it too: one jar may hold the same version built in another way. A checksum tells
   * them apart, as nothing is loaded that was not compared byte for byte; a digest of so much would
   * be a fifteenth of a start.
   */
  static String name(byte[] code) {
    CRC32C checksum = new CRC32C();
    checksum.update(code);
    return "%s%s-%08x-%s"
        .formatted(
            PREFIX,
            SQLiteJDBCLoader.getVersion(),
            checksum.getValue(),
            LibraryLoaderUtil.getNativeLibName());
  }

  /** Null where the driver has none for this machine. */
  static byte @Nullable [] code() {
    String resource =
        LibraryLoaderUtil.getNativeLibResourcePath() + "/" + LibraryLoaderUtil.getNativeLibName();
    try (InputStream in = SQLiteJDBCLoader.class.getResourceAsStream(resource)) {
      return in == null ? null : in.readAllBytes();
    } catch (IOException e) {
      log.debug("SQLite's library cannot be read: {}", e.toString());
      return null;
    }
  }
}

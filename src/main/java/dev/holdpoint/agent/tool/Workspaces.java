package dev.holdpoint.agent.tool;

import dev.holdpoint.engine.port.SessionFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The folders that sessions work in: one each, made when it is first needed. */
public final class Workspaces implements SessionFiles {
  private final Path root;

  public Workspaces(Path root) {
    this.root = root.toAbsolutePath().normalize();
  }

  public Path of(String sessionId) throws IOException {
    Path folder = root.resolve(SafeName.of(sessionId));
    if (!isThere(folder)) {
      Files.createDirectories(folder);
    }
    return folder;
  }

  /** Null when nobody has needed it yet. */
  public @Nullable Path find(String sessionId) {
    Path folder = root.resolve(SafeName.of(sessionId));
    return isThere(folder) ? folder : null;
  }

  private static boolean isThere(Path folder) {
    return Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS);
  }

  /** Links are removed, never followed. */
  @Override
  public void remove(String sessionId) {
    Path folder = root.resolve(SafeName.of(sessionId));
    // Aside first: who is slow with the files must not find those that come under the same name. No
    // session's folder begins with a dot.
    Path aside = root.resolve(".removed-" + SafeName.of(sessionId));
    try {
      sweep(aside);
      if (Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
        Files.move(folder, aside);
        sweep(aside);
      }
    } catch (IOException e) {
      // The session's rows wait for this: it is tried again.
      throw new UncheckedIOException("the workspace " + folder + " cannot be removed", e);
    }
  }

  private static void sweep(Path folder) throws IOException {
    if (Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
      Files.walkFileTree(folder, new Sweep());
    }
  }

  /** An agent may have locked folders against itself; they are its own, and are opened again. */
  private static final class Sweep extends SimpleFileVisitor<Path> {
    private static final Set<PosixFilePermission> OWN =
        PosixFilePermissions.fromString("rwx------");

    @Override
    public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes)
        throws IOException {
      Files.setPosixFilePermissions(folder, OWN);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
      if (!Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS) || Files.isReadable(file)) {
        throw failure;
      }
      Files.setPosixFilePermissions(file, OWN);
      Files.walkFileTree(file, this);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      Files.delete(file);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure)
        throws IOException {
      if (failure != null) {
        throw failure;
      }
      Files.delete(folder);
      return FileVisitResult.CONTINUE;
    }
  }
}

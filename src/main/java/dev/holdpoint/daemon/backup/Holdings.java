package dev.holdpoint.daemon.backup;

import dev.holdpoint.store.Stores;
import dev.holdpoint.store.files.HeadFile;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is in the data folder and belongs into a backup: everything but the ledger, which is copied
 * in its own way, and what is of use to a living daemon alone. So whatever later versions keep
 * there is in a backup without being named here.
 *
 * @param others neither files, folders nor links; and what could not be looked at
 */
record Holdings(List<Path> files, List<Path> links, List<Path> others) {
  private static final Set<String> NOT_IN =
      Set.of(
          "lock",
          "address",
          "address.new",
          Stores.LEDGER,
          Stores.LEDGER + "-wal",
          Stores.LEDGER + "-shm",
          Stores.LEDGER + "-journal",
          HeadFile.NAME,
          HeadFile.SEEN,
          "processes",
          Stores.NATIVE,
          Backups.UNFINISHED,
          "admin-token.new",
          // Whoever is restored elsewhere is another node.
          "node-id",
          "node-id.new");

  /** How stored files are called while they are being written. */
  private static final String UNFINISHED_ASSET = ".new-";

  /** Whether a file of this name, at the top of the data folder, is of use to no other daemon. */
  static boolean isOfLivingDaemon(String name) {
    return NOT_IN.contains(name) && !name.equals(Stores.LEDGER);
  }

  static Holdings of(Path data, List<Path> without) throws IOException {
    Holdings found = new Holdings(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    Files.walkFileTree(data, found.new Visitor(data, without));
    return found;
  }

  private final class Visitor extends SimpleFileVisitor<Path> {
    private final Path data;
    private final List<Path> without;

    Visitor(Path data, List<Path> without) {
      this.data = data;
      this.without = without;
    }

    private boolean isLeftOut(Path path) {
      boolean top = data.equals(path.getParent());
      return (top && NOT_IN.contains(path.getFileName().toString()))
          || without.contains(path)
          || (path.startsWith(data.resolve("assets"))
              && path.getFileName().toString().startsWith(UNFINISHED_ASSET));
    }

    @Override
    public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
      return isLeftOut(folder) ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
      if (!isLeftOut(file)) {
        List<Path> kind =
            attributes.isSymbolicLink() ? links : attributes.isRegularFile() ? files : others;
        kind.add(file);
      }
      return FileVisitResult.CONTINUE;
    }

    /** Gone since its folder was read, or not ours to read. */
    @Override
    public FileVisitResult visitFileFailed(Path path, IOException e) {
      if (!isLeftOut(path) && Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
        others.add(path);
      }
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException e) {
      return FileVisitResult.CONTINUE;
    }
  }
}

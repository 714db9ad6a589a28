package dev.holdpoint.daemon.backup;

import dev.holdpoint.store.Stores;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;

/**
 * What must be of one moment, copied before anything is sent: the ledger and the key it asks for.
 */
record Draft(Path folder) {
  Draft make() throws IOException {
    makeFolder(folder);
    makeFolder(keys());
    return this;
  }

  Path ledger() {
    return folder.resolve(Stores.LEDGER);
  }

  /** In the place of the data folder: a file has the same name from here as from there. */
  Path keys() {
    return folder.resolve("keys");
  }

  /**
   * Copies those that lie in the data folder.
   *
   * @return what is to be taken from here and not from the data folder, whatever is there by then
   */
  List<Path> copyKeys(Path data, List<Path> places) throws IOException {
    List<Path> taken = new ArrayList<>();
    for (Path place : places) {
      if (!place.startsWith(data)) {
        continue;
      }
      Path copy = keys().resolve(data.relativize(place));
      try {
        if (Files.exists(place, LinkOption.NOFOLLOW_LINKS)) {
          Files.createDirectories(copy.getParent());
          Files.copy(place, copy, StandardCopyOption.COPY_ATTRIBUTES, LinkOption.NOFOLLOW_LINKS);
        }
        taken.add(place);
      } catch (NoSuchFileException _) {
        // Somebody else's doing; whoever looks later may find it again.
      } catch (AccessDeniedException _) {
        // Left out with the others that cannot be read, and named.
        Files.deleteIfExists(copy);
      }
    }
    return taken;
  }

  private static void makeFolder(Path path) throws IOException {
    Files.createDirectory(
        path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
  }
}

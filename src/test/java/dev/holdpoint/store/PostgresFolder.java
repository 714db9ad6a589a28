package dev.holdpoint.store;

import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Objects;

/**
 * Data folders of PostgreSQL servers. {@code initdb} takes longer than most tests, so it is run
 * once, and what it made is copied.
 */
final class PostgresFolder {
  /** Which calls the server takes, beyond 127.0.0.1: nodes are told apart by their addresses. */
  private static final String CALLERS = "host all all 127.0.0.0/8 trust\n";

  private PostgresFolder() {}

  /** A folder that only the server can read; its data is in {@code data}. */
  static Path make(Path parent) throws IOException {
    Path template = template(EmbeddedPostgres.reachableByNobody());
    Path folder = empty(parent, "holdpoint-postgres-");
    EmbeddedPostgres.run(
        EmbeddedPostgres.asNobody(
            "cp", "-a", template.resolve("data").toString(), folder.resolve("data").toString()));
    return folder;
  }

  /** The same without any data. */
  static Path empty(Path parent, String prefix) throws IOException {
    Path folder =
        Files.createTempDirectory(parent, prefix, EmbeddedPostgres.attributes("rwx------"));
    if (EmbeddedPostgres.isRoot()) {
      EmbeddedPostgres.run(
          "chown", EmbeddedPostgres.NOBODY + ":" + EmbeddedPostgres.NOBODY, folder.toString());
    }
    return folder;
  }

  /** Each user has one for each version and list of callers: nobody can read another's. */
  private static Path template(Path parent) throws IOException {
    Path binaries = PostgresBinaries.unpacked(parent);
    String version = binaries.getFileName().toString().replace("binaries", "template");
    Path template =
        parent.resolve(
            version
                + "-"
                + Integer.toHexString(CALLERS.hashCode())
                + "-"
                + System.getProperty("user.name"));
    if (!Files.isDirectory(template)) {
      fill(binaries, template);
    }
    return template;
  }

  /** Under another name first, so that a folder that is there is whole. */
  private static void fill(Path binaries, Path template) throws IOException {
    Path draft = empty(Objects.requireNonNull(template.getParent()), "holdpoint-postgres-draft-");
    EmbeddedPostgres.run(
        EmbeddedPostgres.asNobody(
            binaries.resolve("bin/initdb").toString(),
            "--pgdata=" + draft.resolve("data"),
            "--username=" + EmbeddedPostgres.USER,
            "--auth=trust",
            "--encoding=UTF8",
            "--no-locale",
            "--no-sync"));
    Files.writeString(draft.resolve("data/pg_hba.conf"), CALLERS, StandardOpenOption.APPEND);
    try {
      Files.move(draft, template, StandardCopyOption.ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException e) {
      throw e;
    } catch (FileSystemException e) {
      // Another test process was quicker.
      if (!Files.isDirectory(template)) {
        throw e;
      }
      EmbeddedPostgres.run("rm", "-rf", draft.toString());
    }
  }
}

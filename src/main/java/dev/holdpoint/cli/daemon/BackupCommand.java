package dev.holdpoint.cli.daemon;

import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.ProgressFlags;
import dev.holdpoint.cli.ProgressLine;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code holdpoint backup}. */
@Command(
    name = "backup",
    description = {
      "Makes a backup while the daemon is running, and prints its path.",
      "A backup contains the ledger, stored files, workspaces and keys: "
          + "protect it like the keys."
    },
    footer = {
      "  holdpoint backup                                   into this folder",
      "  holdpoint backup --to /backups                     into that one",
      "  holdpoint backup --to nightly.zip                  as that file, "
          + "which must not exist yet",
      "  holdpoint backup --files-only --to files.zip       with PostgreSQL: "
          + "everything except the ledger",
      "  holdpoint restore nightly.zip --data /srv/new      restores it",
      "",
      "Exit code 8: the backup was made, and contains documents that were already damaged"
    })
public final class BackupCommand extends DaemonCommand {
  private static final DateTimeFormatter NAME =
      DateTimeFormatter.ofPattern("'holdpoint-'yyyyMMdd'T'HHmmss'Z.zip'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);
  private static final String MANIFEST = "manifest.json";
  private static final int SHOWN = 20;

  @Option(
      names = "--to",
      paramLabel = "FILE|DIR",
      description = "target file or folder (default: this folder, with the time in the file name)")
  private @Nullable Path to;

  @Option(names = "--files-only", description = "leave out the ledger, if pg_dump backs it up")
  private boolean filesOnly;

  @Option(names = "--without-workspaces", description = "leave out the workspaces of tools")
  private boolean withoutWorkspaces;

  @Mixin private ProgressFlags told;

  private record Made(String file, long bytes, List<String> damaged) {}

  @Override
  protected int run(HoldpointClient client) throws CallFailed, IOException {
    Path file = file();
    // Two of us that were given the same name must not write the same file.
    Path draft =
        file.resolveSibling(file.getFileName() + "." + ProcessHandle.current().pid() + ".part");
    try {
      write(client, draft);
      Files.move(draft, file);
    } catch (FileAlreadyExistsException e) {
      throw new IOException(e.getFile() + " already exists; choose another file with --to");
    } catch (NoSuchFileException _) {
      throw new IOException("the folder of " + file + " does not exist; create it first");
    } finally {
      Files.deleteIfExists(draft);
    }
    sync(file.toAbsolutePath().getParent());
    List<String> damaged = damaged(file);
    if (json()) {
      printJson(new Made(file.toString(), Files.size(file), damaged));
    } else {
      out().println(Visible.line(file.toString()));
    }
    if (damaged.isEmpty()) {
      return ExitCode.OK;
    }
    err().println("holdpoint: the backup is whole, and holds what was damaged before:");
    damaged.stream().limit(SHOWN).forEach(one -> err().println("  " + Visible.line(one)));
    err().println("keep older backups; 'holdpoint doctor --deep' lists all that is damaged");
    err().flush();
    return ExitCode.UNWELL;
  }

  /** What the daemon has found to be damaged while it made the backup. */
  private static List<String> damaged(Path file) throws IOException {
    try (ZipFile zip = new ZipFile(file.toFile())) {
      ZipEntry manifest = zip.getEntry(MANIFEST);
      if (manifest == null) {
        throw new IOException(file + " has no " + MANIFEST + "; make another backup");
      }
      try (InputStream in = zip.getInputStream(manifest)) {
        return JsonMapper.shared()
            .readTree(in)
            .path("damaged")
            .valueStream()
            .map(JsonNode::asString)
            .toList();
      } catch (JacksonException e) {
        throw new IOException("the " + MANIFEST + " of " + file + " cannot be read", e);
      }
    }
  }

  private Path file() throws IOException {
    String name = NAME.format(Instant.now());
    if (to == null) {
      return Path.of(name);
    }
    Path file = Files.isDirectory(to) ? to.resolve(name) : to;
    if (Files.exists(file)) {
      throw new IOException(file + " already exists; choose another file with --to");
    }
    return file;
  }

  private void write(HoldpointClient client, Path draft) throws CallFailed, IOException {
    try (FileChannel channel =
        FileChannel.open(
            draft,
            EnumSet.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
      OutputStream out = new BufferedOutputStream(Channels.newOutputStream(channel), 1 << 16);
      try (ProgressLine progress = told.open("Backup")) {
        client
            .backups()
            .make(filesOnly, withoutWorkspaces, out, progress::ofAtMost, progress::reached);
      }
      out.flush();
      channel.force(true);
    }
  }

  private static void sync(@Nullable Path folder) throws IOException {
    if (folder != null) {
      try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
        channel.force(true);
      }
    }
  }
}

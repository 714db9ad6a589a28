package dev.holdpoint.daemon;

import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.ProgressFlags;
import dev.holdpoint.cli.ProgressLine;
import dev.holdpoint.cli.Times;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.client.http.ClientJson;
import dev.holdpoint.daemon.backup.Backup;
import dev.holdpoint.daemon.backup.Restore;
import dev.holdpoint.daemon.backup.Restore.Restored;
import dev.holdpoint.daemon.start.DataFolder;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code holdpoint restore}. */
@Command(
    name = "restore",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Restores a backup into an empty data folder. The daemon must not be running.",
      "The whole backup is checked before anything is written. Event ids "
          + "continue far above those of the backup, so that no client mistakes a "
          + "new event for an old one."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  holdpoint restore holdpoint-20261115T120000Z.zip --data /srv/holdpoint",
      "  holdpoint restore nightly.zip --data /srv/new --json | jq .left_out",
      "  holdpoint restore files.zip --data /srv/holdpoint --database postgres://hold:…@db/hold"
    })
final class RestoreCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "BACKUP", description = "a file made by 'holdpoint backup'")
  private Path archive;

  @Option(
      names = "--data",
      required = true,
      paramLabel = "DIR",
      description = "target folder: empty, or not existing yet")
  private Path data = Path.of("");

  @Option(
      names = "--database",
      paramLabel = "URL",
      description = "the restored PostgreSQL database, for a backup of files only")
  private @Nullable String database;

  @Option(names = "--json", description = "print JSON")
  private boolean json;

  @Mixin private ProgressFlags told;

  @Override
  public Integer call() throws Exception {
    Restored restored;
    try (ProgressLine progress = told.open("Restore").ofBytes(Backup.work(archive));
        Backup backup = Backup.open(archive, progress.counting())) {
      Restore restore = new Restore(backup, database);
      Restore.mustBeEmpty(data);
      boolean existed = Files.exists(data);
      try (DataFolder folder = DataFolder.open(data)) {
        restored = restored(restore, folder, existed, progress.counting());
      }
    }
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(Visible.json(ClientJson.pretty(Told.of(data, restored))));
    } else {
      print(restored, out);
    }
    out.flush();
    return ExitCode.OK;
  }

  private void print(Restored restored, PrintWriter out) {
    out.println(
        "%s were restored into %s, as of %s"
            .formatted(
                Times.count(restored.files(), "file"),
                data,
                Times.from(System.currentTimeMillis(), restored.madeAtMs())));
    if (!restored.leftOut().isEmpty()) {
      out.println(
          Times.count(restored.leftOut().size(), "file")
              + " could not be included when the backup was made; its manifest.json "
              + "lists them");
    }
    if (!restored.damaged().isEmpty()) {
      out.println(
          "what is in it was damaged when the backup was made, "
              + Times.count(restored.damaged().size(), "time")
              + " at least; 'holdpoint doctor --deep --data "
              + data
              + "' lists it");
    }
    out.println("start it with 'holdpoint serve --data " + data + "'");
  }

  /** For scripts. */
  private record Told(
      String data,
      int files,
      long madeAtMs,
      long afterEventId,
      List<String> leftOut,
      List<String> damaged) {
    static Told of(Path data, Restored restored) {
      return new Told(
          data.toString(),
          restored.files(),
          restored.madeAtMs(),
          restored.afterEventId(),
          restored.leftOut(),
          restored.damaged());
    }
  }

  private static Restored restored(
      Restore restore, DataFolder folder, boolean existed, OutputStream heard) throws IOException {
    try {
      return restore.into(folder.path(), System.currentTimeMillis(), heard);
    } catch (IOException | RuntimeException e) {
      // As it was: whoever tries again must not be told that the folder is not empty.
      Files.deleteIfExists(folder.path().resolve("lock"));
      if (!existed) {
        Files.deleteIfExists(folder.path());
      }
      throw e;
    }
  }
}

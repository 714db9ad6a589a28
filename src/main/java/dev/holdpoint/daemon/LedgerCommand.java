package dev.holdpoint.daemon;

import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.Times;
import dev.holdpoint.client.http.ClientJson;
import dev.holdpoint.core.event.Loss;
import dev.holdpoint.daemon.config.Config;
import dev.holdpoint.daemon.start.DataFolder;
import dev.holdpoint.daemon.start.StartRefused;
import dev.holdpoint.engine.port.failure.StoreBroken;
import dev.holdpoint.engine.port.failure.StoreFailure;
import dev.holdpoint.store.Stores;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code holdpoint ledger}. */
@Command(
    name = "ledger",
    mixinStandardHelpOptions = true,
    description = "Repairs a ledger that has lost commits.",
    footerHeading = "%nExamples:%n",
    footer = "  holdpoint ledger accept-loss --data /srv/holdpoint",
    subcommands = LedgerCommand.AcceptLoss.class)
final class LedgerCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  @Command(
      name = "accept-loss",
      mixinStandardHelpOptions = true,
      sortOptions = false,
      description = {
        "Lets a SQLite ledger continue without the commits that it has lost. The "
            + "daemon must not be running.",
        "Ids that were already used are skipped. At the next start, interrupted "
            + "work is marked as such, pending approvals say that they may already "
            + "have been allowed, and the audit ledger records what is missing. Prefer "
            + "to restore a backup if there is one."
      },
      footerHeading = "%nExamples:%n",
      footer = {
        "  holdpoint ledger accept-loss --data /srv/holdpoint",
        "  holdpoint ledger accept-loss --json | jq .commits"
      })
  static final class AcceptLoss implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private ConfigFlags flags;

    @Option(names = "--json", description = "print JSON")
    private boolean json;

    @Override
    public Integer call() throws Exception {
      Config config = flags.load();
      if (config.database().isPresent()) {
        throw new StartRefused(
            "The ledger is in PostgreSQL, and this command is only for SQLite; see "
                + "\"A standby that was behind\" in docs/scaling.md. Nothing was changed");
      }
      if (!Files.isDirectory(config.data())) {
        throw new StartRefused(
            "There is no folder %s. Nothing was changed".formatted(config.data()));
      }
      Loss loss;
      try (DataFolder folder = DataFolder.open(config.data())) {
        loss = Stores.acceptLoss(folder.path(), System.currentTimeMillis());
      } catch (StoreBroken e) {
        // Pages of lost commits were in the file already, beside pages that only the log had.
        throw new StartRefused(
            "The database cannot be read, with or without the missing commits: %s. If the disk fails, repair it and try again. Otherwise restore a backup into an empty folder ('holdpoint restore'), or put the database and its log back as they were. Copy the folder before you try anything else"
                .formatted(e.getMessage()));
      } catch (StoreFailure e) {
        throw StartRefused.because(e);
      }
      PrintWriter out = spec.commandLine().getOut();
      if (json) {
        out.println(ClientJson.pretty(Told.of(loss)));
      } else {
        out.println(
            loss == null
                ? "Nothing is missing. Nothing was changed."
                : "The ledger continues without %s, made %s up to %s. Start the daemon: it interrupts the runs, and requests of external agents are asked again."
                    .formatted(
                        Times.count(loss.commits(), "commit"),
                        loss.sinceMs() == 0
                            ? "from the first one"
                            : "after " + Times.at(loss.sinceMs()),
                        Times.at(loss.untilMs())));
      }
      out.flush();
      return ExitCode.OK;
    }
  }

  /** For scripts. */
  private record Told(long commits, @Nullable Long sinceMs, @Nullable Long untilMs) {
    static Told of(@Nullable Loss loss) {
      return loss == null
          ? new Told(0, null, null)
          : new Told(loss.commits(), loss.sinceMs(), loss.untilMs());
    }
  }
}

package dev.holdpoint.daemon;

import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.Times;
import dev.holdpoint.client.ClientJson;
import dev.holdpoint.core.event.Loss;
import dev.holdpoint.daemon.config.Config;
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
    description = "For a ledger that has lost something.",
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
        "Lets a SQLite ledger go on without the commits that it has lost, for a daemon that is not"
            + " running.",
        "Ids that were given out are passed over. Runs that were at work are interrupted at the"
            + " next start, approvals that wait say that they may have been allowed before, and the"
            + " audit ledger says what is missing. A backup is the better way, if there is one."
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
            "The ledger is in PostgreSQL, which keeps no log of ours; docs/scaling.md says what to do after a standby that was behind. Nothing was changed");
      }
      if (!Files.isDirectory(config.data())) {
        throw new StartRefused(
            "There is no folder %s; nothing was changed".formatted(config.data()));
      }
      Loss loss;
      try (DataFolder folder = DataFolder.open(config.data())) {
        loss = Stores.acceptLoss(folder.path(), System.currentTimeMillis());
      } catch (StoreFailure e) {
        throw StartRefused.because(e);
      }
      PrintWriter out = spec.commandLine().getOut();
      if (json) {
        out.println(ClientJson.pretty(Told.of(loss)));
      } else {
        out.println(
            loss == null
                ? "Nothing is missing, and nothing was changed."
                : "The ledger goes on without %s, made %s up to %s. Start the daemon: its runs are interrupted, and gates of agents outside ask once more."
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

package dev.holdpoint.cli.run;

import dev.holdpoint.api.audit.AuditBodies.ExternalActionView;
import dev.holdpoint.api.event.EventBodies.RunEventEntry;
import dev.holdpoint.api.json.Wire;
import dev.holdpoint.api.page.PageBodies.Page;
import dev.holdpoint.api.run.RunBodies.RunView;
import dev.holdpoint.api.status.RunStatus;
import dev.holdpoint.cli.CommandGroup;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.DeliveryText;
import dev.holdpoint.cli.EventText;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.Facts;
import dev.holdpoint.cli.GateText;
import dev.holdpoint.cli.ListCommand;
import dev.holdpoint.cli.RunText;
import dev.holdpoint.cli.RunWatch;
import dev.holdpoint.cli.Spans;
import dev.holdpoint.cli.StreamFollower;
import dev.holdpoint.cli.Table;
import dev.holdpoint.cli.Times;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.cli.run.RunsCommand.RunsActions;
import dev.holdpoint.cli.run.RunsCommand.RunsCancel;
import dev.holdpoint.cli.run.RunsCommand.RunsEvents;
import dev.holdpoint.cli.run.RunsCommand.RunsGet;
import dev.holdpoint.cli.run.RunsCommand.RunsList;
import dev.holdpoint.cli.run.RunsCommand.RunsWait;
import dev.holdpoint.cli.run.RunsCommand.RunsWatch;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.PageRequest;
import dev.holdpoint.client.stream.EventStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/** {@code holdpoint runs}. */
@Command(
    name = "runs",
    description = "Runs: units of work of a session.",
    subcommands = {
      RunsList.class,
      RunsGet.class,
      RunsEvents.class,
      RunsActions.class,
      RunsWatch.class,
      RunsWait.class,
      RunsCancel.class,
      RunsDebug.class,
      RunsPrune.class
    },
    footer = {
      "  holdpoint runs list --status waiting_for_approval",
      "  holdpoint runs watch run_01M7EP4AKH0000F3ZBANCQVE8E",
      "  holdpoint runs wait run_01M7EP4AKH0000F3ZBANCQVE8E --timeout 10m",
      "",
      ExitCode.TABLE
    })
public final class RunsCommand extends CommandGroup {
  @Command(
      name = "list",
      description = "Lists runs, the newest first.",
      footer = {
        "  holdpoint runs list --session deploys",
        "  holdpoint runs list --status failed --limit 10",
        "  holdpoint runs list --active-first --json"
      })
  static final class RunsList extends ListCommand<RunView> {
    @Option(names = "--session", paramLabel = "SESSION", description = "only runs of this session")
    private @Nullable String sessionId;

    @Option(
        names = "--status",
        paramLabel = "STATUS",
        converter = StatusNames.class,
        completionCandidates = StatusNames.class,
        description = "only runs in this state: ${COMPLETION-CANDIDATES}")
    private @Nullable RunStatus status;

    @Option(names = "--active-first", description = "list running and waiting runs first")
    private boolean activeFirst;

    @Override
    protected Page<RunView> page(HoldpointClient client, PageRequest wish) throws CallFailed {
      return client.runs().page(sessionId, status, activeFirst, wish);
    }

    @Override
    protected Table table(List<RunView> rows) {
      long nowMs = System.currentTimeMillis();
      Table table = new Table("RUN", "SESSION", "STATUS", "SUBMITTED", "WORK");
      for (RunView run : rows) {
        table.row(
            run.runId(),
            run.sessionId(),
            Wire.name(run.status()).replace('_', ' '),
            Times.from(nowMs, run.submittedAtMs()),
            Visible.brief(run.request().textPreview(), 50));
      }
      return table;
    }

    @Override
    protected String nothing() {
      return "No such runs. Start one with: holdpoint sessions send SESSION TEXT";
    }
  }

  @Command(
      name = "get",
      aliases = "show",
      description = "Shows the state of a run, its output and its pending requests.",
      footer = "  holdpoint runs get run_01M7EP4AKH0000F3ZBANCQVE8E")
  static final class RunsGet extends DaemonCommand {
    @Parameters(paramLabel = "RUN", description = "the run's id")
    private String runId;

    @Override
    protected int run(HoldpointClient client) throws CallFailed {
      RunView run = client.runs().find(runId);
      if (json()) {
        printJson(run);
        return ExitCode.OK;
      }
      Integer position = run.queuedPosition();
      Facts facts =
          new Facts(out(), paint())
              .line("run", run.runId())
              .line("session", run.sessionId())
              .painted("status", RunText.status(run.status(), paint()))
              .line("kind", Wire.name(run.kind()))
              .line("from", run.request().actorId() + " (" + run.request().sourceKind() + ")")
              .line("work", run.request().textPreview())
              .line("model", run.request().model())
              .line("position", position == null ? null : position.toString())
              .time("submitted", run.submittedAtMs())
              .time("started", run.startedAtMs())
              .time("finished", run.finishedAtMs())
              .line("used", run.usage() == null ? null : RunText.usage(run.usage()))
              .line("error", run.error());
      run.outputs().forEach(output -> facts.line("said", output.content()));
      run.deliveries()
          .forEach(delivery -> facts.painted("delivery", DeliveryText.brief(delivery, paint())));
      run.pendingApprovals()
          .forEach(
              approval ->
                  facts.painted(
                      "approval",
                      Visible.line(approval.id()) + "  " + GateText.brief(approval, 80)));
      run.pendingQuestions()
          .forEach(
              question ->
                  facts.painted(
                      "question",
                      Visible.line(question.id()) + "  " + GateText.brief(question, 80)));
      return ExitCode.OK;
    }
  }

  @Command(
      name = "events",
      description = "Prints the events of a run so far, the oldest first.",
      footer = "  holdpoint runs events run_01M7EP4AKH0000F3ZBANCQVE8E")
  static final class RunsEvents extends DaemonCommand {
    @Parameters(paramLabel = "RUN", description = "the run's id")
    private String runId;

    @Override
    protected int run(HoldpointClient client) throws CallFailed {
      List<RunEventEntry> events = client.runs().events(runId);
      if (json()) {
        printJson(events);
      } else {
        EventText text = new EventText(out(), paint());
        events.forEach(text::print);
      }
      return ExitCode.OK;
    }
  }

  @Command(
      name = "actions",
      description = "Lists the external actions of a run and who allowed them, the oldest first.",
      footer = "  holdpoint runs actions run_01M7EP4AKH0000F3ZBANCQVE8E")
  static final class RunsActions extends ListCommand<ExternalActionView> {
    @Parameters(paramLabel = "RUN", description = "the run's id")
    private String runId;

    @Override
    protected Page<ExternalActionView> page(HoldpointClient client, PageRequest wish)
        throws CallFailed {
      return client.runs().actions(runId, wish);
    }

    @Override
    protected Table table(List<ExternalActionView> rows) {
      Table table = new Table("N", "TIME", "PHASE", "KIND", "TARGET", "BY", "OUTCOME");
      for (ExternalActionView row : rows) {
        table.row(
            Integer.toString(row.sequence()),
            Times.at(row.timestampMs()),
            row.phase(),
            row.kind(),
            row.target(),
            row.principalId(),
            Objects.requireNonNullElse(row.outcome(), ""));
      }
      return table;
    }

    @Override
    protected String nothing() {
      return "The run has no external actions.";
    }
  }

  @Command(
      name = "wait",
      description = {
        "Waits until a run has ended, also across restarts of the daemon.",
        "Exit code: 0 the run completed, 1 it ended otherwise, 7 the time of --timeout is over."
      },
      footer = {
        "  holdpoint runs wait run_01M7EP4AKH0000F3ZBANCQVE8E && echo done",
        "  holdpoint runs wait run_01M7EP4AKH0000F3ZBANCQVE8E --timeout 10m --or-waiting"
      })
  static final class RunsWait extends DaemonCommand {
    @Parameters(paramLabel = "RUN", description = "the run's id")
    private String runId;

    @Option(
        names = "--timeout",
        paramLabel = "TIME",
        converter = Spans.class,
        description = "maximum time to wait: 45s, 90m, 12h")
    private @Nullable Duration timeout;

    @Option(names = "--or-waiting", description = "also return when the run waits for a person")
    private boolean orWaiting;

    @Override
    protected int run(HoldpointClient client) throws CallFailed {
      RunWatch.Until until = orWaiting ? RunWatch.Until.ENDED_OR_WAITING : RunWatch.Until.ENDED;
      RunView run = RunWatch.await(client, runId, until, timeout);
      if (json()) {
        printJson(run);
      } else {
        out().println(RunText.outcome(run, paint()));
      }
      boolean there = RunText.ended(run.status()) || (orWaiting && RunText.waits(run.status()));
      return there ? RunText.exitCode(run.status()) : ExitCode.RETRY_LATER;
    }
  }

  @Command(
      name = "watch",
      description = {
        "Prints the events of a run, from its beginning until its end.",
        "After a lost connection it reconnects and continues after the last "
            + "event that was shown.",
        "Exit code: 0 the run completed, 1 it ended otherwise."
      },
      footer = {
        "  holdpoint runs watch run_01M7EP4AKH0000F3ZBANCQVE8E",
        "  holdpoint runs watch run_01M7EP4AKH0000F3ZBANCQVE8E --json | jq ."
      })
  static final class RunsWatch extends DaemonCommand {
    @Parameters(paramLabel = "RUN", description = "the run's id")
    private String runId;

    @Option(names = "--since", paramLabel = "EVENT", description = "only events after this one")
    private @Nullable String since;

    @Override
    protected int run(HoldpointClient client) throws CallFailed {
      RunView before = client.runs().find(runId);
      if (since != null && RunText.ended(before.status()) && isPast(client)) {
        return RunText.exitCode(before.status());
      }
      try (EventStream stream = client.events().ofRun(runId, since == null ? "0" : since)) {
        new StreamFollower(out(), err(), paint(), json(), RunWatch::isEnd).follow(stream);
      }
      return RunText.exitCode(client.runs().find(runId).status());
    }

    /**
     * A run that ended before the event: nothing of it will come, and nobody should wait for it.
     */
    private boolean isPast(HoldpointClient client) throws CallFailed {
      List<RunEventEntry> events = client.runs().events(runId);
      return since != null
          && since.matches("[0-9]{1,18}")
          && !events.isEmpty()
          && Long.parseLong(events.getLast().eventId()) <= Long.parseLong(since);
    }
  }

  @Command(
      name = "cancel",
      description = "Cancels a run. A cancelled run stays cancelled.",
      footer = "  holdpoint runs cancel run_01M7EP4AKH0000F3ZBANCQVE8E")
  static final class RunsCancel extends DaemonCommand {
    @Parameters(paramLabel = "RUN", description = "the run's id")
    private String runId;

    @Override
    protected int run(HoldpointClient client) throws CallFailed {
      RunView run = client.runs().cancel(runId);
      if (json()) {
        printJson(run);
      } else {
        out().println(RunText.outcome(run, paint()));
      }
      return ExitCode.OK;
    }
  }

  /** Where a run stands, as on the wire. */
  static final class StatusNames implements ITypeConverter<RunStatus>, Iterable<String> {
    @Override
    public RunStatus convert(String text) {
      return Arrays.stream(RunStatus.values())
          .filter(status -> Wire.name(status).equals(text))
          .findFirst()
          .orElseThrow(
              () ->
                  new TypeConversionException(
                      "'" + text + "' is not a status of a run; use " + String.join(", ", this)));
    }

    @Override
    public Iterator<String> iterator() {
      return Arrays.stream(RunStatus.values()).map(Wire::name).iterator();
    }
  }
}

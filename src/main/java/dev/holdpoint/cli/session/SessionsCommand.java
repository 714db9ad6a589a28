package dev.holdpoint.cli.session;

import dev.holdpoint.api.json.Wire;
import dev.holdpoint.api.page.PageBodies.Page;
import dev.holdpoint.api.session.SessionBodies.CreateSessionRequest;
import dev.holdpoint.api.session.SessionBodies.InterruptResult;
import dev.holdpoint.api.session.SessionBodies.SessionEventLogView;
import dev.holdpoint.api.session.SessionBodies.SessionRow;
import dev.holdpoint.api.session.SessionBodies.SessionView;
import dev.holdpoint.cli.CommandGroup;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.EventText;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.ListCommand;
import dev.holdpoint.cli.RunText;
import dev.holdpoint.cli.StreamFollower;
import dev.holdpoint.cli.Table;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.cli.session.SessionDefaultsCommands.SessionsCredentials;
import dev.holdpoint.cli.session.SessionDefaultsCommands.SessionsPersona;
import dev.holdpoint.cli.session.SessionDefaultsCommands.SessionsReplyTo;
import dev.holdpoint.cli.session.SessionDefaultsCommands.SessionsRoute;
import dev.holdpoint.cli.session.SessionDefaultsCommands.SessionsScope;
import dev.holdpoint.cli.session.SessionsCommand.SessionsCreate;
import dev.holdpoint.cli.session.SessionsCommand.SessionsEnd;
import dev.holdpoint.cli.session.SessionsCommand.SessionsEvents;
import dev.holdpoint.cli.session.SessionsCommand.SessionsGet;
import dev.holdpoint.cli.session.SessionsCommand.SessionsInterrupt;
import dev.holdpoint.cli.session.SessionsCommand.SessionsList;
import dev.holdpoint.cli.session.SessionsCommand.SessionsRemove;
import dev.holdpoint.cli.session.SessionsCommand.SessionsWatch;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.PageRequest;
import dev.holdpoint.client.stream.EventStream;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code holdpoint sessions}. */
@Command(
    name = "sessions",
    description = "Sessions: containers whose runs are done one after another.",
    subcommands = {
      SessionsList.class,
      SessionsCreate.class,
      SessionsGet.class,
      SessionsEvents.class,
      SessionsWatch.class,
      SessionsSend.class,
      SessionsShare.class,
      SessionsPersona.class,
      SessionsRoute.class,
      SessionsScope.class,
      SessionsCredentials.class,
      SessionsReplyTo.class,
      SessionsInterrupt.class,
      SessionsEnd.class,
      SessionsRemove.class
    },
    footer = {
      "  holdpoint sessions create deploys",
      "  holdpoint sessions send deploys 'Roll out 1.4' --wait",
      "  holdpoint sessions watch deploys",
      "",
      ExitCode.TABLE
    })
public final class SessionsCommand extends CommandGroup {
  @Command(
      name = "create",
      description = "Creates a session, or returns the existing one with this name.",
      footer = {
        "  holdpoint sessions create deploys",
        "  holdpoint sessions create                 with a generated name"
      })
  static final class SessionsCreate extends DaemonCommand {
    @Parameters(arity = "0..1", paramLabel = "SESSION", description = "name of the session")
    private @Nullable String sessionId;

    @Option(names = "--thread-id", paramLabel = "ID", description = "id of the provider's thread")
    private @Nullable String threadId;

    @Option(names = "--persona", paramLabel = "ID", description = "persona of the agent")
    private @Nullable String persona;

    @Option(
        names = "--tenant-id",
        paramLabel = "ID",
        description = "tenant of the session (admins only)")
    private @Nullable String tenantId;

    @Override
    protected int run(HoldpointClient client) throws CallFailed {
      SessionView session =
          client
              .sessions()
              .create(new CreateSessionRequest(sessionId, threadId, persona, null, null, tenantId));
      if (json()) {
        printJson(session);
      } else {
        // The name and nothing else, so that a script can take it.
        out().println(Visible.line(session.sessionId()));
      }
      return ExitCode.OK;
    }
  }

  @Command(
      name = "list",
      description = "Lists sessions, the newest first.",
      footer = {"  holdpoint sessions list", "  holdpoint sessions list --all --json"})
  static final class SessionsList extends ListCommand<SessionRow> {
    @Option(names = "--persona", paramLabel = "ID", description = "only sessions of this persona")
    private @Nullable String persona;

    @Option(
        names = "--binding-key",
        paramLabel = "KEY",
        description = "only the session with this binding key")
    private @Nullable String bindingKey;

    @Override
    protected Page<SessionRow> page(HoldpointClient client, PageRequest wish) throws CallFailed {
      return client.sessions().page(persona, bindingKey, wish);
    }

    @Override
    protected Table table(List<SessionRow> rows) {
      Table table = new Table("SESSION", "STATUS", "APPROVALS", "QUESTIONS");
      for (SessionRow row : rows) {
        table.row(
            row.sessionId(),
            Wire.name(row.status()).replace('_', ' '),
            Integer.toString(row.pendingApprovals()),
            Integer.toString(row.pendingQuestions()));
      }
      return table;
    }

    @Override
    protected String nothing() {
      return "No sessions. Create one with: holdpoint sessions create NAME";
    }
  }

  @Command(
      name = "get",
      aliases = "show",
      description = "Shows the state of a session, its last output and its pending requests.",
      footer = "  holdpoint sessions get deploys")
  static final class SessionsGet extends DaemonCommand {
    @Parameters(paramLabel = "SESSION", description = "the session's name")
    private String sessionId;

    @Override
    protected int run(HoldpointClient client) throws CallFailed {
      SessionView session = client.sessions().find(sessionId);
      if (json()) {
        printJson(session);
      } else {
        SessionText.print(session, out(), paint());
      }
      return ExitCode.OK;
    }
  }

  @Command(
      name = "events",
      description = "Prints the events of a session so far, the oldest first.",
      footer = {
        "  holdpoint sessions events deploys",
        "  holdpoint sessions events deploys --json"
      })
  static final class SessionsEvents extends DaemonCommand {
    @Parameters(paramLabel = "SESSION", description = "the session's name")
    private String sessionId;

    @Override
    protected int run(HoldpointClient client) throws CallFailed {
      SessionEventLogView log = client.sessions().events(sessionId);
      if (json()) {
        printJson(log);
      } else {
        EventText text = new EventText(out(), paint());
        log.runEvents().forEach(text::print);
      }
      return ExitCode.OK;
    }
  }

  @Command(
      name = "watch",
      description = {
        "Prints the events of a session as they happen, until Ctrl-C.",
        "After a lost connection it reconnects and continues after the last "
            + "event that was shown."
      },
      footer = {
        "  holdpoint sessions watch deploys",
        "  holdpoint sessions watch deploys --since 0        from the beginning",
        "  holdpoint sessions watch deploys --json | jq .    one object a line"
      })
  static final class SessionsWatch extends DaemonCommand {
    @Parameters(paramLabel = "SESSION", description = "the session's name")
    private String sessionId;

    @Option(
        names = "--since",
        paramLabel = "EVENT",
        description = "begin after this event; 0 begins with the oldest")
    private @Nullable String since;

    @Override
    protected int run(HoldpointClient client) throws CallFailed {
      try (EventStream stream = client.events().ofSession(sessionId, since)) {
        new StreamFollower(out(), err(), paint(), json(), _ -> false).follow(stream);
      }
      return ExitCode.OK;
    }
  }

  @Command(
      name = "interrupt",
      description = "Interrupts the current run of a session; queued runs stay queued.",
      footer = "  holdpoint sessions interrupt deploys")
  static final class SessionsInterrupt extends DaemonCommand {
    @Parameters(paramLabel = "SESSION", description = "the session's name")
    private String sessionId;

    @Override
    protected int run(HoldpointClient client) throws CallFailed {
      InterruptResult result = client.sessions().interrupt(sessionId);
      if (json()) {
        printJson(result);
      } else {
        out()
            .println(
                Visible.line(sessionId)
                    + (result.interrupted() ? " was interrupted" : " had nothing to interrupt")
                    + "; it is "
                    + RunText.status(result.snapshot().status(), paint()));
      }
      return ExitCode.OK;
    }
  }

  @Command(
      name = "end",
      description = {
        "Ends a session: it accepts no more work, and its history can still be read.",
        "The session must be idle; interrupt it first if it is not."
      },
      footer = "  holdpoint sessions end deploys --reason 'the release is out'")
  static final class SessionsEnd extends DaemonCommand {
    @Parameters(paramLabel = "SESSION", description = "the session's name")
    private String sessionId;

    @Option(names = "--reason", paramLabel = "TEXT", description = "reason, shown with the session")
    private @Nullable String reason;

    @Override
    protected int run(HoldpointClient client) throws CallFailed {
      SessionView session = client.sessions().end(sessionId, reason);
      if (json()) {
        printJson(session);
      } else {
        out()
            .println(
                Visible.line(session.sessionId())
                    + " is "
                    + RunText.status(session.snapshot().status(), paint()));
      }
      return ExitCode.OK;
    }
  }

  @Command(
      name = "remove",
      description = {
        "Removes a session that has ended, with its runs, events and workspace.",
        "This cannot be undone."
      },
      footer = "  holdpoint sessions end deploys && holdpoint sessions remove deploys")
  static final class SessionsRemove extends DaemonCommand {
    @Parameters(paramLabel = "SESSION", description = "the session's name")
    private String sessionId;

    @Override
    protected int run(HoldpointClient client) throws CallFailed {
      client.sessions().remove(sessionId);
      if (json()) {
        printJson(Map.of("session_id", sessionId, "removed", true));
      } else {
        out().println(Visible.line(sessionId) + " is removed");
      }
      return ExitCode.OK;
    }
  }
}

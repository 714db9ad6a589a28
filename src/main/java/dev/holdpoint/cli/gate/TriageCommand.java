package dev.holdpoint.cli.gate;

import dev.holdpoint.api.gate.TriageBodies.TriageAction;
import dev.holdpoint.api.gate.TriageBodies.TriageRequest;
import dev.holdpoint.api.gate.TriageBodies.TriageView;
import dev.holdpoint.cli.CommandGroup;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.Facts;
import dev.holdpoint.cli.Spans;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code holdpoint triage}. */
@Command(
    name = "triage",
    description = "What people do about a request without deciding it.",
    subcommands = {
      TriageCommand.Seen.class,
      TriageCommand.Claim.class,
      TriageCommand.Release.class,
      TriageCommand.Assign.class,
      TriageCommand.Snooze.class,
      TriageCommand.Wake.class,
      TriageCommand.Comment.class,
      TriageCommand.Watch.class,
      TriageCommand.Unwatch.class,
      TriageCommand.Extend.class,
      TriageCommand.Log.class
    },
    footer = {
      "  holdpoint triage claim apr_01M7EP4BTA0000D5JFGYZTA0B9",
      "  holdpoint triage comment qst_01M7EP4BTA0000D5JFGYZTA0B9 'I ask the database team.'",
      "  holdpoint triage log apr_01M7EP4BTA0000D5JFGYZTA0B9",
      "",
      ExitCode.TABLE
    })
public final class TriageCommand extends CommandGroup {
  /** One action, and what people did about the request afterwards. */
  abstract static class Action extends DaemonCommand {
    @Parameters(paramLabel = "ID", description = "the id of the approval or the question")
    private String requestId;

    abstract TriageRequest request();

    @Override
    protected int run(HoldpointClient client) throws CallFailed {
      show(this, client.triage().act(requestId, request()));
      return ExitCode.OK;
    }

    static TriageRequest plain(TriageAction action) {
      return TriageRequest.of(action);
    }

    static @Nullable Long ms(@Nullable Duration time) {
      return time == null ? null : time.toMillis();
    }
  }

  private static void show(DaemonCommand command, TriageView view) {
    if (command.json()) {
      command.printJson(view);
    } else {
      TriageText.print(
          view, new Facts(command.out(), command.paint()).line("request", view.requestId()));
    }
  }

  @Command(
      name = "seen",
      description = "Says that you have looked at a request.",
      footer = "  holdpoint triage seen apr_01M7EP4BTA0000D5JFGYZTA0B9")
  static final class Seen extends Action {
    @Override
    TriageRequest request() {
      return plain(TriageAction.SEEN);
    }
  }

  @Command(
      name = "claim",
      description = {
        "Says that you take care of a request, for a time; again to renew it.",
        "A claim keeps nobody from deciding."
      },
      footer = "  holdpoint triage claim apr_01M7EP4BTA0000D5JFGYZTA0B9 --for 30m")
  static final class Claim extends Action {
    @Option(
        names = "--for",
        paramLabel = "TIME",
        converter = Spans.class,
        description = "how long, 1m to 24h")
    private @Nullable Duration time;

    @Option(names = "--take-over", description = "also if another person has claimed it")
    private boolean takeOver;

    @Override
    TriageRequest request() {
      return new TriageRequest(
          TriageAction.CLAIM, ms(time), takeOver ? true : null, null, null, null, null);
    }
  }

  @Command(
      name = "release",
      description = "Ends your claim; an admin ends that of anybody.",
      footer = "  holdpoint triage release apr_01M7EP4BTA0000D5JFGYZTA0B9")
  static final class Release extends Action {
    @Override
    TriageRequest request() {
      return plain(TriageAction.RELEASE);
    }
  }

  @Command(
      name = "assign",
      description = "Claims a request for another person, who must be able to decide it.",
      footer = "  holdpoint triage assign apr_01M7EP4BTA0000D5JFGYZTA0B9 ana")
  static final class Assign extends Action {
    @Parameters(index = "1", paramLabel = "PERSON", description = "the person")
    private String to;

    @Option(
        names = "--for",
        paramLabel = "TIME",
        converter = Spans.class,
        description = "how long (default: 24h)")
    private @Nullable Duration time;

    @Override
    TriageRequest request() {
      return new TriageRequest(TriageAction.ASSIGN, ms(time), null, to, null, null, null);
    }
  }

  @Command(
      name = "snooze",
      description = "Hides a request from your own list for a time.",
      footer = "  holdpoint triage snooze apr_01M7EP4BTA0000D5JFGYZTA0B9 1h")
  static final class Snooze extends Action {
    @Parameters(
        index = "1",
        paramLabel = "TIME",
        converter = Spans.class,
        description = "how long, such as 1h")
    private Duration time;

    @Override
    TriageRequest request() {
      return new TriageRequest(
          TriageAction.SNOOZE,
          null,
          null,
          null,
          System.currentTimeMillis() + time.toMillis(),
          null,
          null);
    }
  }

  @Command(
      name = "wake",
      description = "Ends your snooze.",
      footer = "  holdpoint triage wake apr_01M7EP4BTA0000D5JFGYZTA0B9")
  static final class Wake extends Action {
    @Override
    TriageRequest request() {
      return plain(TriageAction.WAKE);
    }
  }

  @Command(
      name = "comment",
      description = "Says something to the other people. No agent reads it.",
      footer = "  holdpoint triage comment apr_01M7EP4BTA0000D5JFGYZTA0B9 'Wait for the freeze.'")
  static final class Comment extends Action {
    @Parameters(index = "1", paramLabel = "TEXT", description = "1 to 4000 characters")
    private String text;

    @Option(
        names = "--idempotency-key",
        paramLabel = "KEY",
        description = "the same key stores the comment once")
    private @Nullable String key;

    @Override
    TriageRequest request() {
      return new TriageRequest(TriageAction.COMMENT, null, null, null, null, text, key);
    }
  }

  @Command(
      name = "watch",
      description = "Sends notifications for you when it is decided.",
      footer = "  holdpoint triage watch apr_01M7EP4BTA0000D5JFGYZTA0B9")
  static final class Watch extends Action {
    @Override
    TriageRequest request() {
      return plain(TriageAction.WATCH);
    }
  }

  @Command(
      name = "unwatch",
      description = "Ends watching.",
      footer = "  holdpoint triage unwatch apr_01M7EP4BTA0000D5JFGYZTA0B9")
  static final class Unwatch extends Action {
    @Override
    TriageRequest request() {
      return plain(TriageAction.UNWATCH);
    }
  }

  @Command(
      name = "extend",
      description = "Moves the deadline, if the asker did not set it.",
      footer = "  holdpoint triage extend apr_01M7EP4BTA0000D5JFGYZTA0B9 2h")
  static final class Extend extends Action {
    @Parameters(
        index = "1",
        paramLabel = "TIME",
        converter = Spans.class,
        description = "how much later, such as 2h")
    private Duration time;

    @Override
    TriageRequest request() {
      return new TriageRequest(TriageAction.EXTEND, time.toMillis(), null, null, null, null, null);
    }
  }

  @Command(
      name = "log",
      description = "Shows what people did about a request.",
      footer = "  holdpoint triage log apr_01M7EP4BTA0000D5JFGYZTA0B9 --json")
  static final class Log extends DaemonCommand {
    @Parameters(paramLabel = "ID", description = "the id of the approval or the question")
    private String requestId;

    @Override
    protected int run(HoldpointClient client) throws CallFailed {
      show(this, client.triage().whole(requestId));
      return ExitCode.OK;
    }
  }
}

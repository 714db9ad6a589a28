package dev.holdpoint.cli.agent;

import dev.holdpoint.api.agent.AgentBodies.AgentTestView;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.Spans;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code holdpoint agents test}. */
@Command(
    name = "test",
    description = {
      "Tests whether an agent of the daemon asks before it acts: it is asked to create a file in "
          + "a temporary folder, and what it asks is denied.",
      "This calls the agent's model. It leaves no run, and nothing shows up in an inbox. The exit "
          + "code is 0 if the agent asks, else 1."
    },
    footer = {
      "  holdpoint agents test codex",
      "  holdpoint agents test gemini --timeout 2m --json",
      "",
      ExitCode.TABLE
    })
final class AgentsTestCommand extends DaemonCommand {
  private static final Duration LEAST = Duration.ofSeconds(1);
  private static final Duration MOST = Duration.ofMinutes(10);

  @Parameters(paramLabel = "NAME", description = "name of the agent in the configuration")
  private String agent;

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      converter = Spans.class,
      description = "how long the agent may take: 1s to 10m (default: 60s)")
  private Duration timeout = Duration.ofSeconds(60);

  @Override
  protected int run(HoldpointClient client) throws CallFailed {
    if (timeout.compareTo(LEAST) < 0 || timeout.compareTo(MOST) > 0) {
      throw usage("--timeout must be between 1s and 10m");
    }
    AgentTestView tested = client.testAgent(agent, Math.toIntExact(timeout.toMillis()));
    if (json()) {
      printJson(tested);
    } else {
      out().println(Visible.line(sentence(tested)));
    }
    return tested.outcome().equals("asks") ? ExitCode.OK : ExitCode.FAILED;
  }

  static String sentence(AgentTestView tested) {
    String agent = tested.agent();
    String mode = tested.mode() == null ? "" : " in mode " + tested.mode();
    return switch (tested.outcome()) {
      case "asks" -> agent + " asks" + (mode.isEmpty() ? "" : "," + mode);
      case "acts_unasked" ->
          agent
              + " decides by itself"
              + mode
              + (tested.modes().isEmpty()
                  ? ": change its own settings so that it asks"
                  : ": set agents." + agent + ".mode");
      case "refuses" -> agent + " refuses to act" + mode + ": " + tested.detail();
      case "ends" -> agent + " did nothing and asked nothing" + mode + ": " + said(tested);
      case "silent" -> agent + " does not answer: " + tested.detail();
      default -> agent + " fails: " + tested.detail();
    };
  }

  private static String said(AgentTestView tested) {
    return tested.said() == null ? tested.detail() : "it said: " + tested.said();
  }
}

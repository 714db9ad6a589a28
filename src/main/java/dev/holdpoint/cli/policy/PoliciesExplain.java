package dev.holdpoint.cli.policy;

import dev.holdpoint.api.gate.StandingBodies.MissingView;
import dev.holdpoint.api.gate.StandingBodies.NextView;
import dev.holdpoint.api.gate.StandingBodies.StandingView;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.Facts;
import dev.holdpoint.cli.GateText;
import dev.holdpoint.cli.Times;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code holdpoint policies explain}. */
@Command(
    name = "explain",
    description = "Shows which policy applies to a pending request, its votes and what is missing.",
    footer = {
      "  holdpoint policies explain apr_01M7EP4BTA0000D5JFGYZTA0B9",
      "  holdpoint policies explain qst_01M7EP4BTA0000D5JFGYZTA0B9 --json"
    })
final class PoliciesExplain extends DaemonCommand {
  private static final String QUESTION = "qst_";

  @Parameters(paramLabel = "ID", description = "of an approval or a question")
  private String id = "";

  @Override
  protected int run(HoldpointClient client) throws CallFailed {
    StandingView standing =
        id.startsWith(QUESTION)
            ? client.questions().find(id).request().standing()
            : client.approvals().find(id).request().standing();
    if (json()) {
      printJson(standing == null ? Map.of() : standing);
    } else if (standing == null) {
      out().println("One click of anyone who may decide is enough, or the request has ended.");
      out().flush();
    } else {
      Facts facts = new Facts(out(), paint()).line("request", id);
      GateText.standing(facts, standing);
      missing(standing).forEach(line -> facts.line("missing", line));
      facts.line("next", next(standing.next()));
    }
    return ExitCode.OK;
  }

  /** The alternatives, each with the people who may still say yes. */
  private static List<String> missing(StandingView standing) {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < standing.missing().size(); i++) {
      for (MissingView one : standing.missing().get(i)) {
        String more = one.more() == 0 ? "" : " and %d more".formatted(one.more());
        lines.add(
            (i == 0 ? "" : "or ")
                + "%d of %s: %s%s"
                    .formatted(one.count(), one.of(), String.join(", ", one.people()), more));
      }
    }
    return lines;
  }

  private static @Nullable String next(@Nullable NextView next) {
    if (next == null) {
      return null;
    }
    String at = Times.at(next.atMs());
    return switch (next.what()) {
      case "stage" -> "goes to " + next.to() + ", " + at;
      case "extend" -> "gets more time, " + at;
      default -> "ends, " + at;
    };
  }
}

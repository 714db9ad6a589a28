package dev.holdpoint.cli.daemon;

import dev.holdpoint.api.policy.PolicyBodies.PolicyView;
import dev.holdpoint.api.stats.StatsBodies.DecisionNumbers;
import dev.holdpoint.api.stats.StatsBodies.DecisionStatsView;
import dev.holdpoint.api.stats.StatsBodies.Times;
import dev.holdpoint.cli.DaemonFlags;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.ListFlags;
import dev.holdpoint.cli.Paint;
import dev.holdpoint.cli.Spans;
import dev.holdpoint.cli.Table;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.StatsClient;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.ClientJson;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code holdpoint stats}. */
@Command(
    name = "stats",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Shows how requests were decided: outcomes, by whom, and how long it took.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  holdpoint stats",
      "  holdpoint stats --since 30d --by person",
      "  holdpoint stats --by tool --kind approval --json",
      "",
      ExitCode.TABLE
    })
public final class StatsCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private DaemonFlags daemon;

  @Option(
      names = "--since",
      paramLabel = "SPAN",
      defaultValue = "7d",
      converter = Spans.class,
      description = "how far back, at most 400d (default: 7d)")
  private Duration since = Duration.ofDays(7);

  @Option(
      names = "--by",
      paramLabel = "WHAT",
      description = "group by tool, session, group, person, policy or outcome")
  private @Nullable String by;

  @Option(names = "--kind", paramLabel = "KIND", description = "only approval, or only question")
  private @Nullable String kind;

  @Option(names = "--session", paramLabel = "ID", description = "only requests of this session")
  private @Nullable String session;

  @Option(names = "--tenant", paramLabel = "ID", description = "only requests of this tenant")
  private @Nullable String tenant;

  @Option(names = "--tool", paramLabel = "NAME", description = "only requests of this tool")
  private @Nullable String tool;

  @Option(
      names = "--time-zone",
      paramLabel = "ZONE",
      description = "the time zone whose days are counted (default: UTC)")
  private @Nullable String zone;

  @Option(names = "--json", description = "print JSON")
  private boolean json;

  @Override
  public Integer call() throws Exception {
    HoldpointClient client = daemon.client();
    DecisionStatsView stats =
        client
            .stats()
            .decisions(
                new StatsClient.Filter(
                    System.currentTimeMillis() - since.toMillis(),
                    null,
                    by,
                    kind,
                    tenant,
                    session,
                    tool,
                    zone));
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(ClientJson.pretty(stats));
    } else {
      print(stats, by, "policy".equals(by) ? policies(client) : Map.of(), out, Paint.ofProcess());
    }
    out.flush();
    return ExitCode.OK;
  }

  /** The names of the policies that there are, by their ids; a removed one has none. */
  private static Map<String, String> policies(HoldpointClient client) throws CallFailed {
    return ListFlags.everything(wish -> client.policies().page(wish)).stream()
        .collect(Collectors.toMap(PolicyView::policyId, PolicyView::name));
  }

  /**
   * @param names what the keys of groups stand for, where they are ids
   */
  static void print(
      DecisionStatsView stats,
      @Nullable String by,
      Map<String, String> names,
      PrintWriter out,
      Paint paint) {
    out.println(
        "%s to %s, counted up to %s"
            .formatted(
                dev.holdpoint.cli.Times.at(stats.fromMs()),
                dev.holdpoint.cli.Times.at(stats.toMs()),
                dev.holdpoint.cli.Times.at(stats.asOfMs())));
    if (stats.truncated()) {
      out.println(paint.yellow("The oldest decisions are missing: ask for a shorter period."));
    }
    DecisionNumbers totals = stats.totals();
    if (totals.decided() == 0) {
      out.println("Nothing was decided.");
      return;
    }
    out.println("outcomes: " + outcomes(totals));
    out.println();
    Table table = table(by == null ? "DAY" : by.toUpperCase(Locale.ROOT));
    for (DecisionNumbers each : by == null ? stats.days() : stats.groups()) {
      String name = name(each);
      row(table, Visible.line(names.getOrDefault(name, name)), each);
    }
    row(table, "all", totals);
    table.print(out, paint);
  }

  private static Table table(String first) {
    return new Table(
        first,
        "DECIDED",
        "PEOPLE",
        "RULES",
        "DEADLINE",
        "ESCALATED",
        "RUBBER STAMPS",
        "LATE",
        "SEEN P50",
        "P90",
        "DECIDED P50",
        "P90",
        "P99");
  }

  private static String name(DecisionNumbers each) {
    String day = each.day();
    String key = each.key();
    return day != null ? day : key == null ? "(none)" : key;
  }

  private static void row(Table table, String name, DecisionNumbers it) {
    table.row(
        name,
        Long.toString(it.decided()),
        Long.toString(it.byPerson()),
        Long.toString(it.byRule()),
        Long.toString(it.byDeadline()),
        Long.toString(it.escalated()),
        Long.toString(it.rubberStamps()),
        Long.toString(it.lateAnswers()),
        span(it.seenMs(), it.seenMs().p50()),
        span(it.seenMs(), it.seenMs().p90()),
        span(it.decisionMs(), it.decisionMs().p50()),
        span(it.decisionMs(), it.decisionMs().p90()),
        span(it.decisionMs(), it.decisionMs().p99()));
  }

  private static String span(Times of, long ms) {
    if (of.count() == 0) {
      return "-";
    }
    return ms < 1_000 ? ms + "ms" : dev.holdpoint.cli.Times.span(Duration.ofMillis(ms));
  }

  private static String outcomes(DecisionNumbers it) {
    Map<String, Long> counts = new LinkedHashMap<>();
    counts.put("allowed", it.allowed());
    counts.put("denied", it.denied());
    counts.put("changes requested", it.changesRequested());
    counts.put("asked back", it.askedBack());
    counts.put("responded", it.responded());
    counts.put("answered", it.answered());
    counts.put("declined", it.declined());
    counts.put("expired", it.expired());
    counts.put("withdrawn", it.withdrawn());
    counts.put("cancelled", it.cancelled());
    counts.put("superseded", it.superseded());
    return counts.entrySet().stream()
        .filter(each -> each.getValue() > 0)
        .map(each -> each.getValue() + " " + each.getKey())
        .collect(Collectors.joining(", "));
  }
}

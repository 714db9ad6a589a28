package dev.holdpoint.cli.daemon;

import dev.holdpoint.api.daemon.DaemonBodies.StatusView;
import dev.holdpoint.api.json.Wire;
import dev.holdpoint.cli.DaemonFlags;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.Paint;
import dev.holdpoint.cli.Times;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.ClientJson;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code holdpoint status}. */
@Command(
    name = "status",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Shows the state of a daemon: its runs and its pending requests.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  holdpoint status",
      "  holdpoint status --url http://127.0.0.1:4800 --json",
      "",
      ExitCode.TABLE
    })
public final class StatusCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private DaemonFlags daemon;

  @Option(names = "--json", description = "print JSON")
  private boolean json;

  @Override
  public Integer call() throws Exception {
    HoldpointClient client = daemon.client();
    StatusView status = client.status();
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(ClientJson.pretty(status));
    } else {
      print(status, client.daemon().url().toString(), out, Paint.ofProcess());
    }
    out.flush();
    return ExitCode.OK;
  }

  private static void print(StatusView status, String url, PrintWriter out, Paint paint) {
    long nowMs = System.currentTimeMillis();
    String phase = Wire.name(status.status());
    boolean well = status.status() == StatusView.Phase.READY && status.health().ok();
    out.println(
        "holdpoint %s at %s: %s, up %s"
            .formatted(
                Visible.line(status.version()),
                url,
                well ? paint.green(phase) : paint.yellow(phase),
                Times.span(Duration.ofMillis(Math.max(0, nowMs - status.startedAtMs())))));
    StatusView.Runs runs = status.runs();
    line(out, "waiting", waiting(runs));
    line(
        out,
        "runs",
        "%d running, %d queued; ended: %d completed, %d failed, %d interrupted, %d cancelled"
            .formatted(
                runs.running(),
                runs.queued(),
                runs.completed(),
                runs.failed(),
                runs.interrupted(),
                runs.cancelled()));
    StatusView.Delivery delivery = status.delivery();
    line(
        out,
        "deliveries",
        "%d pending, %d retrying, %d failed"
            .formatted(delivery.pending(), delivery.retrying(), delivery.deadLettered()));
    line(out, "streams", status.streams().open() + " open");
    line(
        out,
        "storage",
        Visible.line(status.storage().kind())
            + (status.storage().ok() ? ", ok" : paint.red(", not writable")));
    StatusView.Cluster cluster = status.cluster();
    if (cluster != null) {
      line(out, "node", node(cluster));
    }
    for (StatusView.Warning warning : status.health().warnings()) {
      line(out, "warning", paint.yellow(Visible.line(warning.message())));
    }
  }

  private static String waiting(StatusView.Runs runs) {
    String gates =
        Times.count(runs.pendingApprovalCount(), "approval")
            + ", "
            + Times.count(runs.pendingQuestionCount(), "question");
    Long oldest = runs.oldestPendingMs();
    return oldest == null
        ? gates
        : gates + "; the oldest for " + Times.span(Duration.ofMillis(oldest));
  }

  private static String node(StatusView.Cluster cluster) {
    StatusView.Member node = cluster.node();
    return (node == null ? "none" : Visible.line(node.name()))
        + (cluster.draining() ? ", draining" : "")
        + "; "
        + Times.count(cluster.nodesLive(), "node")
        + " live";
  }

  private static void line(PrintWriter out, String name, String text) {
    out.println("  " + name + " ".repeat(12 - name.length()) + text);
  }
}

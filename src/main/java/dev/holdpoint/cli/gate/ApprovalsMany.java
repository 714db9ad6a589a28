package dev.holdpoint.cli.gate;

import dev.holdpoint.api.gate.ApprovalBodies.ApprovalDecision;
import dev.holdpoint.api.gate.ApprovalBodies.ApprovalResolution;
import dev.holdpoint.api.gate.ApprovalBodies.ApprovalRow;
import dev.holdpoint.api.gate.ManyBodies.ManyMode;
import dev.holdpoint.api.gate.ManyBodies.ManyResolutionsRequest;
import dev.holdpoint.api.gate.ManyBodies.ManyResolved;
import dev.holdpoint.api.gate.ManyBodies.OneResult;
import dev.holdpoint.api.json.InvalidBody;
import dev.holdpoint.api.json.Wire;
import dev.holdpoint.api.json.WireJson;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.GateText;
import dev.holdpoint.cli.StandardInput;
import dev.holdpoint.cli.Table;
import dev.holdpoint.cli.Times;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Commands about several approvals at once. */
final class ApprovalsMany {
  private ApprovalsMany() {}

  @Command(
      name = "decide",
      description = {
        "Decides approvals of any runs, one decision in each line.",
        "Each line is a resolution as the API takes it; allow needs expected_digest.",
        "Without --all-or-nothing each is decided by itself. The exit code says why decisions were"
            + " refused;",
        "it is 1 if they were refused for several reasons."
      },
      footer = {
        "  echo '{\"request_id\":\"apr_…\",\"behavior\":\"deny\"}' | holdpoint approvals decide -",
        "  holdpoint approvals decide decisions.ndjson --all-or-nothing"
      })
  static final class Decide extends DaemonCommand {
    @Parameters(paramLabel = "FILE", description = "file with the decisions; - is standard input")
    private String file = "-";

    @Option(names = "--all-or-nothing", description = "decide all of them, or none")
    private boolean together;

    @Option(
        names = "--idempotency-key",
        paramLabel = "KEY",
        description = "makes a retry safe: the same key decides only once")
    private @Nullable String key;

    @Override
    protected int run(HoldpointClient client) throws CallFailed {
      ManyResolved done =
          client
              .approvals()
              .resolveMany(
                  new ManyResolutionsRequest(
                      lines(), together ? ManyMode.ALL : ManyMode.EACH, key));
      if (json()) {
        printJson(done);
      } else {
        done.results().forEach(this::tell);
      }
      return ManyRefusals.exitCode(done.results());
    }

    /** Read as the daemon reads them: a slip must not be sent as a decision without that member. */
    private List<ApprovalResolution> lines() {
      WireJson strictly = new WireJson();
      List<ApprovalResolution> all = new ArrayList<>();
      int number = 0;
      try {
        for (String line : StandardInput.read(file).lines().toList()) {
          number++;
          if (!line.isBlank()) {
            all.add(strictly.read(line.getBytes(StandardCharsets.UTF_8), ApprovalResolution.class));
          }
        }
      } catch (IOException e) {
        throw usage("the decisions cannot be read: " + e.getMessage());
      } catch (InvalidBody e) {
        throw usage(
            "line %d is not a decision: %s"
                .formatted(
                    number,
                    e.faults().stream()
                        .map(
                            fault ->
                                Visible.line((fault.pointer() + " " + fault.message()).strip()))
                        .collect(Collectors.joining("; "))));
      }
      return all;
    }

    private void tell(OneResult result) {
      boolean refused = result.result() == OneResult.Result.REFUSED;
      String word =
          result.outcome() == null ? Wire.name(result.result()) : GateText.past(result.outcome());
      out()
          .println(
              (refused ? paint().red(word) : paint().green(word))
                  + "  "
                  + Visible.line(result.requestId())
                  + (result.problem() == null
                      ? ""
                      : "  " + Visible.line(result.problem().path("detail").asString(""))));
    }
  }

  @Command(
      name = "revisions",
      description = "Lists the revisions of an approval, the first one first.",
      footer = "  holdpoint approvals revisions apr_01M7EP4BTA0000D5JFGYZTA0B9")
  static final class Revisions extends DaemonCommand {
    @Parameters(paramLabel = "APPROVAL", description = "id of any of the revisions")
    private String approvalId = "";

    @Override
    protected int run(HoldpointClient client) throws CallFailed {
      List<ApprovalRow> rows = client.approvals().revisions(approvalId);
      if (json()) {
        printJson(rows);
        return ExitCode.OK;
      }
      long nowMs = System.currentTimeMillis();
      Table table = new Table("REVISION", "APPROVAL", "STATUS", "RAISED", "WORDS");
      for (ApprovalRow row : rows) {
        ApprovalDecision decision = row.resolution();
        String reply = row.request().reply();
        table.row(
            Integer.toString(row.request().revision()),
            row.request().id(),
            decision == null ? Wire.name(row.status()) : GateText.past(decision.outcome()),
            Times.from(nowMs, row.request().createdAtMs()),
            decision != null && decision.reason() != null
                ? decision.reason()
                : reply == null ? "" : reply);
      }
      table.print(out(), paint());
      return ExitCode.OK;
    }
  }
}

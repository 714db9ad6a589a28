package dev.holdpoint.cli.gate;

import dev.holdpoint.api.description.DescriptionBodies.RiskView;
import dev.holdpoint.api.gate.ApprovalBodies.ApprovalBehavior;
import dev.holdpoint.api.gate.ApprovalBodies.ApprovalDecision;
import dev.holdpoint.api.gate.ApprovalBodies.ApprovalGrant;
import dev.holdpoint.api.gate.ApprovalBodies.ApprovalResolution;
import dev.holdpoint.api.gate.ApprovalBodies.ApprovalRow;
import dev.holdpoint.api.json.Wire;
import dev.holdpoint.api.page.PageBodies.Page;
import dev.holdpoint.api.status.GateStatus;
import dev.holdpoint.cli.CommandGroup;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.Facts;
import dev.holdpoint.cli.GateListFlags;
import dev.holdpoint.cli.GateText;
import dev.holdpoint.cli.InboxFlags;
import dev.holdpoint.cli.ListCommand;
import dev.holdpoint.cli.Table;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.cli.gate.ApprovalsCommand.ApprovalsAllow;
import dev.holdpoint.cli.gate.ApprovalsCommand.ApprovalsAllowAll;
import dev.holdpoint.cli.gate.ApprovalsCommand.ApprovalsDeny;
import dev.holdpoint.cli.gate.ApprovalsCommand.ApprovalsDenyAll;
import dev.holdpoint.cli.gate.ApprovalsCommand.ApprovalsGet;
import dev.holdpoint.cli.gate.ApprovalsCommand.ApprovalsList;
import dev.holdpoint.cli.gate.ApprovalsCommand.ApprovalsUndo;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.PageRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code holdpoint approvals}. */
@Command(
    name = "approvals",
    description = "Approvals: calls that wait until a person allows or denies them.",
    subcommands = {
      ApprovalsList.class,
      ApprovalsGet.class,
      ApprovalsRequest.class,
      ApprovalsAllow.class,
      ApprovalsDeny.class,
      ApprovalReplies.RequestChanges.class,
      ApprovalReplies.AskBack.class,
      ApprovalReplies.Respond.class,
      ApprovalsAllowAll.class,
      ApprovalsDenyAll.class,
      ApprovalsUndo.class,
      ApprovalsMany.Decide.class,
      ApprovalsMany.Revisions.class
    },
    footer = {
      "  holdpoint approvals list",
      "  holdpoint approvals allow apr_01M7EP4BTA0000D5JFGYZTA0B9",
      "  holdpoint approvals deny apr_01M7EP4BTA0000D5JFGYZTA0B9 --reason 'not on a Friday'",
      "  holdpoint approvals request deploys --command './deploy 1.4' --reason 'release' &&"
          + " ./deploy 1.4",
      "",
      ExitCode.TABLE
    })
public final class ApprovalsCommand extends CommandGroup {
  @Command(
      name = "allow",
      description = {
        "Allows pending calls, and prints what was allowed.",
        "A call is allowed only if it has not changed since this command read it.",
        "--for also adds a rule for similar calls; 'holdpoint rules' shows it."
      },
      footer = {
        "  holdpoint approvals allow apr_01M7EP4BTA0000D5JFGYZTA0B9",
        "  holdpoint approvals allow apr_01M7EP4BTA0000D5JFGYZTA0B9 --digest 3f1c09aa7d52",
        "  holdpoint approvals allow apr_01M7EP4BTA0000D5JFGYZTA0B9 --input-json"
            + " '{\"command\":\"ls\"}'",
        "  holdpoint approvals allow apr_01M7EP4BTA0000D5JFGYZTA0B9 --for session --pattern 'git"
            + " push *' --expires 8h"
      })
  static final class ApprovalsAllow extends NamedDecision {
    @Mixin private InputFlags input;

    @Mixin private GrantFlags grant;

    private @Nullable JsonNode instead;
    private @Nullable ApprovalGrant granted;

    @Override
    String done() {
      return "allowed";
    }

    @Override
    void check() {
      instead = input.read();
      if (instead != null && !isOne()) {
        throw usage("a changed input can only be used with one approval");
      }
      granted = grant.read();
      if (grant.hasPattern() && !isOne()) {
        throw usage(
            "--pattern must be a pattern key of the approval, and can only be used "
                + "with one approval");
      }
      String lasts = grant.said();
      if (lasts != null) {
        note(lasts);
      }
    }

    @Override
    ApprovalResolution of(ApprovalRow shown) {
      return new ApprovalResolution(
              shown.request().id(),
              ApprovalBehavior.ALLOW,
              instead,
              justification(),
              null,
              shown.request().digest(),
              granted,
              null,
              option(),
              null)
          .ofRevision(shown.request().revision());
    }
  }

  @Command(
      name = "allow-all",
      description = {
        "Allows all pending calls, each by itself.",
        "If one is refused, the others are still decided, and the exit code is not 0."
      },
      footer = {
        "  holdpoint approvals allow-all --session deploys --dry-run",
        "  holdpoint approvals allow-all --session deploys"
      })
  static final class ApprovalsAllowAll extends DecisionOnAll {
    @Override
    String done() {
      return "allowed";
    }

    @Override
    ApprovalResolution of(ApprovalRow shown) {
      return new ApprovalResolution(
              shown.request().id(),
              ApprovalBehavior.ALLOW,
              null,
              justification(),
              null,
              shown.request().digest(),
              null)
          .ofRevision(shown.request().revision());
    }
  }

  @Command(
      name = "deny",
      description =
          "Denies pending calls. The agent receives the reason and continues without them.",
      footer =
          "  holdpoint approvals deny apr_01M7EP4BTA0000D5JFGYZTA0B9 --reason 'not on a Friday'")
  static final class ApprovalsDeny extends NamedDecision {
    @Option(names = "--reason", paramLabel = "TEXT", description = "reason for the agent")
    private @Nullable String reason;

    @Override
    String done() {
      return "denied ";
    }

    @Override
    ApprovalResolution of(ApprovalRow shown) {
      return denial(shown, reason, option());
    }
  }

  @Command(
      name = "undo",
      description = "Takes a decision back that is held (--hold). The request is pending again.",
      footer = "  holdpoint approvals undo apr_01M7EP4BTA0000D5JFGYZTA0B9")
  static final class ApprovalsUndo extends DaemonCommand {
    @Parameters(paramLabel = "APPROVAL", description = "the approval's id")
    private String approvalId;

    @Override
    protected int run(HoldpointClient client) throws CallFailed {
      ApprovalRow row = client.approvals().undo(approvalId);
      if (json()) {
        printJson(row);
      } else {
        out()
            .println(
                paint().yellow("undone ")
                    + "  "
                    + Visible.line(row.request().id())
                    + "  "
                    + GateText.brief(row.request(), 80));
      }
      return ExitCode.OK;
    }
  }

  @Command(
      name = "deny-all",
      description = {
        "Denies all pending calls, each by itself.",
        "If one is refused, the others are still decided, and the exit code is not 0."
      },
      footer = {
        "  holdpoint approvals deny-all --reason 'we are closed for today'",
        "  holdpoint approvals deny-all --session deploys"
      })
  static final class ApprovalsDenyAll extends DecisionOnAll {
    @Option(names = "--reason", paramLabel = "TEXT", description = "reason for the agents")
    private @Nullable String reason;

    @Override
    String done() {
      return "denied ";
    }

    @Override
    ApprovalResolution of(ApprovalRow shown) {
      return denial(shown, reason);
    }
  }

  @Command(
      name = "get",
      aliases = "show",
      description = "Shows one approval in full, and its decision.",
      footer = {
        "  holdpoint approvals get apr_01M7EP4BTA0000D5JFGYZTA0B9",
        "  holdpoint approvals get apr_01M7EP4BTA0000D5JFGYZTA0B9 --json"
      })
  static final class ApprovalsGet extends DaemonCommand {
    @Parameters(paramLabel = "APPROVAL", description = "the approval's id")
    private String approvalId;

    @Override
    protected int run(HoldpointClient client) throws CallFailed {
      ApprovalRow row = client.approvals().find(approvalId);
      if (json()) {
        printJson(row);
      } else {
        ApprovalText.print(row, out(), paint());
        new GateHistory(client, new Facts(out(), paint())).of(row);
        TerminalLook.tell(client, approvalId, row.status());
      }
      return ExitCode.OK;
    }
  }

  @Command(
      name = "list",
      description = "Lists pending approvals, the oldest first.",
      footer = {
        "  holdpoint approvals list",
        "  holdpoint approvals list --session deploys --status all --json",
        "  holdpoint approvals list --status resolved --since 1d",
        "  holdpoint approvals list --risk high --sort deadline"
      })
  static final class ApprovalsList extends ListCommand<ApprovalRow> {
    @Mixin private GateListFlags which;

    @Mixin private InboxFlags wanted;

    @Override
    protected Page<ApprovalRow> page(HoldpointClient client, PageRequest wish) throws CallFailed {
      if (wanted.isGiven()) {
        return wanted.page(client, "approval", which, wish, client.approvals()::find);
      }
      return client.approvals().page(which.sessionId(), which.filter(), wish);
    }

    @Override
    protected Table table(List<ApprovalRow> rows) {
      long nowMs = System.currentTimeMillis();
      GateColumns columns =
          new GateColumns(
              rows.stream().anyMatch(row -> row.request().standing() != null),
              rows.stream().anyMatch(row -> row.triage() != null && row.triage().claim() != null),
              rows.stream().anyMatch(row -> row.status() != GateStatus.PENDING));
      Table table =
          new Table(columns.headings("RISK", "WAITED", "EXPIRES", "SESSION", "WHAT", "ID"));
      for (ApprovalRow row : rows) {
        ApprovalDecision decision = row.resolution();
        RiskView risk = row.request().risk();
        table.row(
            columns.row(
                row.request().standing(),
                row.triage(),
                decision == null ? Wire.name(row.status()) : GateText.past(decision.outcome()),
                risk == null ? "" : risk.level(),
                GateColumns.waited(
                    row.request().createdAtMs(), decision == null ? nowMs : decision.atMs()),
                GateColumns.expires(nowMs, row.request().expiresAtMs(), decision != null),
                row.sessionId(),
                GateText.title(row.request(), 100),
                row.request().id()));
      }
      return table;
    }

    @Override
    protected String nothing() {
      return which.isOfAllThatWaits() ? "No pending approvals." : "No such approvals.";
    }
  }
}

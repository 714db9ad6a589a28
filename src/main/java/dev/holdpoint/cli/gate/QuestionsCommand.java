package dev.holdpoint.cli.gate;

import dev.holdpoint.api.gate.QuestionBodies.CancelQuestionRequest;
import dev.holdpoint.api.gate.QuestionBodies.PendingQuestionView;
import dev.holdpoint.api.gate.QuestionBodies.QuestionAnswer;
import dev.holdpoint.api.gate.QuestionBodies.QuestionDecision;
import dev.holdpoint.api.gate.QuestionBodies.StructuredQuestion;
import dev.holdpoint.api.json.Wire;
import dev.holdpoint.api.page.PageBodies.Page;
import dev.holdpoint.api.run.RunBodies.RunView;
import dev.holdpoint.api.status.GateStatus;
import dev.holdpoint.cli.CommandGroup;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.Facts;
import dev.holdpoint.cli.GateListFlags;
import dev.holdpoint.cli.GateText;
import dev.holdpoint.cli.InboxFlags;
import dev.holdpoint.cli.ListCommand;
import dev.holdpoint.cli.QuestionText;
import dev.holdpoint.cli.RunText;
import dev.holdpoint.cli.Table;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.cli.gate.QuestionsCommand.QuestionsCancel;
import dev.holdpoint.cli.gate.QuestionsCommand.QuestionsGet;
import dev.holdpoint.cli.gate.QuestionsCommand.QuestionsList;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.PageRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code holdpoint questions}. */
@Command(
    name = "questions",
    description = "Questions from agents to people.",
    subcommands = {
      QuestionsList.class,
      QuestionsGet.class,
      QuestionsAsk.class,
      QuestionsAnswer.class,
      QuestionsCancel.class
    },
    footer = {
      "  holdpoint questions list",
      "  holdpoint questions answer qst_01M7EP4BTA0000D5JFGYZTA0B9 --interactive",
      "  DB=$(holdpoint questions ask setup 'Which database?' --option pg=PostgreSQL --option"
          + " lite=SQLite)",
      "",
      ExitCode.TABLE
    })
public final class QuestionsCommand extends CommandGroup {
  @Command(
      name = "list",
      description = "Lists pending questions, the oldest first.",
      footer = {
        "  holdpoint questions list",
        "  holdpoint questions list --session setup --json",
        "  holdpoint questions list --status all --since 2026-11-16",
        "  holdpoint questions list --search database --sort deadline"
      })
  static final class QuestionsList extends ListCommand<PendingQuestionView> {
    @Mixin private GateListFlags which;

    @Mixin private InboxFlags wanted;

    @Override
    protected Page<PendingQuestionView> page(HoldpointClient client, PageRequest wish)
        throws CallFailed {
      if (wanted.isGiven()) {
        return wanted.page(client, "question", which, wish, client.questions()::find);
      }
      return client.questions().page(which.sessionId(), which.filter(), wish);
    }

    @Override
    protected Table table(List<PendingQuestionView> rows) {
      long nowMs = System.currentTimeMillis();
      GateColumns columns =
          new GateColumns(
              rows.stream().anyMatch(row -> row.request().standing() != null),
              rows.stream().anyMatch(row -> row.triage() != null && row.triage().claim() != null),
              rows.stream().anyMatch(row -> row.resolution() != null || isPast(row.status())));
      Table table = new Table(columns.headings("WAITED", "EXPIRES", "SESSION", "WHAT", "ID"));
      for (PendingQuestionView row : rows) {
        QuestionDecision decision = row.resolution();
        String child = GateText.child(row);
        table.row(
            columns.row(
                row.request().standing(),
                row.triage(),
                status(row),
                GateColumns.waited(
                    row.request().createdAtMs(), decision == null ? nowMs : decision.atMs()),
                GateColumns.expires(nowMs, row.request().expiresAtMs(), decision != null),
                row.sessionId(),
                GateText.brief(row.request(), 100) + (child == null ? "" : " (" + child + ")"),
                row.request().id()));
      }
      return table;
    }

    private static boolean isPast(@Nullable GateStatus status) {
      return status != null && status != GateStatus.PENDING;
    }

    private static String status(PendingQuestionView row) {
      QuestionDecision decision = row.resolution();
      GateStatus status = row.status();
      if (decision != null) {
        return GateText.past(decision.outcome());
      }
      return status == null ? "pending" : Wire.name(status);
    }

    @Override
    protected String nothing() {
      return which.isOfAllThatWaits() ? "No pending questions." : "No such questions.";
    }
  }

  @Command(
      name = "get",
      aliases = "show",
      description = "Shows one question in full, and how it was settled.",
      footer = "  holdpoint questions get qst_01M7EP4BTA0000D5JFGYZTA0B9")
  static final class QuestionsGet extends DaemonCommand {
    @Parameters(paramLabel = "QUESTION", description = "the question's id")
    private String questionId;

    @Override
    protected int run(HoldpointClient client) throws CallFailed {
      PendingQuestionView view = client.questions().find(questionId);
      if (json()) {
        printJson(view);
        return ExitCode.OK;
      }
      GateStatus status = view.status();
      QuestionDecision decision = view.resolution();
      String child = GateText.child(view);
      List<QuestionAnswer> soFar = view.request().partialAnswers();
      Facts facts =
          new Facts(out(), paint())
              .line("question", view.request().id())
              .line("status", status == null ? null : Wire.name(status))
              .painted("settled", decision == null ? "-" : GateText.decided(decision))
              .line("session", view.sessionId())
              .line("run", view.runId())
              .line("from", child)
              .time("asked", view.request().createdAtMs())
              .time("expires", view.request().expiresAtMs())
              .line("so far", soFar == null ? null : GateText.answers(soFar));
      GateText.standing(facts, view.request().standing());
      GateHistory history = new GateHistory(client, facts);
      history.stages(view.request().standing());
      history.log(questionId);
      for (StructuredQuestion question : view.request().questions()) {
        facts.blank();
        facts.painted(Visible.line(question.id()), String.join("\n", QuestionText.lines(question)));
      }
      TerminalLook.tell(client, questionId, status);
      return ExitCode.OK;
    }
  }

  @Command(
      name = "cancel",
      description = {
        "Cancels a pending question, together with the run that asked.",
        "A question of a child session is declined instead, and the child continues."
      },
      footer = {
        "  holdpoint questions cancel qst_01M7EP4BTA0000D5JFGYZTA0B9",
        "  holdpoint questions cancel qst_01M7EP4BTA0000D5JFGYZTA0B9 --run-id"
            + " run_01M7EP4AKH0000F3ZBANCQVE8E --idempotency-key cancel-1"
      })
  static final class QuestionsCancel extends DaemonCommand {
    @Parameters(paramLabel = "QUESTION", description = "the question's id")
    private String questionId;

    @Option(
        names = "--run-id",
        paramLabel = "RUN",
        description = "run of the question (default: looked up)")
    private @Nullable String runId;

    @Option(
        names = "--idempotency-key",
        paramLabel = "KEY",
        description = "makes a retry safe: the same key returns the first result; needs --run-id")
    private @Nullable String key;

    @Option(
        names = "--justification",
        paramLabel = "TEXT",
        description = "note; a child session that asked receives it")
    private @Nullable String justification;

    @Override
    protected int run(HoldpointClient client) throws CallFailed {
      if (key != null && runId == null) {
        throw usage(
            "--idempotency-key needs --run-id: after the question is cancelled, a "
                + "retry cannot look up its run");
      }
      String waiting = runId == null ? client.questions().find(questionId).runId() : runId;
      RunView run =
          client
              .questions()
              .cancel(waiting, questionId, new CancelQuestionRequest(key, justification));
      if (json()) {
        printJson(run);
      } else {
        out()
            .println(
                "cancelled  " + Visible.line(questionId) + "; " + RunText.outcome(run, paint()));
      }
      return ExitCode.OK;
    }
  }
}

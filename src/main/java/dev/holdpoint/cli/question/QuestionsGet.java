package dev.holdpoint.cli.question;

import dev.holdpoint.api.gate.QuestionBodies.PendingQuestionView;
import dev.holdpoint.api.gate.QuestionBodies.QuestionAnswer;
import dev.holdpoint.api.gate.QuestionBodies.QuestionDecision;
import dev.holdpoint.api.gate.QuestionBodies.StructuredQuestion;
import dev.holdpoint.api.json.Wire;
import dev.holdpoint.api.status.GateStatus;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.Facts;
import dev.holdpoint.cli.GateText;
import dev.holdpoint.cli.QuestionText;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "get",
    aliases = "show",
    description = "Shows one question in full, and how it was settled.",
    footer = "  holdpoint questions get qst_01M7EP4BTA0000D5JFGYZTA0B9")
final class QuestionsGet extends DaemonCommand {
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
    for (StructuredQuestion question : view.request().questions()) {
      facts.blank();
      facts.painted(Visible.line(question.id()), String.join("\n", QuestionText.lines(question)));
    }
    return ExitCode.OK;
  }
}

package dev.holdpoint.cli.gate;

import dev.holdpoint.api.gate.QuestionBodies.PendingQuestionView;
import dev.holdpoint.api.gate.QuestionBodies.QuestionAnswer;
import dev.holdpoint.api.gate.QuestionBodies.QuestionDecision;
import dev.holdpoint.api.gate.QuestionBodies.QuestionResolution;
import dev.holdpoint.api.gate.QuestionBodies.QuestionResolutionRequest;
import dev.holdpoint.api.gate.QuestionBodies.StructuredQuestion;
import dev.holdpoint.api.run.RunBodies.RunView;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.GateText;
import dev.holdpoint.cli.RunText;
import dev.holdpoint.cli.StandardInput;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "answer",
    description = "Answers or declines a pending question; its run continues.",
    footer = {
      "  holdpoint questions answer qst_01M7EP4BTA0000D5JFGYZTA0B9 --interactive",
      "  holdpoint questions answer qst_01M7EP4BTA0000D5JFGYZTA0B9 --option keep",
      "  holdpoint questions answer qst_01M7EP4BTA0000D5JFGYZTA0B9 --answers-file answers.json",
      "  holdpoint questions answer qst_01M7EP4BTA0000D5JFGYZTA0B9 --declined --justification 'not"
          + " mine to say'"
    })
final class QuestionsAnswer extends DaemonCommand {
  @Parameters(paramLabel = "QUESTION", description = "the question's id")
  private String questionId;

  @Mixin private AnswerFlags how;

  @Option(
      names = "--justification",
      paramLabel = "TEXT",
      description = "note to store with the answer")
  private @Nullable String justification;

  @Option(
      names = "--run-id",
      paramLabel = "RUN",
      description = "run of the question (default: looked up)")
  private @Nullable String runId;

  @Option(
      names = "--idempotency-key",
      paramLabel = "KEY",
      description = "makes a retry safe: the same key answers only once")
  private @Nullable String key;

  @Override
  protected int run(HoldpointClient client) throws CallFailed, IOException {
    return switch (how.how()) {
      case AnswerFlags.Decline() -> send(client, run(client, runId), List.of(), true);
      case AnswerFlags.With(var answers) -> send(client, run(client, runId), answers, false);
      case AnswerFlags.Shortly(var options, var text) -> {
        PendingQuestionView view = client.questions().find(questionId);
        QuestionAnswer answer = new QuestionAnswer(only(view).id(), options, text);
        yield send(client, runId == null ? view.runId() : runId, List.of(answer), false);
      }
      case AnswerFlags.Interactively() -> interview(client);
    };
  }

  private String run(HoldpointClient client, @Nullable String known) throws CallFailed {
    return known == null ? client.questions().find(questionId).runId() : known;
  }

  private StructuredQuestion only(PendingQuestionView view) {
    if (view.request().questions().size() != 1) {
      throw usage("there are several questions; answer them with --interactive or --answers-json");
    }
    return view.request().questions().getFirst();
  }

  private int interview(HoldpointClient client) throws CallFailed, IOException {
    PendingQuestionView view = client.questions().find(questionId);
    QuestionDecision decision = view.resolution();
    if (decision != null) {
      note("holdpoint: it is no longer pending: " + GateText.decided(decision));
      return ExitCode.CONFLICT;
    }
    String waiting = runId == null ? view.runId() : runId;
    // Standard output is for the result where that is JSON.
    Interview interview = new Interview(json() ? err() : out(), paint(), StandardInput.lines());
    return switch (interview.ask(view)) {
      case Interview.Answered(var answers) -> send(client, waiting, answers, false);
      case Interview.Declined() -> send(client, waiting, List.of(), true);
      case Interview.Left() -> {
        note("Nothing was sent. The question is still pending.");
        yield ExitCode.FAILED;
      }
      case Interview.Ended() -> {
        note("holdpoint: the input ended before all questions were answered. Nothing was sent");
        yield ExitCode.BAD_REQUEST;
      }
    };
  }

  private int send(
      HoldpointClient client, String waiting, List<QuestionAnswer> answers, boolean declined)
      throws CallFailed {
    QuestionResolution resolution =
        new QuestionResolution(questionId, answers, declined ? true : null, justification);
    RunView run =
        client.questions().resolve(waiting, new QuestionResolutionRequest(key, resolution));
    if (json()) {
      printJson(run);
    } else {
      out()
          .println(
              (declined ? "declined  " : "answered  ")
                  + Visible.line(questionId)
                  + "; "
                  + RunText.outcome(run, paint()));
    }
    return ExitCode.OK;
  }
}

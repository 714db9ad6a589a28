package dev.holdpoint.cli.gate;

import dev.holdpoint.api.gate.QuestionBodies.PendingQuestionView;
import dev.holdpoint.api.gate.QuestionBodies.QuestionAnswer;
import dev.holdpoint.api.gate.QuestionBodies.QuestionDecision;
import dev.holdpoint.api.gate.QuestionBodies.RaiseQuestionRequest;
import dev.holdpoint.api.gate.QuestionBodies.RaisedQuestion;
import dev.holdpoint.api.status.GateStatus;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.GateText;
import dev.holdpoint.cli.GateWatch;
import dev.holdpoint.cli.RaiseFlags;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
    name = "ask",
    description = {
      "Asks people from a script, waits, and prints the answer: the ids of the "
          + "chosen options, then any text, one on each line.",
      "Exit code: 0 answered, 1 declined or cancelled (or expired without an "
          + "answer), 7 the time of --wait is over."
    },
    footer = {
      "  DB=$(holdpoint questions ask setup 'Which database?' --option pg=PostgreSQL --option"
          + " lite=SQLite)",
      "  holdpoint questions ask setup 'What shall the release be called?' --expires-in 2d",
      "  holdpoint questions ask setup --questions-file questions.json --json"
    })
final class QuestionsAsk extends DaemonCommand {
  @Parameters(index = "0", paramLabel = "SESSION", description = "session that asks; it must exist")
  private String sessionId;

  @Parameters(index = "1", arity = "0..1", paramLabel = "QUESTION", description = "the question")
  private @Nullable String question;

  @Mixin private QuestionFlags what;

  @Mixin private RaiseFlags raise;

  @Override
  protected int run(HoldpointClient client) throws CallFailed, InterruptedException {
    if (raise.contradictsItself()) {
      throw usage("--no-wait and --wait cannot be combined");
    }
    RaisedQuestion raised =
        client
            .questions()
            .raise(
                sessionId,
                new RaiseQuestionRequest(
                    what.read(question), raise.expiresAfterMs(), null, raise.requestKey(), null));
    String id = raised.request().id();
    if (!raise.waits()) {
      if (json()) {
        printJson(raised);
      } else {
        out().println(Visible.line(id));
      }
      return ExitCode.OK;
    }
    if (raised.request().actions() != null) {
      note(Visible.line(id) + " is pending; answer with: holdpoint questions answer " + id);
    }
    PendingQuestionView view =
        new GateWatch(err(), raise.atMost())
            .await(
                waitMs -> client.questions().await(id, waitMs),
                seen -> seen.status() != GateStatus.PENDING);
    return tell(view);
  }

  private int tell(PendingQuestionView view) {
    QuestionDecision decision = view.resolution();
    boolean answered = decision != null && decision.behavior().equals("answered");
    if (json()) {
      printJson(view);
    } else if (decision != null && answered) {
      print(decision.answers());
    } else {
      note(decision == null ? "no answer" : GateText.decided(decision));
    }
    return answered
        ? ExitCode.OK
        : view.status() == GateStatus.PENDING ? ExitCode.RETRY_LATER : ExitCode.FAILED;
  }

  private void print(List<QuestionAnswer> answers) {
    // A script gets the words as they were said; a terminal must not be steered by them.
    boolean seen = Boolean.getBoolean("holdpoint.stdout.terminal");
    for (QuestionAnswer answer : answers) {
      String name = answers.size() == 1 ? "" : Visible.line(answer.questionId()) + ": ";
      answer.selectedOptionIds().forEach(id -> out().println(name + Visible.line(id)));
      String words = answer.freeformAnswer();
      if (words != null) {
        out().println(name + (seen ? Visible.lines(words) : words));
      }
    }
  }
}

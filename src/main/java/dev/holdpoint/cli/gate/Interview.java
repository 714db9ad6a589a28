package dev.holdpoint.cli.gate;

import dev.holdpoint.api.gate.QuestionBodies.PendingQuestionView;
import dev.holdpoint.api.gate.QuestionBodies.QuestionAnswer;
import dev.holdpoint.api.gate.QuestionBodies.StructuredQuestion;
import dev.holdpoint.cli.AnswerLine;
import dev.holdpoint.cli.GateText;
import dev.holdpoint.cli.Paint;
import dev.holdpoint.cli.QuestionText;
import dev.holdpoint.cli.Visible;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Asks the person at the keyboard, question by question; lines may also come through a pipe. */
final class Interview {
  private final PrintWriter out;
  private final Paint paint;
  private final BufferedReader in;

  Interview(PrintWriter out, Paint paint, BufferedReader in) {
    this.out = out;
    this.paint = paint;
    this.in = in;
  }

  /** What came of it. */
  sealed interface Result {}

  record Answered(List<QuestionAnswer> answers) implements Result {
    Answered {
      answers = List.copyOf(answers);
    }
  }

  record Declined() implements Result {}

  /** The person left; the question still waits. */
  record Left() implements Result {}

  /** There are no more lines; the question still waits. */
  record Ended() implements Result {}

  Result ask(PendingQuestionView view) throws IOException {
    String child = GateText.child(view);
    if (child != null) {
      out.println(paint.dim(child));
    }
    List<QuestionAnswer> answers = new ArrayList<>();
    List<StructuredQuestion> questions = view.request().questions();
    for (int i = 0; i < questions.size(); i++) {
      out.println();
      if (questions.size() > 1) {
        out.println(paint.dim("Question " + (i + 1) + " of " + questions.size()));
      }
      QuestionText.lines(questions.get(i)).forEach(out::println);
      out.println();
      Result ended = ask(questions.get(i), answers);
      if (ended != null) {
        return ended;
      }
    }
    return new Answered(answers);
  }

  /** Null when it was answered. */
  private @Nullable Result ask(StructuredQuestion question, List<QuestionAnswer> answers)
      throws IOException {
    out.println(paint.dim(AnswerLine.choices(question) + "  :x declines to answer   :q quits"));
    while (true) {
      out.print(paint.bold("> "));
      out.flush();
      String line = in.readLine();
      if (line == null) {
        out.println();
        return new Ended();
      }
      switch (line.strip()) {
        case ":x" -> {
          return new Declined();
        }
        case ":q" -> {
          return new Left();
        }
        default -> {
          switch (AnswerLine.read(question, line)) {
            case AnswerLine.Answered(var answer) -> {
              answers.add(answer);
              return null;
            }
            case AnswerLine.Unclear(var why) -> out.println(Visible.line(why));
          }
        }
      }
    }
  }
}

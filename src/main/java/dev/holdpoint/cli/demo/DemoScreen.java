package dev.holdpoint.cli.demo;

import dev.holdpoint.api.gate.ApprovalBodies.ApprovalRequestView;
import dev.holdpoint.api.gate.QuestionBodies.Option;
import dev.holdpoint.api.gate.QuestionBodies.StructuredQuestion;
import dev.holdpoint.cli.Paint;
import dev.holdpoint.cli.Visible;
import java.io.PrintWriter;
import java.time.Duration;
import tools.jackson.databind.JsonNode;

/** The demo's page: a word of what it is about, and beside it what happened. */
public final class DemoScreen {
  private static final int COLUMN = 12;
  private static final String INDENT = " ".repeat(COLUMN);

  private final PrintWriter out;
  private final Paint paint;
  private final boolean terminal;
  private long shownSecond;

  /**
   * @param terminal whether a line can be written over
   */
  public DemoScreen(PrintWriter out, Paint paint, boolean terminal) {
    this.out = out;
    this.paint = paint;
    this.terminal = terminal;
  }

  void title() {
    out.println(paint.bold("Holdpoint: a run waits for your decision and survives kill -9."));
    blank();
  }

  void blank() {
    out.println();
    out.flush();
  }

  /** Something of the demo itself. */
  void note(String word, String text) {
    line(paint.dim(word), word, text);
  }

  /** Something of the agent. */
  void agent(String text) {
    line(paint.cyan("agent"), "agent", text);
  }

  /** The run stops. */
  void waits(String text) {
    line(paint.yellow("waits"), "waits", text);
  }

  void good(String word, String text) {
    line(paint.green(word), word, text);
  }

  void bad(String word, String text) {
    line(paint.red(word), word, text);
  }

  private void line(String painted, String word, String text) {
    clearProgress();
    String padding = " ".repeat(Math.max(1, COLUMN - 2 - word.length()));
    out.println("  " + painted + padding + text.replace("\n", "\n" + INDENT));
    out.flush();
  }

  void approval(ApprovalRequestView approval) {
    JsonNode command = approval.input().get("command");
    String asked =
        command != null && command.isString()
            ? command.stringValue()
            : approval.input().toPrettyString();
    blank();
    detail(approval.toolName() + " wants to run:");
    detail("  " + paint.bold(Visible.lines(asked).replace("\n", "\n  ")));
    detail(paint.dim(approval.id() + ", digest " + approval.digest().substring(0, 12)));
    blank();
  }

  void question(StructuredQuestion question) {
    blank();
    detail(paint.bold(Visible.lines(question.question())));
    int number = 1;
    for (Option option : question.options()) {
      String description = option.description() == null ? "" : ", " + option.description();
      detail("  " + number++ + "  " + Visible.line(option.label() + description));
    }
    blank();
  }

  private void detail(String text) {
    out.println(INDENT + text.replace("\n", "\n" + INDENT));
  }

  /** Ends with a prompt. */
  void choices(String text) {
    clearProgress();
    detail(text);
    out.print(INDENT + paint.bold("> "));
    out.flush();
  }

  /** Repeats an answer that was not typed here. */
  void answered(String text) {
    out.println(Visible.line(text));
    out.flush();
  }

  /** Called often while something takes its time; shows that it does, from one second on. */
  void progress(String word, String what, Duration soFar) {
    long second = soFar.toSeconds();
    if (second < 1 || second == shownSecond) {
      return;
    }
    shownSecond = second;
    String text =
        "  " + word + " ".repeat(COLUMN - 2 - word.length()) + what + ", " + second + " s";
    if (terminal) {
      out.print("\r\u001b[K" + paint.dim(text));
      out.flush();
    } else if (second == 1 || second % 5 == 0) {
      out.println(text);
      out.flush();
    }
  }

  private void clearProgress() {
    if (shownSecond > 0 && terminal) {
      out.print("\r\u001b[K");
    }
    shownSecond = 0;
  }

  void end() {
    blank();
    out.println(paint.bold("That is the whole demo. Next:"));
    out.println("  holdpoint serve          start your own daemon on 127.0.0.1:4747");
    out.println("  holdpoint inbox          decide pending requests on one screen");
    out.println("  holdpoint tokens --help  give other people access");
    out.println("  holdpoint --help         all commands");
    out.println("  README.md                how your agent asks; ARCHITECTURE.md how it works");
    out.flush();
  }
}

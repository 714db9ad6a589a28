package dev.holdpoint.cli.inbox;

import dev.holdpoint.api.gate.PreviewBodies.ApprovalPreview;
import dev.holdpoint.api.gate.PreviewBodies.FilePreview;
import dev.holdpoint.api.gate.PreviewBodies.PreviewHunk;
import dev.holdpoint.api.gate.PreviewBodies.PreviewProblem;
import dev.holdpoint.api.gate.PreviewBodies.PreviewReason;
import dev.holdpoint.api.gate.PreviewBodies.PreviewStatus;
import dev.holdpoint.cli.Visible;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What files would become, with the numbers of their lines. */
final class PreviewText {
  private PreviewText() {}

  static void add(WrappedLines lines, ApprovalPreview preview) {
    if (preview.reason() == PreviewReason.SETTLED) {
      return;
    }
    if (preview.reason() == PreviewReason.ELSEWHERE) {
      lines
          .blank()
          .add(
              Style.NOTE,
              "The file is on the agent's machine. Line numbers count from the start of the"
                  + " change.");
    } else if (preview.reason() == PreviewReason.NO_WORKSPACE) {
      lines.blank().add(Style.NOTE, "This daemon does not have the folder of the file.");
    }
    preview.files().forEach(file -> add(lines, file));
  }

  private static void add(WrappedLines lines, FilePreview file) {
    String counts = "(+" + file.added() + " −" + file.removed() + ")";
    String what =
        file.status() == PreviewStatus.NEW
            ? "New file"
            : file.status() == PreviewStatus.UNCHANGED ? "Unchanged" : counts;
    lines.blank().add(Style.NOTE, Visible.line(file.path()) + "  " + what);
    if (file.problem() != null) {
      lines.indented(Style.PLAIN, problem(file.problem(), file.matches()));
    }
    for (PreviewHunk hunk : file.hunks()) {
      hunk(lines, hunk);
    }
    if (Boolean.TRUE.equals(file.cut())) {
      lines.indented(Style.DIM, "…");
    }
  }

  private static void hunk(WrappedLines lines, PreviewHunk hunk) {
    int before = Math.max(1, hunk.beforeStart());
    int after = hunk.afterStart();
    for (List<String> line : hunk.lines()) {
      String mark = line.getFirst();
      int number = mark.equals("-") ? before : after;
      before += mark.equals("+") ? 0 : 1;
      after += mark.equals("-") ? 0 : 1;
      lines.indented(
          mark.equals("=") ? Style.DIM : Style.PLAIN,
          "%4d %s %s".formatted(number, mark.equals("=") ? " " : mark, Visible.line(line.get(1))));
    }
  }

  private static String problem(PreviewProblem problem, @Nullable Integer matches) {
    return switch (problem) {
      case NOT_FOUND -> "The file or the text to replace was not found.";
      case AMBIGUOUS ->
          "The text to replace occurs " + (matches == null ? "several" : matches) + " times.";
      case NOT_TEXT -> "The file is not text.";
      case TOO_LARGE -> "The file is larger than 1 MiB.";
      case OUTSIDE -> "The path leads out of the workspace.";
    };
  }
}

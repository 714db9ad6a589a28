package dev.holdpoint.core.world;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the files of a call would become if it ran now.
 *
 * @param reason why nobody here can tell; null when it is told
 */
public record CallPreview(@Nullable Reason reason, List<FileChange> files) {
  /** The most lines of all hunks of a file. */
  public static final int MOST_LINES = 4_000;

  /** The largest file that is compared, before and after the call. */
  public static final int LARGEST = 1 << 20;

  /** Of a file that is compared: each is an object, however short it is. */
  static final int MOST_FILE_LINES = 100_000;

  public CallPreview {
    files = List.copyOf(files);
  }

  public static CallPreview none(Reason reason) {
    return new CallPreview(reason, List.of());
  }

  public enum Reason {
    /** The files are on the agent's machine. */
    ELSEWHERE,
    NO_WORKSPACE,
    /** The call is decided. */
    SETTLED
  }

  public enum Status {
    NEW,
    MODIFIED,
    UNCHANGED
  }

  /** Why the call would fail, or cannot be shown. */
  public enum Problem {
    NOT_FOUND,
    /** The text that is to be replaced occurs several times. */
    AMBIGUOUS,
    NOT_TEXT,
    TOO_LARGE,
    OUTSIDE
  }

  /**
   * @param path as the call names it
   * @param cut whether there are more lines than are shown
   * @param matches how often the text occurs that is to be replaced, where that is the problem
   */
  public record FileChange(
      String path,
      Status status,
      int added,
      int removed,
      List<UnifiedDiff.Hunk> hunks,
      boolean cut,
      @Nullable Problem problem,
      @Nullable Integer matches) {
    public FileChange {
      hunks = List.copyOf(hunks);
    }

    public static FileChange impossible(String path, Problem problem, @Nullable Integer matches) {
      return new FileChange(path, Status.UNCHANGED, 0, 0, List.of(), false, problem, matches);
    }

    /**
     * @param before null for a file that is not there yet
     */
    public static FileChange of(String path, @Nullable String before, String after, int context) {
      String old = before == null ? "" : before;
      if (isLong(old) || isLong(after)) {
        return impossible(path, Problem.TOO_LARGE, null);
      }
      UnifiedDiff.Beginning shown = UnifiedDiff.beginning(old, after, context, MOST_LINES);
      Status status =
          before == null ? Status.NEW : before.equals(after) ? Status.UNCHANGED : Status.MODIFIED;
      return new FileChange(
          path, status, shown.added(), shown.removed(), shown.hunks(), shown.cut(), null, null);
    }

    private static boolean isLong(String text) {
      return text.chars().filter(c -> c == '\n').count() > MOST_FILE_LINES;
    }
  }
}

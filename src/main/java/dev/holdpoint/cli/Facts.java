package dev.holdpoint.cli;

import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;

/** One thing, told as names with values beside them. What has no value is left out. */
public final class Facts {
  private static final int COLUMN = 12;
  private static final String INDENT = " ".repeat(COLUMN);

  private final PrintWriter out;
  private final Paint paint;

  public Facts(PrintWriter out, Paint paint) {
    this.out = out;
    this.paint = paint;
  }

  /** {@code text} is from elsewhere. */
  public Facts line(String name, @Nullable String text) {
    return text == null || text.isEmpty() ? this : painted(name, Visible.lines(text));
  }

  /** {@code text} is safe to print and may have colours. */
  public Facts painted(String name, String text) {
    String padding = " ".repeat(Math.max(1, COLUMN - name.length()));
    out.println(paint.dim(name) + padding + text.replace("\n", "\n" + INDENT));
    return this;
  }

  public Facts time(String name, @Nullable Long ms) {
    return ms == null
        ? this
        : painted(name, Times.at(ms) + " (" + Times.from(System.currentTimeMillis(), ms) + ")");
  }

  public Facts blank() {
    out.println();
    return this;
  }
}

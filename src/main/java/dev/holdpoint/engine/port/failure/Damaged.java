package dev.holdpoint.engine.port.failure;

import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refusal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Something that is stored is not what was stored. It alone cannot be read; all else goes on. */
public final class Damaged extends StoreFailure {
  private static final Pattern ID = Pattern.compile("\"id\":\"([A-Za-z0-9_.:-]{1,80})\"");

  private Damaged(String message) {
    super(message);
  }

  /** What a caller is told: the fault is not theirs, and no repetition helps. */
  public Refusal refusal() {
    return Problem.INTERNAL_ERROR.because(
        "The stored record is damaged. Nothing was changed, and other work "
            + "continues. Run 'holdpoint doctor --deep' to list damaged records.");
  }

  /**
   * @param column what stands beside the document and is not what the document says
   */
  public static Damaged row(String table, long key, String column) {
    return new Damaged(
        "a stored row is damaged: %s of %s %d is not what its document says"
            .formatted(column, table, key));
  }

  /**
   * @param kind what it is
   * @param text as it is found; nothing of it is told but what looks like an id
   */
  public static Damaged document(String kind, String text) {
    Matcher id = ID.matcher(text);
    return new Damaged(
        "a stored document is damaged: %s%s is not valid"
            .formatted(kind, id.find() ? " with the id " + id.group(1) : ""));
  }
}

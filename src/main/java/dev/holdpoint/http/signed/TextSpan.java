package dev.holdpoint.http.signed;

import dev.holdpoint.api.json.Limits;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.http.server.Call;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Which part of a list is wanted. Lists have the newest first; {@code starting_after} goes on to
 * older ones, {@code ending_before} back to newer ones. Places are ids, so what is inserted
 * meanwhile neither repeats nor hides anything.
 *
 * @param cursor the id to go on from, or null for the beginning
 * @param back whether newer ones than the cursor are wanted
 */
record TextSpan(int limit, @Nullable String cursor, boolean back) {
  private static final int USUAL = 20;
  private static final String AFTER = "starting_after";
  private static final String BEFORE = "ending_before";

  static TextSpan of(Call call) {
    String after = call.query(AFTER);
    String before = call.query(BEFORE);
    if (after != null && before != null) {
      throw Problem.INVALID_REQUEST
          .because("Send starting_after or ending_before, not both.")
          .asException();
    }
    return new TextSpan(limit(call.query("limit")), after == null ? before : after, before != null);
  }

  private static int limit(@Nullable String text) {
    if (text == null) {
      return USUAL;
    }
    if (text.matches("[0-9]{1,9}")) {
      int limit = Integer.parseInt(text);
      if (limit >= 1 && limit <= Limits.PAGE) {
        return limit;
      }
    }
    throw invalid("limit", "must be a whole number from 1 to " + Limits.PAGE);
  }

  /** For an id that is none of this list. */
  Refused foreign() {
    return invalid(back ? BEFORE : AFTER, "is not the id of an item of this list");
  }

  static Refused invalid(String parameter, String fault) {
    return Problem.INVALID_REQUEST
        .because("Correct the query parameter in errors and send the request again.")
        .at("/" + parameter, fault)
        .asException();
  }

  /**
   * @param found one more than wanted where there are more, in the order in which they are walked
   */
  <T> Page<T> page(List<T> found, Function<T, String> id) {
    boolean more = found.size() > limit;
    List<T> walked = more ? found.subList(0, limit) : found;
    List<T> shown = back ? walked.reversed() : walked;
    return new Page<>(shown, more, more ? id.apply(walked.getLast()) : null);
  }

  record Page<T>(List<T> shown, boolean more, @Nullable String next) {}
}

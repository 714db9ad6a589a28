package dev.holdpoint.core.gate;

import dev.holdpoint.core.permit.PermitTerms;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the asker says of its own request.
 *
 * @param onExpiry what the deadline does; null: as the daemon does without a word of the asker
 * @param risk null: normal; nobody can say low of their own request
 * @param editable the places of the input that an approver may change; null: all of them
 * @param lateAnswers what becomes of an answer that came too late; null: as the configuration says
 * @param permit what is wanted of the permit, which is then shown with the decision; null where
 *     nothing was said of it
 * @param title what the asker calls its request; null where it says nothing
 */
public record RequestTerms(
    @Nullable Applied onExpiry,
    @Nullable Risk risk,
    @Nullable Places editable,
    @Nullable LateAnswers lateAnswers,
    @Nullable PermitTerms permit,
    @Nullable String title) {
  public static final RequestTerms NONE = new RequestTerms(null, null, null, null);

  /** Of an asker that says nothing of the permit. */
  public RequestTerms(
      @Nullable Applied onExpiry,
      @Nullable Risk risk,
      @Nullable Places editable,
      @Nullable LateAnswers lateAnswers) {
    this(onExpiry, risk, editable, lateAnswers, null, null);
  }

  /** How much is at stake. */
  public enum Risk {
    LOW,
    NORMAL,
    HIGH
  }

  /** Who learns of an answer that came too late. */
  public enum LateAnswers {
    /** It is kept with the request. */
    KEEP,
    /** The session's agent reads it with its next turn as well. */
    NEXT_TURN
  }

  /**
   * Places in an input, as JSON pointers. A record of its own, since a document keeps no difference
   * between an empty list and none.
   */
  public record Places(List<String> pointers) {}

  public RequestTerms with(@Nullable PermitTerms wanted) {
    return new RequestTerms(onExpiry, risk, editable, lateAnswers, wanted, title);
  }

  public RequestTerms titled(@Nullable String name) {
    return new RequestTerms(onExpiry, risk, editable, lateAnswers, permit, name);
  }

  /** As text, for a fingerprint; the same as in versions that knew nothing of permits. */
  public String asked() {
    return "RequestTerms[onExpiry=%s, risk=%s, editable=%s, lateAnswers=%s%s%s]"
        .formatted(
            onExpiry,
            risk,
            editable,
            lateAnswers,
            permit == null ? "" : ", " + permit,
            title == null ? "" : ", " + title);
  }

  /** Null where nothing was said, so that a document has nothing of it. */
  public @Nullable RequestTerms orNull() {
    return equals(NONE) ? null : this;
  }
}

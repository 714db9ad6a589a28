package dev.holdpoint.core.gate;

import dev.holdpoint.core.record.Wording;
import dev.holdpoint.core.rendering.Rendered;
import org.jspecify.annotations.Nullable;

/**
 * What the person saw when they decided. A decision is good for that and for nothing else.
 *
 * @param rendered the text that they were shown; it is compared, and refuses nothing
 */
public record Expected(
    @Nullable String digest, @Nullable Integer revision, @Nullable Rendered rendered) {
  public Expected(@Nullable String digest, @Nullable Integer revision) {
    this(digest, revision, null);
  }

  /** Null where neither was sent. */
  public static @Nullable Expected of(@Nullable String digest, @Nullable Integer revision) {
    return of(digest, revision, null);
  }

  /** Null where none of them was sent. */
  public static @Nullable Expected of(
      @Nullable String digest, @Nullable Integer revision, @Nullable Rendered rendered) {
    return digest == null && revision == null && rendered == null
        ? null
        : new Expected(digest, revision, rendered);
  }

  /** The same, which has beside what was shown what should have been. */
  public Expected beside(Rendered.Asked asked) {
    return rendered == null ? this : new Expected(digest, revision, rendered.beside(asked));
  }

  public boolean isMet(Wording now) {
    return (digest == null || digest.equals(now.digest()))
        && (revision == null || revision == now.revision());
  }

  /** Whether it names all that there is to name. */
  public static boolean isWhole(@Nullable Expected expected) {
    return expected != null && expected.digest != null && expected.revision != null;
  }
}

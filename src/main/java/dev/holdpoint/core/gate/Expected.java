package dev.holdpoint.core.gate;

import dev.holdpoint.core.record.Wording;
import org.jspecify.annotations.Nullable;

/** What somebody saw when they decided. A decision is good for that and for nothing else. */
public record Expected(@Nullable String digest, @Nullable Integer revision) {

  /** Null where neither was sent. */
  public static @Nullable Expected of(@Nullable String digest, @Nullable Integer revision) {
    return digest == null && revision == null ? null : new Expected(digest, revision);
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

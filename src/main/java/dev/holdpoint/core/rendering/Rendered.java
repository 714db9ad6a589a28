package dev.holdpoint.core.rendering;

import dev.holdpoint.core.record.Wording;
import org.jspecify.annotations.Nullable;

/**
 * What a person was shown, by the word of the program that showed it.
 *
 * @param surface which program that was
 * @param sha256 of the normal form of its text
 * @param asked what they should have been shown; null where no such request waits
 */
public record Rendered(String surface, String sha256, @Nullable Asked asked) {
  public Rendered(String surface, String sha256) {
    this(surface, sha256, null);
  }

  /**
   * The text of a request as it was asked. To make it costs time that grows with the request, so it
   * is made before the commit that compares it.
   *
   * @param requestId of which request
   * @param wording of which wording of it
   * @param sha256 of the normal form
   */
  public record Asked(String requestId, Wording wording, String sha256) {
    /** Whether it was made for this request as it is now. */
    public boolean isOf(String id, Wording now) {
      return requestId.equals(id) && wording.equals(now);
    }
  }

  public Rendered beside(Asked made) {
    return new Rendered(surface, sha256, made);
  }
}

package dev.holdpoint.core.debug;

/**
 * What one run may keep. A text that is over is cut, to nothing if need be, and says how long it
 * was; what would be one artifact too many is not kept.
 *
 * @param artifactBytes of the text of one artifact
 * @param runBytes of all texts of a run
 * @param artifacts of a run
 */
public record Budget(int artifactBytes, long runBytes, int artifacts) {

  /** How many of these bytes may be kept, where {@code used} are kept already. */
  public int fit(byte[] utf8, long used) {
    long most = Math.min(artifactBytes, Math.max(0, runBytes - used));
    return most >= utf8.length ? utf8.length : wholeCharacters(utf8, Math.toIntExact(most));
  }

  /** The end of the last character that ends at or before {@code most}. */
  private static int wholeCharacters(byte[] utf8, int most) {
    int end = most;
    while (end > 0 && isContinuation(utf8[end])) {
      end--;
    }
    return end;
  }

  private static boolean isContinuation(byte b) {
    return (b & 0xC0) == 0x80;
  }
}

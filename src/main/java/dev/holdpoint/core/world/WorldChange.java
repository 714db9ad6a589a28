package dev.holdpoint.core.world;

import org.jspecify.annotations.Nullable;

/**
 * That something of the world is not as a yes expected it.
 *
 * @param subject the path, the address or the name
 * @param expectedBytes how large the file was; null where nobody knows
 * @param diff from what was expected to what was found; null where nobody can tell
 */
public record WorldChange(
    Precondition.Type type,
    String subject,
    String expected,
    String found,
    @Nullable Long expectedBytes,
    @Nullable Long foundBytes,
    @Nullable String diff) {
  public static WorldChange of(Precondition expected, Sighting found, @Nullable String diff) {
    String before = expected.expectedText();
    return new WorldChange(
        expected.type(),
        expected.subject(),
        before == null ? Sighting.UNSEEN.text() : before,
        found.text(),
        expected.bytes(),
        found.bytes(),
        diff);
  }

  /** The same for a place where no content belongs. */
  public WorldChange withoutDiff() {
    return diff == null
        ? this
        : new WorldChange(type, subject, expected, found, expectedBytes, foundBytes, null);
  }
}

package dev.holdpoint.core.debug;

import java.util.Comparator;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * {@code turn-0001-attempt-0001-model-request}. Nothing else is an id, so whatever is asked for by
 * one, no path to another file can be written with it.
 *
 * @param turn of the run, counted from 1
 * @param attempt a turn that a crash cut short is asked for again
 */
public record ArtifactId(int turn, int attempt, Part part) implements Comparable<ArtifactId> {
  private static final Pattern FORM =
      Pattern.compile("turn-([0-9]{4,9})-attempt-([0-9]{4,9})-([a-z]+-[a-z]+)");
  private static final Comparator<ArtifactId> ORDER =
      Comparator.comparingInt(ArtifactId::turn)
          .thenComparingInt(ArtifactId::attempt)
          .thenComparing(ArtifactId::part);

  /** In the order in which they come about. */
  public enum Part {
    MODEL_REQUEST,
    PROVIDER_REQUEST,
    PROVIDER_EVENTS,
    MODEL_RESPONSE;

    private String text() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /** Null when the text is no such id, or not the one way to write it. */
  public static @Nullable ArtifactId parse(String text) {
    Matcher found = FORM.matcher(text);
    if (!found.matches()) {
      return null;
    }
    for (Part part : Part.values()) {
      if (part.text().equals(found.group(3))) {
        ArtifactId id =
            new ArtifactId(
                Integer.parseInt(found.group(1)), Integer.parseInt(found.group(2)), part);
        return id.text().equals(text) ? id : null;
      }
    }
    return null;
  }

  public String text() {
    return String.format(Locale.ROOT, "turn-%04d-attempt-%04d-%s", turn, attempt, part.text());
  }

  @Override
  public int compareTo(ArtifactId other) {
    return ORDER.compare(this, other);
  }
}

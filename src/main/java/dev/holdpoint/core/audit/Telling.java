package dev.holdpoint.core.audit;

import org.jspecify.annotations.Nullable;

/**
 * Something for the record, and the text whose digest the record holds.
 *
 * @param evidence in its RFC 8785 form; null where the record has none
 */
public record Telling(ExternalAction.Deed deed, @Nullable String evidence) {
  public Telling {
    if (deed.kind().isCovered() != (evidence != null)) {
      throw new IllegalArgumentException("evidence of " + deed.kind() + ": " + evidence);
    }
  }
}

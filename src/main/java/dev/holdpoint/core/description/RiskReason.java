package dev.holdpoint.core.description;

import org.jspecify.annotations.Nullable;

/**
 * One reason to look twice.
 *
 * @param pointer to the text in the input where it was found; null where it is no single text
 * @param start of the words, in UTF-16 units of that text
 * @param end behind the words
 */
public record RiskReason(
    RiskCode code,
    RiskLevel level,
    @Nullable String pointer,
    @Nullable Integer start,
    @Nullable Integer end) {

  static RiskReason of(RiskCode code) {
    return new RiskReason(code, code.level(), null, null, null);
  }

  static RiskReason at(RiskCode code, @Nullable String pointer, int start, int end) {
    return pointer == null ? of(code) : new RiskReason(code, code.level(), pointer, start, end);
  }

  RiskReason said(RiskLevel as) {
    return new RiskReason(code, as, pointer, start, end);
  }
}

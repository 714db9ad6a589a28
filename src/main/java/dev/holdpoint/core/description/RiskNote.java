package dev.holdpoint.core.description;

import java.util.List;

/**
 * Level and codes of a gate as people saw them when it was raised, which stay with it.
 *
 * @param codes as they are written on the wire: a later version may have others
 */
public record RiskNote(RiskLevel level, List<String> codes) {
  public RiskNote {
    // A document keeps no difference between an empty list and none.
    codes = codes == null ? List.of() : List.copyOf(codes);
  }
}

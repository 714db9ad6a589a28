package dev.holdpoint.api.json;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Free-form JSON is kept as it was sent, but a number that no double can hold is refused: such a
 * value has no canonical form, and so no digest that an approver could be shown.
 */
final class FreeForm {
  static void check(JsonNode node, BodyPath place, @Nullable String problem, Faults findings) {
    // The depth of the tree is bounded by the parser, so this may recurse.
    if (node.isObject()) {
      node.properties()
          .forEach(
              member -> check(member.getValue(), place.member(member.getKey()), problem, findings));
    } else if (node.isArray()) {
      for (int i = 0; i < node.size(); i++) {
        check(node.get(i), place.entry(i), problem, findings);
      }
    } else if ((node.isBigDecimal() || node.isBigInteger()) && !fitsDouble(node)) {
      findings.add(place, ReadFault.OUT_OF_RANGE, problem);
    }
  }

  /** For a body that was read as a tree. */
  static void check(JsonNode node) {
    Faults findings = new Faults();
    check(node, BodyPath.ROOT, null, findings);
    findings.throwIfAny();
  }

  private static boolean fitsDouble(JsonNode node) {
    if (node.isBigInteger()) {
      return Double.isFinite(node.bigIntegerValue().doubleValue());
    }
    BigDecimal exact = node.decimalValue();
    double near = exact.doubleValue();
    return Double.isFinite(near) && (near != 0 || exact.signum() == 0);
  }

  private FreeForm() {}
}

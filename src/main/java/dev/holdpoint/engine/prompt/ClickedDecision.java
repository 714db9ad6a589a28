package dev.holdpoint.engine.prompt;

import dev.holdpoint.core.problem.Refusal;
import dev.holdpoint.engine.gate.SentDecision;
import dev.holdpoint.engine.json.JsonTree;
import java.util.Locale;
import tools.jackson.databind.node.ObjectNode;

/** A click as a decision, and the refusal of a decision as that of a click. */
final class ClickedDecision {
  private static final String GRANT = "/resolutions/0/grant";
  private static final String EXPECTED = "/resolutions/0/expected_";

  private ClickedDecision() {}

  static SentDecision of(String approvalId, Prompts.Click click) {
    String behavior = click.choice().allows() ? "allow" : "deny";
    ObjectNode sent =
        JsonTree.object()
            .put("request_id", approvalId)
            .put("behavior", behavior)
            .put("choice", click.choice().name().toLowerCase(Locale.ROOT));
    if (click.reason() != null) {
      sent.put("reason", click.reason());
    }
    if (click.attested() != null) {
      sent.set("signature", click.attested().stored());
    }
    return new SentDecision(
        approvalId,
        click.choice().allows(),
        null,
        click.reason(),
        click.expected(),
        click.grant(),
        click.attested(),
        JsonTree.write(sent));
  }

  /** The same refusal, with the places of a click in the stead of those of a resolution. */
  static Refusal inItsPlaces(Refusal refusal) {
    return refusal.placed(ClickedDecision::place);
  }

  private static String place(String pointer) {
    return pointer.equals(GRANT)
        ? "/choice"
        : pointer.replace(GRANT + "/", "/").replace(EXPECTED, "/expected_");
  }
}

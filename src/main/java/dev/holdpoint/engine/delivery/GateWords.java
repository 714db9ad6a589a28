package dev.holdpoint.engine.delivery;

import dev.holdpoint.core.delivery.GateNotice;
import dev.holdpoint.core.delivery.Subscription;
import dev.holdpoint.core.description.CallKind;
import dev.holdpoint.core.description.Description;
import dev.holdpoint.core.description.RiskLevel;
import dev.holdpoint.core.description.StockReason;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.Gate;
import dev.holdpoint.core.gate.Question;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.engine.json.Descriptions;
import org.jspecify.annotations.Nullable;

/**
 * What people outside are told of a gate: its kind alone, or with its title where the notification
 * asks for that. A sentence of the daemon may name a folder of the input, so it is told to neither.
 *
 * @param title as every surface shows it
 * @param kind without the input
 */
record GateWords(String title, GateNotice kind, GateNotice titled) {
  static GateWords of(Run run, Gate gate) {
    GateNotice plain = GateNotice.of(run, gate);
    return switch (gate) {
      case Approval approval -> of(run, approval, plain);
      case Question question -> new GateWords(Descriptions.of(question).title(), plain, plain);
    };
  }

  private static GateWords of(Run run, Approval approval, GateNotice plain) {
    Description said = Descriptions.of(run, approval, null);
    boolean named = said.kind() == CallKind.OTHER || said.kind() == CallKind.MCP;
    String what = named ? plain.what() : said.kind().says();
    boolean high = said.risk().level() == RiskLevel.HIGH;
    String own = StockReason.of(approval.reason(), plain.what()) == null ? plain.why() : "";
    String title = withoutHalves(said.title());
    String why = said.why() == null ? "" : withoutHalves(said.why());
    return new GateWords(
        said.title(),
        plain.saying(high ? what + ", high risk" : what, own),
        plain.saying(high ? title + " (high risk)" : title, why));
  }

  /** A word that was cut may be a secret of which too little is left to be known as one. */
  private static String withoutHalves(String text) {
    return text.endsWith("…") ? text.replaceFirst("\\S*…$", "…") : text;
  }

  /** What a receiver who wants the title is told; null for others. */
  @Nullable String titleFor(Subscription one) {
    return one.tellsTitle() ? withoutHalves(title) : null;
  }

  GateNotice forReceiver(Subscription one) {
    return one.tellsTitle() ? titled : kind;
  }
}

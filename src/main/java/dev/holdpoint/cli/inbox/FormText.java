package dev.holdpoint.cli.inbox;

import dev.holdpoint.api.description.DescriptionBodies.RiskView;
import dev.holdpoint.api.gate.ApprovalBodies.ApprovalBehavior;
import dev.holdpoint.api.gate.ApprovalBodies.ApprovalRequestView;
import dev.holdpoint.api.permission.PermissionBodies.PermissionScopeKind;
import dev.holdpoint.cli.Times;
import dev.holdpoint.cli.Visible;

/** Forms that take the place of the card: filters, what is remembered, several at once. */
final class FormText {
  private FormText() {}

  static WrappedLines filters(Mode.Filtering mode, int width) {
    WrappedLines lines = new WrappedLines(width);
    lines.blank().add(Style.STRONG, "Filters").blank();
    Wish.Field[] fields = Wish.Field.values();
    for (int i = 0; i < fields.length; i++) {
      Wish.Field field = fields[i];
      field(
          lines,
          i == mode.field(),
          field.label(),
          Visible.line(field.words(mode.draft().value(field))));
    }
    String search = mode.draft().search();
    if (!search.isEmpty()) {
      lines.blank().add(Style.PLAIN, "Search: “" + Visible.line(search) + "”");
    }
    return lines;
  }

  private static void field(WrappedLines lines, boolean chosen, String name, String value) {
    lines.row(chosen ? Style.STRONG : Style.PLAIN, (chosen ? "▸ " : "  ") + name, value);
  }

  static WrappedLines rule(Card.ApprovalCard card, RuleForm form, int width) {
    ApprovalRequestView request = card.row().request();
    WrappedLines lines = new WrappedLines(width);
    lines.blank().add(Style.STRONG, "Allow and remember").blank();
    field(lines, form.field() == 0, "What", PatternWords.covers(request, form.key()));
    field(
        lines,
        form.field() == 1,
        "Where",
        form.scope() == PermissionScopeKind.SESSION
            ? "this session, " + Visible.line(card.sessionId())
            : "every session");
    field(lines, form.field() == 2, "Expires", RuleForm.SPANS.get(form.span()));
    field(lines, form.field() == 3, "Max. uses", form.uses().isEmpty() ? "no limit" : form.uses());
    lines.blank();
    if (card.isHighRisk()) {
      lines.add(Style.NOTE, "High risk: only the narrowest pattern can be remembered.");
    }
    if (form.wider() && PatternWords.isForTool(request, form.key())) {
      lines.add(Style.NOTE, "This allows every call of the tool, whatever it does.");
    }
    String foreseen = form.foreseen();
    lines.add(
        Style.PLAIN, foreseen == null ? "Testing against past calls…" : Visible.lines(foreseen));
    return lines;
  }

  /** What would be decided, and what is left out; all of it must be seen before a yes. */
  static WrappedLines several(Mode.Several mode, int width) {
    WrappedLines lines = new WrappedLines(width);
    boolean yes = mode.behavior() == ApprovalBehavior.ALLOW;
    lines.blank();
    lines.add(
        Style.STRONG,
        mode.meant().isEmpty()
            ? "None of the selected requests can be " + (yes ? "allowed" : "denied") + " together."
            : (yes ? "Allow " : "Deny ") + Times.count(mode.meant().size(), "request") + ":");
    lines.blank();
    for (Card.ApprovalCard card : mode.meant()) {
      ApprovalRequestView request = card.row().request();
      RiskView risk = request.risk();
      String level =
          risk == null || risk.level().equals("low") ? "" : " (" + risk.level() + " risk)";
      lines.indented(Style.PLAIN, Visible.line(request.title()) + level);
      String whose = "tool " + request.toolName() + " · session " + card.sessionId();
      lines.indented(Style.DIM, "  " + Visible.line(whose));
      if (request.summary() != null) {
        lines.indented(Style.DIM, "  " + Visible.line(request.summary()));
      }
    }
    if (!mode.out().isEmpty()) {
      lines.blank().add(Style.NOTE, "Left out:").blank();
      for (Mode.LeftOut out : mode.out()) {
        lines.indented(Style.PLAIN, Visible.line(out.title() + ": " + out.why()));
      }
    }
    return lines;
  }
}

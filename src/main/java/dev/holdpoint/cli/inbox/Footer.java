package dev.holdpoint.cli.inbox;

import dev.holdpoint.api.gate.ApprovalBodies.ApprovalBehavior;
import dev.holdpoint.api.gate.QuestionBodies.StructuredQuestion;
import dev.holdpoint.cli.AnswerLine;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.cli.inbox.Inbox.Item;
import java.util.ArrayList;
import java.util.List;
import org.jline.utils.AttributedString;

/** The last lines of the screen: what was said about the last key, and what the keys do. */
final class Footer {
  static final String HELP =
      """
      ↑ k      previous request          a        allow; answer a question
      ↓ j n    next request              d        deny, with a reason for the agent
      PgUp     scroll up                 e        edit the input in $EDITOR, then allow it
      PgDn     scroll down               Enter    answer a question; next after a decision
      r        refresh                   x        decline to answer
      q        quit                      s        allow and remember for this session
      ?        help                      w        allow and remember for all sessions
      f        request changes           b        ask the agent a question
      t        answer in the tool's place    v    difference to the revision before
      c        claim, or end your claim  z        snooze: hide it from your list for a time
      m        comment, for people only  •        nobody has looked at this request yet
      y n u    "Did this happen?": it happened, it did not, unknown

      A key acts on the request that is shown. A decided request stays until you move on,
      so that a key never hits another request by accident. Only what is shown is allowed:
      if the request has changed since, nothing is sent. What is high risk takes a typed yes.

      Press any key to go back.""";

  private Footer() {}

  static List<AttributedString> of(Inbox inbox, int width) {
    List<AttributedString> lines = new ArrayList<>();
    switch (inbox.mode()) {
      case Mode.Denying(_, var behavior, var text) -> typed(lines, asked(behavior), text, width);
      case Mode.Answering mode -> typed(lines, choices(inbox, mode), mode.text(), width);
      case Mode.Commenting(_, var text) ->
          typed(lines, "Comment for other people. Enter sends it, Esc goes back.", text, width);
      case Mode.Snoozing(_, var text) ->
          typed(
              lines,
              "Snooze for how long? 30m, 2h, 1d; 0 ends the snooze. Enter alone is 1h.",
              text,
              width);
      case Mode.Affirming(_, _, _, var text) ->
          typed(
              lines,
              "High risk. Type yes to allow it. Enter sends it, Esc goes back.",
              text,
              width);
      case Mode.Confirming _, Mode.Doubting _, Mode.Comparing _ -> notice(lines, inbox, width);
      case Mode.Browsing _, Mode.Helping _ -> notice(lines, inbox, width);
    }
    if ((inbox.mode() instanceof Mode.Answering
            || inbox.mode() instanceof Mode.Commenting
            || inbox.mode() instanceof Mode.Snoozing
            || inbox.mode() instanceof Mode.Affirming)
        && !inbox.notice().isEmpty()) {
      notice(lines, inbox, width);
    }
    lines.add(new AttributedString(WrappedLines.cut(keys(inbox), width), Style.DIM.style()));
    return lines;
  }

  private static String asked(ApprovalBehavior behavior) {
    return switch (behavior) {
      case REQUEST_CHANGES -> "What should the agent change? Enter sends it, Esc goes back.";
      case ASK_BACK -> "Your question to the agent. Enter sends it, Esc goes back.";
      case RESPOND ->
          "The result for the agent; the call does not run. Enter sends it, Esc goes back.";
      case ALLOW, DENY -> "Reason (optional). The agent will see it. Enter denies, Esc goes back.";
    };
  }

  private static void notice(List<AttributedString> lines, Inbox inbox, int width) {
    WrappedLines wrapped = new WrappedLines(width);
    wrapped.add(Style.NOTE, Visible.line(inbox.notice()));
    lines.addAll(inbox.notice().isEmpty() ? List.of(AttributedString.EMPTY) : wrapped.all());
  }

  private static void typed(List<AttributedString> lines, String prompt, String text, int width) {
    lines.add(new AttributedString(WrappedLines.cut(prompt, width), Style.NOTE.style()));
    // The end of a long line is where somebody types.
    List<String> parts = WrappedLines.wrapped(Visible.line(text), width - 4);
    lines.add(new AttributedString("> " + parts.getLast() + "▏", Style.STRONG.style()));
  }

  private static String choices(Inbox inbox, Mode.Answering mode) {
    Item item = inbox.item(mode.id());
    if (item != null && item.card() instanceof Card.QuestionCard(var view)) {
      List<StructuredQuestion> questions = view.request().questions();
      if (mode.answers().size() < questions.size()) {
        return AnswerLine.choices(questions.get(mode.answers().size()))
            + ". Enter answers, Esc goes back.";
      }
    }
    return "Esc goes back.";
  }

  private static String keys(Inbox inbox) {
    return switch (inbox.mode()) {
      case Mode.Confirming _ -> "a allow edited version   e edit again   Esc discard";
      case Mode.Doubting(_, int key) -> (char) key + " allow anyway   d deny   Esc back";
      case Mode.Comparing _ -> "v back   PgDn scroll   a allow   d deny   f request changes";
      case Mode.Denying _, Mode.Answering _, Mode.Commenting _, Mode.Snoozing _, Mode.Affirming _ ->
          "Ctrl-U clears the line";
      case Mode.Browsing _, Mode.Helping _ -> {
        Item item = inbox.current();
        String own =
            item == null || !(item.state() instanceof Inbox.Waiting)
                ? ""
                : switch (item.card()) {
                  case Card.ApprovalCard _ -> "a allow   d deny   e edit   ";
                  case Card.QuestionCard card when card.isAboutEffect() ->
                      "y happened   n did not happen   u unknown   ";
                  case Card.QuestionCard _ -> "a answer   x decline   ";
                };
        yield own + "↑↓ move   PgDn scroll   r refresh   ? help   q quit";
      }
    };
  }
}

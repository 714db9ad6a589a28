package dev.holdpoint.cli.inbox;

import dev.holdpoint.api.gate.ApprovalBodies.ApprovalBehavior;
import dev.holdpoint.api.gate.QuestionBodies.StructuredQuestion;
import dev.holdpoint.cli.AnswerLine;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.cli.inbox.Inbox.Item;
import java.util.ArrayList;
import java.util.List;
import org.jline.utils.AttributedString;
import org.jspecify.annotations.Nullable;

/** The last lines of the screen: what was said about the last key, and what the keys do. */
final class Footer {
  private Footer() {}

  /**
   * @param calm whether a key counts for the card that is shown
   */
  static List<AttributedString> of(Inbox inbox, int width, boolean calm) {
    List<AttributedString> lines = new ArrayList<>();
    String prompt = prompt(inbox);
    if (prompt == null) {
      notice(lines, inbox, width);
    } else {
      typed(lines, prompt, text(inbox.mode()), width);
      if (!inbox.notice().isEmpty()) {
        notice(lines, inbox, width);
      }
    }
    lines.add(new AttributedString(WrappedLines.cut(keys(inbox, calm), width), Style.DIM.style()));
    return lines;
  }

  /** The label of the field where something is typed; null where nothing is. */
  private static @Nullable String prompt(Inbox inbox) {
    return switch (inbox.mode()) {
      case Mode.Searching _ -> "Search: all words must occur. Enter searches, Esc goes back.";
      case Mode.Denying(_, var behavior, _) -> asked(behavior);
      case Mode.Several mode when mode.behavior() != ApprovalBehavior.ALLOW ->
          "Reason (optional). The agents will see it. Enter denies, Esc goes back.";
      case Mode.Answering mode -> choices(inbox, mode);
      case Mode.Commenting _ -> "Comment for other people. Enter sends it, Esc goes back.";
      case Mode.Snoozing _ ->
          "Snooze for how long? 30m, 2h, 1d; 0 ends the snooze. Enter alone is 1h.";
      case Mode.Affirming _ -> "High risk. Type yes to allow it. Enter sends it, Esc goes back.";
      default -> null;
    };
  }

  private static String text(Mode mode) {
    return switch (mode) {
      case Mode.Searching(var text) -> text;
      case Mode.Denying(_, _, var text) -> text;
      case Mode.Several(_, _, _, var text) -> text;
      case Mode.Answering(_, _, var text) -> text;
      case Mode.Commenting(_, var text) -> text;
      case Mode.Snoozing(_, var text) -> text;
      case Mode.Affirming(_, _, var text) -> text;
      default -> "";
    };
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
    if (inbox.card(mode.id()) instanceof Card.QuestionCard(var view)) {
      List<StructuredQuestion> questions = view.request().questions();
      if (mode.answers().size() < questions.size()) {
        return AnswerLine.choices(questions.get(mode.answers().size()))
            + ". Enter answers, Esc goes back.";
      }
    }
    return "Esc goes back.";
  }

  private static String keys(Inbox inbox, boolean calm) {
    return switch (inbox.mode()) {
      case Mode.Helping _ -> "↑↓ PgDn scroll   any other key back";
      case Mode.Filtering _ -> "↑↓ field   ←→ change   Backspace clear   Enter show   Esc back";
      case Mode.Remembering mode ->
          "↑↓ field   ←→ change   w wider choices   "
              + (calm && mode.form().ok() ? "Enter: Allow and create rule   " : "")
              + "Esc back";
      case Mode.Several mode when mode.behavior() == ApprovalBehavior.ALLOW ->
          mode.meant().isEmpty()
              ? "Esc back"
              : (calm ? "Enter allow   " : "") + "PgDn scroll   Esc back";
      case Mode.Confirming _ -> "a allow edited version   e edit again   Esc discard";
      case Mode.Doubting(_, int key) -> (char) key + " allow anyway   d deny   Esc back";
      case Mode.Reading(_, char key, _, _) -> key + " back   PgDn scroll   a allow   d deny";
      case Mode.Denying _,
          Mode.Answering _,
          Mode.Commenting _,
          Mode.Snoozing _,
          Mode.Affirming _,
          Mode.Searching _,
          Mode.Several _ ->
          "Ctrl-U clears the line";
      case Mode.Browsing _ -> browsing(inbox, calm);
    };
  }

  /** Keys that decide are named once they count. */
  private static String browsing(Inbox inbox, boolean calm) {
    Item item = inbox.current();
    String own =
        !inbox.ticked().isEmpty()
            ? "a allow selected   d deny selected   Esc none   "
            : item == null || !calm || !(item.state() instanceof Inbox.Waiting)
                ? ""
                : item.held() != null ? "U undo   Enter next   " : deciding(item.card());
    return own + "↑↓ move   PgDn scroll   / search   ? help   q quit";
  }

  private static String deciding(@Nullable Card card) {
    return switch (card) {
      case null -> "";
      case Card.ApprovalCard _ -> "a allow   d deny   r remember   e edit   ";
      case Card.QuestionCard question when question.isAboutEffect() ->
          "y happened   n did not happen   u unknown   ";
      case Card.QuestionCard _ -> "a answer   d decline   ";
    };
  }
}

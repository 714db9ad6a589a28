package dev.holdpoint.cli.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.api.gate.ApprovalBodies.ApprovalBehavior;
import dev.holdpoint.api.gate.InboxBodies.InboxRow;
import dev.holdpoint.api.gate.QuestionBodies.QuestionAnswer;
import dev.holdpoint.api.permission.PermissionBodies.PermissionScopeKind;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.cli.inbox.Inbox.Step;
import dev.holdpoint.cli.inbox.InboxEvent.Shown;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.JsonNodeFactory;

class InboxMachineTest {
  private static final Card.ApprovalCard OLD = Cards.approval("apr_old", 1, "make");
  private static final Card.ApprovalCard NEW = Cards.approval("apr_new", 2, "make install");
  private static final Card.QuestionCard LOST = Cards.uncertain("qst_2", "./deploy 1.4");
  private static final Card.QuestionCard ASK = Cards.question("qst_1", 3, null);

  /** Somebody in front of the screen, who sees what is there before each key. */
  private static final class Sitting {
    private Inbox inbox = Inbox.EMPTY;
    private @Nullable Effect effect;

    /** The list was read, now these wait; and then their cards. */
    Sitting listed(boolean anew, Card... cards) {
      happens(Cards.list(inbox, anew, cards));
      Effect then = effect;
      for (Card card : cards) {
        happens(new InboxEvent.Opened(card));
      }
      effect = then;
      return this;
    }

    Sitting happens(InboxEvent happening) {
      Step step = InboxMachine.step(inbox, happening);
      inbox = step.inbox();
      effect = step.effect();
      return this;
    }

    Sitting press(Key key) {
      String id =
          inbox.mode() instanceof Mode.Remembering mode ? RuleKeys.shownAs(mode) : inbox.selected();
      return happens(new InboxEvent.Pressed(key, new Shown(id, true)));
    }

    Sitting type(String keys) {
      keys.codePoints().forEach(c -> press(c == '\n' ? Key.Named.ENTER : new Key.Letter(c)));
      return this;
    }

    List<String> ids() {
      return inbox.items().stream().map(Inbox.Item::id).toList();
    }
  }

  /** Keys by the names that the table has for them. */
  private static final class Keys {
    private Keys() {}

    static Key of(String name) {
      return switch (name) {
        case "ArrowDown" -> Key.Named.DOWN;
        case "ArrowUp" -> Key.Named.UP;
        case "PageDown" -> Key.Named.PAGE_DOWN;
        case "PageUp" -> Key.Named.PAGE_UP;
        case "Enter" -> Key.Named.ENTER;
        case "Escape" -> Key.Named.ESCAPE;
        default -> Key.letter(name.charAt(0));
      };
    }
  }

  private static Sitting with(Card... cards) {
    return new Sitting().happens(new InboxEvent.Connected()).listed(true, cards);
  }

  @Test
  void the_order_is_the_daemons_and_the_first_is_shown() {
    Sitting sitting = with(NEW, OLD);

    assertThat(sitting.ids()).containsExactly("apr_new", "apr_old");
    assertThat(sitting.inbox.selected()).isEqualTo("apr_new");
  }

  @Test
  void a_key_decides_the_card_that_is_shown_with_what_it_says() {
    assertThat(with(OLD, NEW).type("a").effect).isEqualTo(Effect.Allow.once(OLD, null));
    assertThat(with(OLD, NEW).type("ja").effect).isEqualTo(Effect.Allow.once(NEW, null));
    assertThat(with(OLD).type("dtoo late\n").effect)
        .isEqualTo(new Effect.Deny(OLD, ApprovalBehavior.DENY, "too late"));
    assertThat(with(OLD).type("fuse staging\n").effect)
        .isEqualTo(new Effect.Deny(OLD, ApprovalBehavior.REQUEST_CHANGES, "use staging"));
    assertThat(with(OLD).type("bwhy?\n").effect)
        .isEqualTo(new Effect.Deny(OLD, ApprovalBehavior.ASK_BACK, "why?"));
    assertThat(with(OLD).type("tdone\n").effect)
        .isEqualTo(new Effect.Deny(OLD, ApprovalBehavior.RESPOND, "done"));
    assertThat(with(OLD).type("t \n").effect).as("without words").isEqualTo(null);
    assertThat(with(OLD).type("d \n").effect)
        .isEqualTo(new Effect.Deny(OLD, ApprovalBehavior.DENY, null));
    assertThat(with(ASK).type("d").effect).isEqualTo(new Effect.Decline(ASK));
    assertThat(with(OLD).type("q").effect).isEqualTo(new Effect.Quit());
  }

  @Test
  void what_a_revision_changes_is_shown_until_a_key_goes_on_from_the_card() {
    assertThat(with(OLD).type("v").inbox.notice()).contains("not a revision");
    Sitting sitting = with(OLD, NEW);

    sitting.happens(told("- make", "+ make all"));
    assertThat(sitting.inbox.mode())
        .isEqualTo(
            new Mode.Reading("apr_old", 'v', "Difference:", List.of("- make", "+ make all")));
    assertThat(sitting.press(Key.Named.PAGE_DOWN).inbox.mode()).isInstanceOf(Mode.Reading.class);
    assertThat(with(OLD).happens(told("- make")).type("v").inbox.mode())
        .isEqualTo(new Mode.Browsing());
    assertThat(sitting.type("a").effect).isEqualTo(Effect.Allow.once(OLD, null));

    Sitting gone = with(OLD, NEW).type("j");
    gone.happens(told("- make"));
    assertThat(gone.inbox.mode()).isEqualTo(new Mode.Browsing());
  }

  private static InboxEvent told(String... lines) {
    return new InboxEvent.Told("apr_old", 'v', "Difference:", List.of(lines));
  }

  @Test
  // PF-87
  void PF_87_a_yes_against_the_agents_suggestion_is_said_twice() {
    Card.ApprovalCard doubted = Cards.approval("apr_no", 1, "rm x", ApprovalBehavior.DENY);
    assertThat(with(doubted).type("a").effect).isNull();
    assertThat(with(doubted).type("aa").effect).isEqualTo(Effect.Allow.once(doubted, null));
    assertThat(with(doubted).type("r").effect).isNull();
    assertThat(with(doubted).type("rr").inbox.mode()).isInstanceOf(Mode.Remembering.class);
    assertThat(with(doubted, NEW).type("aja").effect).isEqualTo(Effect.Allow.once(NEW, null));
    assertThat(with(doubted).type("adno\n").effect)
        .isEqualTo(new Effect.Deny(doubted, ApprovalBehavior.DENY, "no"));
    Sitting back = with(doubted).type("a").press(Key.Named.ESCAPE);
    assertThat(back.type("a").effect).isNull();
  }

  @Test
  // PG-17
  void PG_17_what_is_high_risk_takes_a_typed_yes() {
    Card.ApprovalCard high = Cards.highRisk("apr_rm", 1, "rm -rf build");
    assertThat(with(high).type("aaaa\n\n").effect).as("a held down").isNull();
    Sitting sitting = with(high).type("ay\n");
    assertThat(sitting.effect).isNull();
    assertThat(sitting.inbox.notice()).contains("Type yes");
    assertThat(sitting.type("es\n").effect).isEqualTo(Effect.Allow.once(high, null));
    assertThat(with(high).type("aye").press(Key.Named.ESCAPE).effect).isNull();
    Sitting rule =
        with(high)
            .type("r")
            .happens(
                new InboxEvent.Foreseen(
                    "apr_rm", "rm -rf build", PermissionScopeKind.SESSION, "none", true));
    assertThat(rule.type("\n").effect).as("a rule takes the word as well").isNull();
    assertThat(rule.type("yes\n").effect)
        .isInstanceOfSatisfying(Effect.Allow.class, it -> assertThat(it.rule()).isNotNull());
    assertThat(with(high).type("dno\n").effect)
        .isEqualTo(new Effect.Deny(high, ApprovalBehavior.DENY, "no"));

    var input = JsonNodeFactory.instance.objectNode().put("command", "rm -r build/tmp");
    Sitting edited = with(high).type("e").happens(new InboxEvent.Edited("apr_rm", input));
    assertThat(edited.type("a").effect).isNull();
    edited.type("yes");
    edited.happens(new InboxEvent.Pressed(Key.Named.ENTER, new Shown("apr_rm", false)));
    assertThat(edited.effect).as("not all of the edit was shown").isNull();
    assertThat(edited.inbox.notice()).contains("Scroll to the end (PgDn) to allow.");
    assertThat(edited.press(Key.Named.PAGE_DOWN).inbox.scroll()).isPositive();
    assertThat(edited.type("\n").effect).isEqualTo(Effect.Allow.once(high, input));

    Sitting unread = with(high);
    unread.happens(new InboxEvent.Pressed(Key.letter('a'), new Shown("apr_rm", false)));
    assertThat(unread.inbox.mode()).isEqualTo(new Mode.Browsing());
  }

  @Test
  void what_arrives_does_not_come_under_the_finger() {
    Sitting sitting = with(NEW).listed(false, OLD, NEW, ASK);

    assertThat(sitting.ids()).as("one goes behind the last").containsExactly("apr_new", "qst_1");
    assertThat(sitting.inbox.listing().fresh()).hasSize(1);
    assertThat(sitting.type("a").effect).isEqualTo(Effect.Allow.once(NEW, null));

    Sitting shown = with(NEW).listed(false, OLD, NEW);
    assertThat(shown.type(".").effect).isEqualTo(new Effect.Refresh(Wish.ALL, true));
    shown.listed(true, OLD, NEW);
    assertThat(shown.ids()).containsExactly("apr_old", "apr_new");
    assertThat(shown.inbox.selected()).isEqualTo("apr_new");
    assertThat(with(NEW).listed(false, OLD, NEW).happens(new InboxEvent.Idle()).effect)
        .isEqualTo(new Effect.Refresh(Wish.ALL, true));
  }

  @Test
  void a_key_that_was_pressed_at_another_picture_does_nothing() {
    Sitting sitting = with(OLD);
    sitting.happens(new InboxEvent.Pressed(Key.letter('a'), Shown.NOTHING));
    assertThat(sitting.effect).isNull();
    assertThat(sitting.inbox.notice()).contains("The screen has just changed");

    // Section 9: within 400 ms after the card changed a key counts for nothing.
    sitting.happens(new InboxEvent.Pressed(Key.letter('a'), new Shown("apr_old", true, false)));
    assertThat(sitting.effect).isNull();
    assertThat(sitting.type("a").effect).isEqualTo(Effect.Allow.once(OLD, null));
  }

  // PG-63
  @Test
  void PG_63_every_key_of_the_table_does_something_and_none_while_typing() {
    for (HelpText.Row row : HelpText.rows()) {
      for (String name : row.keys()) {
        Key key = Keys.of(name);
        Sitting sitting = row.id().equals("happened") ? with(LOST, OLD) : with(OLD, ASK, NEW);
        assertThat(sitting.press(key).inbox.notice())
            .as(row.id())
            .isNotEqualTo("Unknown key. Press ? for help.");
        for (String typing : List.of("d", "m", "z", "/")) {
          Sitting writing = with(OLD, NEW).type(typing).press(key);
          if (key instanceof Key.Letter) {
            assertThat(writing.effect).as(row.id() + " while typing").isNull();
            assertThat(writing.inbox.mode()).isNotEqualTo(new Mode.Browsing());
            assertThat(writing.inbox.selected()).isEqualTo("apr_old");
          }
        }
      }
    }
    for (String other : List.of("n", "h", "y", "u", "i", "A", "g")) {
      assertThat(with(OLD, NEW).type(other).inbox.notice())
          .isEqualTo("Unknown key. Press ? for help.");
    }
  }

  // PG-79
  @Test
  void PG_79_rows_are_selected_and_decided_together() {
    Card.ApprovalCard high = Cards.highRisk("apr_rm", 4, "rm -rf build");
    Card.ApprovalCard claimed = Cards.triaged("apr_c", 5, "ls", Cards.claimedBy("ana"));
    Card.ApprovalCard lengthy = Cards.keyed(Cards.approval("apr_l", 6, "echo"), "deploy", "deploy");
    Card.ApprovalCard held = Cards.held(Cards.approval("apr_h", 7, "ls"), "bob", 90_000);
    Card[] all = {OLD, NEW, ASK, high, claimed, lengthy, held};

    assertThat(with(all).type("x").inbox.ticked()).hasSize(1);
    assertThat(with(all).type("xx").inbox.ticked()).isEmpty();
    assertThat(with(all).type("xjjX").inbox.ticked()).hasSize(3);
    assertThat(with(all).type("*").press(Key.Named.ESCAPE).inbox.ticked()).isEmpty();

    Sitting sitting = with(all).type("*a");
    assertThat(sitting.effect)
        .isEqualTo(
            new Effect.Gather(
                ApprovalBehavior.ALLOW,
                List.of("apr_old", "apr_new", "qst_1", "apr_rm", "apr_c", "apr_l", "apr_h")));
    sitting.happens(new InboxEvent.Gathered(ApprovalBehavior.ALLOW, List.of(all), "ada"));
    Mode.Several several = (Mode.Several) sitting.inbox.mode();
    assertThat(several.meant()).containsExactly(OLD, NEW);
    assertThat(several.out())
        .extracting(Mode.LeftOut::why)
        .containsExactly(
            "a question, which needs its own answer",
            "high risk, which needs its own decision",
            "claimed by ana; select it by itself (x) to include it",
            "longer than its row: read it to its end, then select it again",
            "decided by bob already, and held for a moment");

    sitting.happens(new InboxEvent.Pressed(Key.Named.ENTER, new Shown(ManyKeys.DIALOG, false)));
    assertThat(sitting.effect).as("the end of the list was not on the screen").isNull();
    sitting.happens(new InboxEvent.Pressed(Key.Named.ENTER, new Shown(ManyKeys.DIALOG, true)));
    assertThat(sitting.effect)
        .isEqualTo(new Effect.Many(ApprovalBehavior.ALLOW, List.of(OLD, NEW), null));
    sitting.happens(
        new InboxEvent.ManySent(
            List.of("apr_old", "apr_new"),
            Map.of("apr_old", "allowed by you"),
            List.of(),
            "1 allowed. 1 refused."));
    assertThat(sitting.effect).isEqualTo(new Effect.Refresh(Wish.ALL, false));
    assertThat(sitting.inbox.notice()).isEqualTo("1 allowed. 1 refused.");
    assertThat(Objects.requireNonNull(sitting.inbox.item("apr_new")).state())
        .isInstanceOf(Inbox.Waiting.class);

    // What is longer than its row is meant where it was on the screen to its end.
    Sitting read = with(OLD, lengthy).type("jx");
    read.happens(new InboxEvent.Gathered(ApprovalBehavior.ALLOW, List.of(lengthy), "ada"));
    assertThat(((Mode.Several) read.inbox.mode()).meant()).containsExactly(lengthy);

    // A no needs nothing, and one that is selected by itself is meant whoever has claimed it.
    Sitting denied = with(claimed, high, lengthy).type("x*d");
    denied.happens(
        new InboxEvent.Gathered(ApprovalBehavior.DENY, List.of(claimed, high, lengthy), "ada"));
    assertThat(denied.type("no a q\n").effect)
        .isEqualTo(
            new Effect.Many(ApprovalBehavior.DENY, List.of(claimed, high, lengthy), "no a q"));
  }

  // PG-79
  @Test
  void PG_79_the_command_of_another_tool_is_read_before_many_are_allowed() {
    assertThat(together(with(OLD, NEW).type("*"), OLD)).contains("tool bash · session deploys");
    Card.ApprovalCard claude = Cards.ofTool(NEW, "Bash");
    assertThat(together(with(OLD, claude).type("*"), claude)).contains("Allow 1", "tool Bash");
    for (String tool : List.of("drop_tenant", "BASH", "hook:codex/Bash", "bash\u200b")) {
      Card.ApprovalCard other = Cards.ofTool(Cards.approval("apr_d", 3, "staging"), tool);
      assertThat(together(with(OLD, other).type("*"), other))
          .containsSubsequence("Left out:", "Run staging: longer than its row");
      assertThat(together(with(OLD, other).type("jx"), other))
          .containsSubsequence(
              "Allow 1 request:",
              "Run staging",
              "tool " + Visible.line(tool) + " · session deploys")
          .doesNotContain("Left out:");
    }
  }

  /** What the dialog says of these cards. */
  private static String together(Sitting sitting, Card.ApprovalCard... cards) {
    sitting.happens(new InboxEvent.Gathered(ApprovalBehavior.ALLOW, List.of(cards), "ada"));
    return String.join("\n", FormText.several((Mode.Several) sitting.inbox.mode(), 80).all());
  }

  // PG-79
  @Test
  void PG_79_what_is_held_is_undone() {
    Card.ApprovalCard held = Cards.held(OLD, "ada", 90_000);
    assertThat(with(OLD).type("U").effect).isNull();
    Sitting sitting = with(OLD, NEW).type("a").happens(new InboxEvent.Held(held));
    assertThat(sitting.type("a").effect).as("it is allowed already").isNull();
    assertThat(sitting.type("U").effect).isEqualTo(new Effect.Undo(List.of("apr_old")));
    assertThat(sitting.type("\nU").effect)
        .as("from the next card as well")
        .isEqualTo(new Effect.Undo(List.of("apr_old")));
    assertThat(sitting.inbox.selected()).isEqualTo("apr_new");

    sitting.happens(new InboxEvent.Undone(List.of(OLD), "Undone."));
    assertThat(sitting.type("U").effect).isNull();
    assertThat(sitting.type("ka").effect).isEqualTo(Effect.Allow.once(OLD, null));
    assertThat(with(held).type("dno\n").effect).as("a no takes its place").isNotNull();
  }

  // PG-79
  @Test
  void PG_79_what_was_held_together_is_undone_together_though_a_card_was_read_before() {
    Sitting sitting = with(OLD, NEW);
    List<String> both = List.of("apr_old", "apr_new");
    sitting.happens(new InboxEvent.ManySent(both, Map.of(), both, "2 allowed. U undoes them."));
    sitting.happens(new InboxEvent.Opened(NEW));
    assertThat(sitting.type("U").effect).isEqualTo(new Effect.Undo(both));
    sitting.happens(new InboxEvent.Undone(List.of(OLD), "Undone."));
    assertThat(sitting.type("U").effect)
        .as("what could not be undone")
        .isEqualTo(new Effect.Undo(List.of("apr_new")));
    sitting.happens(new InboxEvent.Undone(List.of(NEW), "Undone."));
    assertThat(sitting.type("U").effect).isNull();
  }

  // PG-79
  @Test
  void PG_79_the_list_tells_without_a_stream_that_the_shown_card_has_changed() {
    Card.ApprovalCard held = Cards.held(OLD, "bob", 90_000);
    Sitting sitting = with(held, NEW).type("a");
    assertThat(sitting.inbox.notice()).contains("Decided by bob already");
    sitting.happens(Cards.list(sitting.inbox, false, OLD, NEW));
    assertThat(sitting.effect).as("undone elsewhere").isEqualTo(new Effect.Reread(held));
    sitting.happens(new InboxEvent.Updated(OLD, ""));
    assertThat(sitting.happens(Cards.list(sitting.inbox, false, OLD, NEW)).effect).isNull();
    assertThat(sitting.type("a").effect).isEqualTo(Effect.Allow.once(OLD, null));

    Sitting moved = with(NEW, held);
    moved.happens(Cards.list(moved.inbox, false, NEW, OLD));
    assertThat(moved.effect).as("another card is shown").isNull();
    assertThat(moved.type("j").effect).isEqualTo(new Effect.Reread(held));

    for (InboxRow row : List.of(Cards.revised(OLD, 2), Cards.standing(OLD, "1 of 2 agree"))) {
      InboxEvent told = new InboxEvent.Listed(Wish.ALL, List.of(row), 1, false, false);
      assertThat(with(OLD).happens(told).effect).isEqualTo(new Effect.Reread(OLD));
    }
  }

  // PG-79
  @Test
  void PG_79_a_list_that_was_asked_for_is_loading_until_it_is_there_and_reads_the_card_anew() {
    Sitting early = new Sitting().type("a");
    assertThat(early.inbox.notice()).isEqualTo("Loading…");
    assertThat(early.type("x").inbox.notice()).isEqualTo("Loading…");
    assertThat(early.listed(true).inbox.notice()).isEmpty();
    assertThat(early.type("a").inbox.notice()).isEqualTo("There are no pending requests.");

    for (String key : List.of("R", ".")) {
      Sitting sitting = with(OLD).type(key);
      sitting.happens(Cards.list(sitting.inbox, false, OLD));
      assertThat(sitting.inbox.notice()).as("of a list before").isEqualTo("Loading…");
      sitting.happens(Cards.list(sitting.inbox, true, OLD));
      assertThat(sitting.inbox.notice()).isEmpty();
      assertThat(with(OLD).type(key).happens(new InboxEvent.Unlisted("gone")).inbox.notice())
          .isEmpty();
    }

    Card.ApprovalCard held = Cards.held(OLD, "bob", 90_000);
    Sitting shown = with(held);
    shown.happens(new InboxEvent.Opened(OLD));
    assertThat(shown.type("a").effect).isEqualTo(Effect.Allow.once(OLD, null));
    Sitting other = with(OLD).happens(new InboxEvent.Opened(Cards.other("apr_old", 1, "rm")));
    assertThat(other.type("a").effect)
        .as("what was not shown is not allowed")
        .isEqualTo(Effect.Allow.once(OLD, null));
  }

  // PG-79
  @Test
  void PG_79_the_list_is_searched_filtered_and_sorted_by_the_daemon() {
    Wish found = Wish.ALL.searching("prod");
    Sitting sitting = with(OLD, NEW).type("/prod a");
    assertThat(sitting.press(Key.Named.BACKSPACE).press(Key.Named.BACKSPACE).type("\n").effect)
        .isEqualTo(new Effect.Refresh(found, true));
    assertThat(sitting.ids()).isEmpty();
    sitting.happens(new InboxEvent.Listed(Wish.ALL, List.of(Cards.row(OLD)), 1, false, true));
    assertThat(sitting.ids()).as("of the question before").isEmpty();
    assertThat(with(OLD).type("/x").press(Key.Named.ESCAPE).ids()).containsExactly("apr_old");

    assertThat(with(OLD).type("s").effect)
        .isEqualTo(new Effect.Refresh(Wish.ALL.sortedNext(), true));
    assertThat(Wish.ALL.sortedNext().sortedNext().sortedNext().sortedNext()).isEqualTo(Wish.ALL);

    Sitting filtered = with(OLD).type("F").press(Key.Named.DOWN).press(Key.Named.DOWN);
    filtered.press(Key.Named.LEFT);
    assertThat(filtered.type("\n").effect)
        .isEqualTo(new Effect.Refresh(Wish.ALL.with(Wish.Field.RISK, "high"), true));
    filtered.happens(
        new InboxEvent.Listed(Wish.ALL.with(Wish.Field.RISK, "high"), List.of(), 1, false, true));
    assertThat(filtered.type("F").press(Key.Named.BACKSPACE).type("\n").effect)
        .isEqualTo(new Effect.Refresh(Wish.ALL, true));
  }

  @Test
  void nobody_allows_what_was_not_read_to_its_end() {
    Sitting sitting = with(OLD);
    sitting.happens(new InboxEvent.Pressed(Key.letter('a'), new Shown("apr_old", false)));

    assertThat(sitting.effect).isNull();
    assertThat(sitting.inbox.notice()).contains("Scroll to the end (PgDn) to allow.");
  }

  @Test
  void a_second_press_decides_nothing_more() {
    Sitting sitting = with(OLD, NEW).type("a");
    assertThat(sitting.type("a").effect).as("while it is sent").isNull();

    sitting.happens(new InboxEvent.Sent("apr_old", "allowed by you"));
    assertThat(sitting.inbox.selected()).isEqualTo("apr_old");
    assertThat(sitting.type("a").effect).isNull();
    assertThat(sitting.inbox.notice()).contains("allowed by you");

    sitting.type("\n");
    assertThat(sitting.ids()).containsExactly("apr_new");
    assertThat(sitting.type("a").effect).isEqualTo(Effect.Allow.once(NEW, null));
  }

  @Test
  void a_card_that_others_settled_says_by_whom_and_takes_no_key() {
    Sitting sitting = with(OLD, NEW);
    sitting.happens(new InboxEvent.Settled("apr_old", "denied by bob"));

    assertThat(sitting.inbox.selected()).isEqualTo("apr_old");
    for (String key : List.of("a", "d", "e")) {
      assertThat(sitting.type(key).effect).isNull();
      assertThat(sitting.inbox.notice()).contains("denied by bob");
    }
    assertThat(sitting.type("j").ids()).containsExactly("apr_new");

    Sitting other = with(OLD, NEW).happens(new InboxEvent.Settled("apr_new", "x"));
    assertThat(other.ids()).as("rows do not move").containsExactly("apr_old", "apr_new");
    assertThat(other.happens(new InboxEvent.Idle()).effect)
        .isEqualTo(new Effect.Refresh(Wish.ALL, true));
    assertThat(other.listed(true, OLD).ids()).containsExactly("apr_old");
  }

  @Test
  void somebody_who_types_is_told_that_another_was_faster() {
    Sitting sitting = with(OLD).type("dnot n");
    sitting.happens(new InboxEvent.Settled("apr_old", "allowed by bob"));

    assertThat(sitting.inbox.mode()).isEqualTo(new Mode.Browsing());
    assertThat(sitting.inbox.notice()).isEqualTo("Already allowed by bob. Nothing was sent.");
    assertThat(sitting.type("\n").effect).isNull();
  }

  @Test
  void what_was_decided_here_stays_told_so() {
    Sitting sitting = with(OLD).type("a");
    sitting.happens(new InboxEvent.Sent("apr_old", "allowed by you"));
    sitting.happens(new InboxEvent.Settled("apr_old", "allowed by admin"));

    assertThat(Objects.requireNonNull(sitting.inbox.current()).state())
        .isEqualTo(new Inbox.Settled("allowed by you", true));
  }

  @Test
  void what_failed_waits_again() {
    Sitting sitting = with(OLD).type("a");
    sitting.happens(new InboxEvent.Failed("apr_old", "No daemon answers"));

    assertThat(sitting.inbox.notice()).isEqualTo("No daemon answers");
    assertThat(sitting.type("a").effect).isEqualTo(Effect.Allow.once(OLD, null));
  }

  @Test
  void an_edited_input_is_shown_before_it_is_allowed() {
    var input = JsonNodeFactory.instance.objectNode().put("command", "make -n");
    Sitting sitting = with(OLD, NEW).type("e");
    assertThat(sitting.effect).isEqualTo(new Effect.Edit(OLD, OLD.row().request().input()));

    sitting.happens(new InboxEvent.Edited("apr_old", input));
    assertThat(sitting.effect).isNull();
    assertThat(sitting.type("jj").inbox.selected()).as("it stays").isEqualTo("apr_old");
    assertThat(sitting.type("e").effect).isEqualTo(new Effect.Edit(OLD, input));
    sitting.happens(new InboxEvent.Edited("apr_old", input));
    assertThat(sitting.type("a").effect).isEqualTo(Effect.Allow.once(OLD, input));

    Sitting dropped = with(OLD).happens(new InboxEvent.Edited("apr_old", input));
    dropped.press(Key.Named.ESCAPE);
    assertThat(dropped.type("a").effect).isEqualTo(Effect.Allow.once(OLD, null));

    Sitting late = with(OLD).type("e");
    late.happens(new InboxEvent.Settled("apr_old", "denied by bob"));
    late.happens(new InboxEvent.Edited("apr_old", input));
    assertThat(late.inbox.mode()).isEqualTo(new Mode.Browsing());
    assertThat(late.inbox.notice()).contains("no longer pending");
  }

  @Test
  void questions_are_answered_one_after_the_other_and_sent_together() {
    Sitting sitting = with(ASK).type("\n7\n");
    assertThat(sitting.inbox.notice()).contains("There is no option 7");
    sitting.press(Key.Named.BACKSPACE);
    sitting.type("2\n");
    assertThat(sitting.effect).isNull();

    sitting.type("small\n");
    assertThat(sitting.effect)
        .isEqualTo(
            new Effect.Answer(
                ASK,
                List.of(
                    new QuestionAnswer("db", List.of("lite"), null),
                    new QuestionAnswer("why", List.of(), "small"))));
    assertThat(with(ASK).type("a").press(Key.Named.ESCAPE).inbox.mode())
        .isEqualTo(new Mode.Browsing());
  }

  // PF-40
  @Test
  void one_key_says_what_became_of_a_call_that_left_no_result() {
    Map.of("y", "happened", "n", "not_happened", "u", "unknown")
        .forEach(
            (key, word) ->
                assertThat(with(LOST).type(key).effect)
                    .isEqualTo(
                        new Effect.Answer(
                            LOST, List.of(new QuestionAnswer("effect", List.of(word), null)))));

    // On every other card they do nothing.
    assertThat(with(OLD, NEW).type("n").inbox.selected()).isEqualTo("apr_old");
    assertThat(with(ASK).type("y").effect).isNull();
    assertThat(with(LOST).type("q").effect).isEqualTo(new Effect.Quit());
  }

  @Test
  void nobody_lets_a_call_run_again_that_they_have_not_seen_to_its_end() {
    Sitting sitting = with(LOST);
    sitting.happens(new InboxEvent.Pressed(Key.letter('n'), new Shown("qst_2", false)));
    assertThat(sitting.effect).isNull();
    assertThat(sitting.inbox.notice()).contains("Scroll to the end");
    assertThat(sitting.type("u").effect).isInstanceOf(Effect.Answer.class);
  }

  @Test
  void after_a_lost_connection_all_is_read_again() {
    Sitting sitting = with(OLD, NEW).happens(new InboxEvent.Lost("gone"));
    assertThat(sitting.inbox.trouble()).isEqualTo("gone");

    sitting.happens(new InboxEvent.Connected());
    assertThat(sitting.effect).isEqualTo(new Effect.Refresh(Wish.ALL, false));
    sitting.listed(false, NEW);
    assertThat(sitting.effect).as("who was it?").isEqualTo(new Effect.Look("apr_old"));
    assertThat(sitting.inbox.selected()).isEqualTo("apr_old");
    assertThat(sitting.type("a").effect).isNull();
  }

  @Test
  void nothing_waits_and_then_something_does() {
    Sitting sitting = with(OLD).happens(new InboxEvent.Settled("apr_old", "expired"));
    sitting.press(Key.Named.DOWN);
    assertThat(sitting.ids()).isEmpty();
    assertThat(sitting.inbox.selected()).isNull();
    assertThat(sitting.type("a").inbox.notice()).isEqualTo("There are no pending requests.");

    sitting.listed(false, NEW);
    assertThat(sitting.inbox.selected()).isEqualTo("apr_new");
  }

  @Test
  void a_card_is_claimed_snoozed_and_commented_on_and_waits_on() {
    assertThat(with(OLD).type("c").effect).isEqualTo(new Effect.Claim(OLD));
    assertThat(with(ASK).type("z\n").effect).isEqualTo(new Effect.Snooze(ASK, Duration.ofHours(1)));
    assertThat(with(OLD).type("z30m\n").effect)
        .isEqualTo(new Effect.Snooze(OLD, Duration.ofMinutes(30)));
    assertThat(with(OLD).type("z0\n").effect).isEqualTo(new Effect.Snooze(OLD, Duration.ZERO));
    Sitting unclear = with(OLD).type("zsoon\n");
    assertThat(unclear.effect).isNull();
    assertThat(unclear.inbox.notice()).contains("is not a time span");

    Sitting commented = with(OLD).type("m it is q and a\n");
    assertThat(commented.effect).isEqualTo(new Effect.Comment(OLD, "it is q and a"));
    assertThat(Objects.requireNonNull(commented.inbox.current()).state())
        .isInstanceOf(Inbox.Waiting.class);
    Sitting empty = with(OLD).type("m \n");
    assertThat(empty.effect).isNull();
    assertThat(empty.inbox.notice()).contains("Type the comment first");
    assertThat(with(OLD).type("mx").press(Key.Named.ESCAPE).inbox.mode())
        .isEqualTo(new Mode.Browsing());
  }

  @Test
  void what_people_did_is_updated_and_what_would_run_is_not() {
    Card claimed = Cards.triaged("apr_old", 1, "make", Cards.claimedBy("ana"));
    Sitting sitting = with(OLD, NEW).happens(new InboxEvent.Updated(claimed, ""));
    assertThat(Objects.requireNonNull(sitting.inbox.current()).card()).isEqualTo(claimed);

    Card other = Cards.other("apr_old", 1, "make clean");
    Inbox after = sitting.happens(new InboxEvent.Updated(other, "")).inbox;
    assertThat(Objects.requireNonNull(after.current()).card())
        .as("a key must not allow what was not shown")
        .isEqualTo(claimed);

    sitting.type("a");
    assertThat(sitting.inbox.current().state()).isInstanceOf(Inbox.Sending.class);
    sitting.happens(new InboxEvent.Updated(OLD, "Your vote is recorded."));
    assertThat(sitting.inbox.current().state()).isInstanceOf(Inbox.Waiting.class);
    assertThat(sitting.inbox.notice()).isEqualTo("Your vote is recorded.");
  }
}

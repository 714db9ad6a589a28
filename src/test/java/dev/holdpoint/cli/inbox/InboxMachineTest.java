package dev.holdpoint.cli.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.api.gate.ApprovalBodies.ApprovalBehavior;
import dev.holdpoint.api.gate.QuestionBodies.QuestionAnswer;
import dev.holdpoint.api.permission.PermissionBodies.PermissionScopeKind;
import dev.holdpoint.cli.inbox.InboxEvent.Shown;
import dev.holdpoint.cli.inbox.InboxMachine.Step;
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

    Sitting happens(InboxEvent happening) {
      Step step = InboxMachine.step(inbox, happening);
      inbox = step.inbox();
      effect = step.effect();
      return this;
    }

    Sitting press(Key key) {
      return happens(new InboxEvent.Pressed(key, new Shown(inbox.selected(), true)));
    }

    Sitting type(String keys) {
      keys.codePoints().forEach(c -> press(c == '\n' ? Key.Named.ENTER : new Key.Letter(c)));
      return this;
    }

    List<String> ids() {
      return inbox.items().stream().map(item -> item.card().id()).toList();
    }
  }

  private static Sitting with(Card... cards) {
    return new Sitting().happens(new InboxEvent.Listed(List.of(cards)));
  }

  @Test
  void the_oldest_is_first_and_is_shown() {
    Sitting sitting = with(NEW, OLD);

    assertThat(sitting.ids()).containsExactly("apr_old", "apr_new");
    assertThat(sitting.inbox.selected()).isEqualTo("apr_old");
  }

  @Test
  void a_key_decides_the_card_that_is_shown_with_what_it_says() {
    assertThat(with(OLD, NEW).type("a").effect).isEqualTo(new Effect.Allow(OLD, null, null));
    assertThat(with(OLD, NEW).type("ja").effect).isEqualTo(new Effect.Allow(NEW, null, null));
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
    assertThat(with(ASK).type("x").effect).isEqualTo(new Effect.Decline(ASK));
    assertThat(with(OLD).type("q").effect).isEqualTo(new Effect.Quit());
  }

  @Test
  void what_a_revision_changes_is_shown_until_a_key_goes_on_from_the_card() {
    assertThat(with(OLD).type("v").inbox.notice()).contains("not a revision");
    Sitting sitting = with(OLD, NEW);

    sitting.happens(new InboxEvent.Compared("apr_old", List.of("- make", "+ make all")));
    assertThat(sitting.inbox.mode())
        .isEqualTo(new Mode.Comparing("apr_old", List.of("- make", "+ make all")));
    assertThat(sitting.press(Key.Named.PAGE_DOWN).inbox.mode()).isInstanceOf(Mode.Comparing.class);
    assertThat(sitting.type("a").effect).isEqualTo(new Effect.Allow(OLD, null, null));

    Sitting gone = with(OLD, NEW).type("j");
    gone.happens(new InboxEvent.Compared("apr_old", List.of("- make")));
    assertThat(gone.inbox.mode()).isEqualTo(new Mode.Browsing());
  }

  @Test
  // PF-87
  void PF_87_a_yes_against_the_agents_suggestion_is_said_twice() {
    Card.ApprovalCard doubted = Cards.approval("apr_no", 1, "rm x", ApprovalBehavior.DENY);
    for (String key : List.of("a", "s", "w")) {
      assertThat(with(doubted).type(key).effect).as(key).isNull();
      assertThat(with(doubted).type(key + key).effect)
          .as(key)
          .isInstanceOfSatisfying(
              Effect.Allow.class, it -> assertThat(it.card()).isEqualTo(doubted));
    }
    assertThat(with(doubted, NEW).type("aja").effect).isEqualTo(new Effect.Allow(NEW, null, null));
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
    assertThat(sitting.type("es\n").effect).isEqualTo(new Effect.Allow(high, null, null));
    assertThat(with(high).type("syes\n").effect)
        .isEqualTo(new Effect.Allow(high, null, PermissionScopeKind.SESSION));
    assertThat(with(high).type("aye").press(Key.Named.ESCAPE).type("s\n").effect).isNull();
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
    assertThat(edited.type("\n").effect).isEqualTo(new Effect.Allow(high, input, null));

    Sitting unread = with(high);
    unread.happens(new InboxEvent.Pressed(Key.letter('a'), new Shown("apr_rm", false)));
    assertThat(unread.inbox.mode()).isEqualTo(new Mode.Browsing());
  }

  @Test
  void a_key_allows_the_like_from_now_on_too() {
    assertThat(with(OLD).type("s").effect)
        .isEqualTo(new Effect.Allow(OLD, null, PermissionScopeKind.SESSION));
    assertThat(with(OLD).type("w").effect)
        .isEqualTo(new Effect.Allow(OLD, null, PermissionScopeKind.USER));
    assertThat(with(ASK).type("s").effect).isNull();
  }

  @Test
  void what_arrives_does_not_come_under_the_finger() {
    Sitting sitting = with(NEW);
    sitting.happens(new InboxEvent.Arrived(OLD));

    assertThat(sitting.ids()).as("it is older").containsExactly("apr_old", "apr_new");
    assertThat(sitting.type("a").effect).isEqualTo(new Effect.Allow(NEW, null, null));
  }

  @Test
  void a_key_that_was_pressed_at_another_picture_does_nothing() {
    Sitting sitting = new Sitting();
    sitting.happens(new InboxEvent.Arrived(OLD));
    sitting.happens(new InboxEvent.Pressed(Key.letter('a'), Shown.NOTHING));

    assertThat(sitting.effect).isNull();
    assertThat(sitting.inbox.notice()).contains("The screen has just changed");
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
    assertThat(sitting.type("a").effect).isEqualTo(new Effect.Allow(NEW, null, null));
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
    assertThat(sitting.type("n").ids()).containsExactly("apr_new");

    sitting.happens(new InboxEvent.Arrived(OLD)).happens(new InboxEvent.Settled("apr_old", "x"));
    assertThat(sitting.ids()).as("it was not shown, so it goes").containsExactly("apr_new");
  }

  @Test
  void somebody_who_types_is_told_that_another_was_faster() {
    Sitting sitting = with(OLD).type("dnot n");
    sitting.happens(new InboxEvent.Settled("apr_old", "allowed by bob"));

    assertThat(sitting.inbox.mode()).isEqualTo(new Mode.Browsing());
    assertThat(sitting.inbox.notice())
        .contains("Already decided by someone else. Nothing was sent.");
    assertThat(sitting.type("\n").effect).isNull();
  }

  @Test
  void what_was_decided_here_stays_told_so() {
    Sitting sitting = with(OLD).type("a");
    sitting.happens(new InboxEvent.Sent("apr_old", "allowed by you"));
    sitting.happens(new InboxEvent.Settled("apr_old", "allowed by admin"));

    assertThat(sitting.inbox.current())
        .isEqualTo(new Inbox.Item(OLD, new Inbox.Settled("allowed by you", true)));
  }

  @Test
  void what_failed_waits_again() {
    Sitting sitting = with(OLD).type("a");
    sitting.happens(new InboxEvent.Failed("apr_old", "No daemon answers"));

    assertThat(sitting.inbox.notice()).isEqualTo("No daemon answers");
    assertThat(sitting.type("a").effect).isEqualTo(new Effect.Allow(OLD, null, null));
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
    assertThat(sitting.type("a").effect).isEqualTo(new Effect.Allow(OLD, input, null));

    Sitting dropped = with(OLD).happens(new InboxEvent.Edited("apr_old", input));
    dropped.press(Key.Named.ESCAPE);
    assertThat(dropped.type("a").effect).isEqualTo(new Effect.Allow(OLD, null, null));

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

    // On every other card n moves on, and the two others do nothing.
    assertThat(with(OLD, NEW).type("n").inbox.selected()).isEqualTo("apr_new");
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
    assertThat(sitting.effect).isEqualTo(new Effect.Refresh());
    sitting.happens(new InboxEvent.Listed(List.of(NEW)));
    assertThat(sitting.effect).as("who was it?").isEqualTo(new Effect.Look(OLD));
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

    sitting.happens(new InboxEvent.Arrived(NEW));
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

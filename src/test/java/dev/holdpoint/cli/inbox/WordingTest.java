package dev.holdpoint.cli.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.api.gate.ApprovalBodies.ApprovalBehavior;
import dev.holdpoint.api.permission.PermissionBodies.PermissionScopeKind;
import dev.holdpoint.cli.inbox.InboxEvent.Shown;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What the screens of the inbox say, and what they said once. */
class WordingTest {
  private static final Card.ApprovalCard OLD = Cards.approval("apr_old", 1, "make");
  private static final Card.ApprovalCard NEW = Cards.approval("apr_new", 2, "make install");
  private static final Card.QuestionCard ASK = Cards.question("qst_1", 3, null);

  /** Before, and after; a screen that is found by the name shows what came after. */
  private static final String TABLE =
      """
      0 cards waiting | Loading…
      Opening the inbox… | Loading…
      There is more to read: scroll to its end (PgDn) before you allow. | Scroll to the end (PgDn) to allow.
      That key does nothing here; ? tells which do. | Unknown key. Press ? for help.
      Somebody was faster; nothing was sent. | Already allowed by bob. Nothing was sent.
      Nothing waits for you | You're all caught up
      What agents ask shows up here by itself. | New requests appear here automatically.
      Nothing matches. Other prompts wait; clear the filter to see them. | No results. 14 other requests are waiting.
      Allow this, and the like from now on | Allow and remember
      Allow and keep the rule | Allow and create rule
      It would have decided 3 of the 40 newest calls | Would have matched 3 of the last 40 calls
      Here each call is approved by itself: allow it once. | Can't be remembered. Each request needs its own approval.
      Why not? Told to the model; may be left empty. | Reason (optional). The agent will see it.
      Allow with this input | a allow edited version
      What led to it | What led to this
      Lately decided | Decided: allowed by bob
      """;

  private static final List<String> NEVER =
      List.of(
          "cards waiting",
          "Look twice",
          "In your own words",
          "Something else, in your own words",
          "Not done.",
          "That did not work",
          "Somebody else was first",
          "Waits for somebody",
          "Further input",
          "Single letters do things",
          "Allow for the session",
          "It takes a signature",
          "For good",
          "the like",
          "whoever",
          "somebody");

  private Inbox inbox = Inbox.EMPTY;
  private final List<String> screens = new ArrayList<>();

  private void happens(InboxEvent event) {
    inbox = InboxMachine.step(inbox, event).inbox();
    screens.add(
        Drawing.of(inbox, Map.of(), "http://127.0.0.1:4747", 140, 50, 60_000, true).lines().stream()
            .map(Object::toString)
            .collect(Collectors.joining("\n")));
  }

  private void press(Key key) {
    happens(new InboxEvent.Pressed(key, new Shown(inbox.selected(), true)));
  }

  private void type(String keys) {
    keys.codePoints().forEach(c -> press(new Key.Letter(c)));
  }

  private void begin(Card... cards) {
    inbox = Inbox.EMPTY;
    happens(new InboxEvent.Connected());
    happens(Cards.list(inbox, true, cards));
    for (Card card : cards) {
      happens(new InboxEvent.Opened(card));
    }
  }

  /** All that can be on the screen, one after the other. */
  private void seed() {
    begin();
    begin(OLD, NEW, ASK);
    type("?");
    press(Key.Named.ESCAPE);
    type("F");
    press(Key.Named.ESCAPE);
    type("/nothing");
    press(Key.Named.ENTER);
    happens(new InboxEvent.Listed(Wish.ALL.searching("nothing"), List.of(), 14, false, true));
    begin(OLD, NEW, ASK);
    type("i");
    happens(new InboxEvent.Pressed(Key.letter('a'), new Shown("apr_old", false)));
    type("r");
    happens(
        new InboxEvent.Foreseen(
            "apr_old",
            "make",
            PermissionScopeKind.SESSION,
            "Would have matched 3 of the last 40 calls.",
            true));
    press(Key.Named.ESCAPE);
    happens(new InboxEvent.Told("apr_old", 'w', "What led to this:", List.of("  make")));
    press(Key.Named.ESCAPE);
    happens(new InboxEvent.Edited("apr_old", OLD.row().request().input()));
    press(Key.Named.ESCAPE);
    for (String form : List.of("d", "f", "b", "t", "m", "z")) {
      type(form);
      press(Key.Named.ESCAPE);
    }
    type("*a");
    happens(new InboxEvent.Gathered(ApprovalBehavior.ALLOW, List.of(OLD, NEW, ASK), "ada"));
    press(Key.Named.ESCAPE);
    press(Key.Named.ESCAPE);
    type("dno");
    happens(new InboxEvent.Settled("apr_old", "allowed by bob"));
    begin(Cards.keyed(OLD, "request_approval", "make"), Cards.highRisk("apr_rm", 4, "rm -rf x"));
    type("rj");
    type("ay");
    begin(Cards.uncertain("qst_2", "./deploy"), ASK);
    type("jx");
    type("a");
  }

  @Test
  @DisplayName("PG-85 the terminal says what the table of words says after, and nothing of before")
  void PG_85_the_terminal_says_what_the_table_says() {
    seed();
    String all = String.join("\n", screens);
    for (String row : TABLE.lines().toList()) {
      List<String> words = Arrays.stream(row.split(" \\| ")).map(String::strip).toList();
      assertThat(all).contains(words.get(1)).doesNotContain(words.getFirst());
    }
    NEVER.forEach(word -> assertThat(all).doesNotContain(word));
    assertThat(screens.getFirst()).contains("Loading…").doesNotContain("waiting");
  }
}

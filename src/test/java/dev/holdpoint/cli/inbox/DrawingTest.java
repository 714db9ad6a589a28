package dev.holdpoint.cli.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.api.gate.ApprovalBodies.GateWaits;
import dev.holdpoint.api.gate.TriageBodies.GateChangeWord;
import dev.holdpoint.api.gate.TriageBodies.TriageLogEntry;
import dev.holdpoint.cli.Times;
import dev.holdpoint.cli.inbox.Drawing.Picture;
import dev.holdpoint.cli.inbox.InboxEvent.Shown;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jline.utils.AttributedString;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;

class DrawingTest {
  private static Inbox with(Card... cards) {
    return Cards.with(cards);
  }

  private static Picture draw(Inbox inbox, int columns, int rows) {
    return Drawing.of(inbox, Map.of(), "http://127.0.0.1:4747", columns, rows, 60_000, true);
  }

  private static String text(Picture picture) {
    return String.join("\n", picture.lines().stream().map(AttributedString::toString).toList());
  }

  @Test
  void a_card_is_shown_with_its_context_and_its_keys() {
    Picture picture = draw(with(Cards.approval("apr_1", 1_000, "make install")), 80, 24);

    assertThat(picture.lines()).hasSize(24);
    assertThat(text(picture))
        .containsSubsequence(
            "holdpoint inbox   1 request waiting",
            "live",
            "▸ •  Run make install",
            "deploys",
            "59 s",
            "Run make install",
            "bash wants to run:",
            "    make install",
            "reason      because",
            "session     deploys",
            "run         run_apr_1",
            "id          apr_1",
            "digest      dddddddddddd",
            "a allow   d deny   r remember   e edit");
  }

  @Test
  @DisplayName("AG-23 a card says in words who waits for it")
  void AG_23_a_card_says_who_waits() {
    assertThat(waits(GateWaits.NOW, null)).contains("The agent is waiting now.");
    assertThat(waits(GateWaits.COMES_BACK, null))
        .contains("The agent is not waiting now. It receives the decision later.");
    assertThat(waits(GateWaits.NOBODY, null)).contains("Nobody waits for this now.");
    assertThat(waits(GateWaits.NOBODY, 3_600_000L))
        .contains("A decision is kept for the same request until " + Times.at(3_600_000L) + ".");
    assertThat(text(draw(with(Cards.approval("apr_1", 1_000, "ls")), 160, 24)))
        .doesNotContain("waits");
  }

  private static String waits(GateWaits waits, @Nullable Long keptUntilMs) {
    return text(
        draw(with(Cards.approval("apr_1", 1_000, "ls", null, waits, keptUntilMs)), 160, 24));
  }

  @Test
  void what_an_agent_wrote_steers_nothing() {
    Picture picture =
        draw(with(Cards.approval("apr_1", 1_000, "rm x\u001b[2K\r\u202e\u009b1m")), 80, 24);

    assertThat(text(picture))
        .contains("rm x⟨ESC⟩[2K⟨CR⟩⟨RLO⟩⟨U+009B⟩1m")
        .doesNotContain("\u001b", "\r", "\u202e", "\u009b");
  }

  @Test
  void long_text_is_wrapped_and_counts_as_read_only_when_all_of_it_was_on_the_screen() {
    String command = "echo " + "0123456789".repeat(100);
    Inbox inbox = with(Cards.approval("apr_1", 1_000, command));
    SeenLines seen = new SeenLines();

    Picture first = draw(inbox, 40, 12);
    assertThat(text(first)).contains("more lines (PgDn)");
    assertThat(first.lines()).allMatch(line -> line.columnLength() <= 40);
    assertThat(seen.add(first.seen())).isFalse();
    assertThat(seen.add(draw(inbox.scrolled(1_000), 40, 12).seen()))
        .as("the middle was passed over")
        .isFalse();
    boolean whole = false;
    for (int scroll = 0; scroll < 60; scroll++) {
      whole = seen.add(draw(inbox.scrolled(scroll), 40, 12).seen());
    }
    assertThat(whole).isTrue();

    assertThat(seen.add(draw(with(Cards.approval("apr_2", 1_000, "ls")), 40, 24).seen()))
        .as("a short one is seen at once")
        .isTrue();
  }

  @Test
  void an_edited_input_was_not_seen_because_the_one_before_was() {
    Card card = Cards.approval("apr_1", 1_000, "ls");
    Inbox inbox = with(card);
    SeenLines seen = new SeenLines();
    assertThat(seen.add(draw(inbox, 40, 20).seen())).isTrue();

    var input = JsonNodeFactory.instance.objectNode().put("command", "x".repeat(900));
    Inbox edited = InboxMachine.step(inbox, new InboxEvent.Edited("apr_1", input)).inbox();
    assertThat(seen.add(draw(edited, 40, 20).seen())).isFalse();
  }

  @Test
  void a_question_of_a_child_names_the_child() {
    assertThat(text(draw(with(Cards.question("qst_1", 1_000, "child-7")), 80, 30)))
        .containsSubsequence(
            "asked by child session child-7, run run_child",
            "Question 1 of 2",
            "Which database?",
            "1  PostgreSQL  [pg]",
            "Question 2 of 2",
            "a answer   d decline");
  }

  // PF-40
  @Test
  void a_call_that_left_no_result_is_shown_in_full_with_its_three_keys() {
    assertThat(text(draw(with(Cards.uncertain("qst_1", "./deploy 1.4")), 80, 30)))
        .containsSubsequence(
            "Did this happen?",
            "bash was started and left no result:",
            "./deploy 1.4",
            "started",
            "node-a",
            "attempt",
            "its processes were stopped",
            "y happened   n did not happen   u unknown");
  }

  @Test
  void what_was_settled_says_by_whom_and_offers_no_key() {
    Inbox inbox =
        InboxMachine.step(
                with(Cards.approval("apr_1", 1_000, "ls")),
                new InboxEvent.Settled("apr_1", "denied by bob"))
            .inbox();

    assertThat(text(draw(inbox, 80, 24)))
        .contains("Decided: denied by bob.", "0 requests waiting")
        .doesNotContain("a allow");
  }

  @Test
  @DisplayName("PG-79 there is no count before the list is there")
  void PG_79_there_is_no_count_before_the_list_is_there() {
    assertThat(text(draw(Inbox.EMPTY, 80, 24)))
        .contains("holdpoint inbox   Loading…")
        .doesNotContain("waiting", "caught up");
    Inbox searched =
        InboxMachine.step(
                Inbox.of(Wish.ALL.searching("nothing like it")),
                new InboxEvent.Listed(
                    Wish.ALL.searching("nothing like it"), List.of(), 14, false, true))
            .inbox();
    assertThat(text(draw(searched, 80, 24)))
        .contains("“nothing like it”", "No results. 14 other requests are waiting.");
  }

  @Test
  @DisplayName("PG-79 a row is fitted to the width and keeps its risk")
  void PG_79_a_row_is_fitted_to_the_width() {
    Inbox inbox = with(Cards.highRisk("apr_1", 1_000, "rm -rf " + "build/".repeat(20)));
    for (int columns = 20; columns <= 200; columns += 7) {
      String row = draw(inbox, columns, 24).lines().get(1).toString();
      assertThat(row.length()).as(row).isLessThanOrEqualTo(columns);
      assertThat(row).startsWith("▸ •! Run ");
    }
    assertThat(draw(inbox, 120, 24).lines().get(1).toString()).contains("deploys", "59 s", "…");
  }

  @Test
  @DisplayName("PG-63 PG-79 the help is the table of keys, and is whole at 40 by 12")
  void PG_63_the_help_is_the_table_of_keys() throws Exception {
    JsonNode table;
    try (var in = DrawingTest.class.getResourceAsStream("/web/keys.json")) {
      table = JsonMapper.shared().readTree(in);
    }
    List<String> wanted = new ArrayList<>();
    for (JsonNode row : table) {
      if (!row.path("only").asString("").equals("page")) {
        wanted.add(row.path("label").asString());
      }
    }
    assertThat(HelpText.rows().stream().map(HelpText.Row::label)).containsExactlyElementsOf(wanted);

    Inbox helping =
        InboxMachine.step(with(), new InboxEvent.Pressed(Key.letter('?'), Shown.NOTHING)).inbox();
    StringBuilder narrow = new StringBuilder();
    for (int scroll = 0; scroll < 60; scroll++) {
      Picture picture = draw(helping.scrolled(scroll), 40, 12);
      assertThat(picture.lines()).hasSize(12).allMatch(line -> line.columnLength() <= 40);
      narrow.append(text(picture)).append('\n');
    }
    String whole = text(draw(helping, 160, 60));
    for (HelpText.Row row : HelpText.rows()) {
      assertThat(whole).contains(row.label()).contains(row.names());
      List<String> words = List.of(row.label().split(" "));
      assertThat(narrow).contains(words);
    }
    assertThat(text(draw(helping, 100, 60))).contains(wanted);
  }

  @Test
  void any_size_of_window_will_do() {
    Inbox inbox = with(Cards.approval("apr_1", 1_000, "ls"), Cards.question("qst_1", 2_000, null));
    for (int columns : List.of(1, 20, 81, 300)) {
      for (int rows : List.of(1, 8, 9, 24, 100)) {
        assertThat(draw(inbox, columns, rows).lines()).hasSize(Math.max(8, rows));
      }
    }
    assertThat(text(draw(Inbox.EMPTY, 80, 24))).contains("Loading…");
    assertThat(text(draw(with(), 80, 24)))
        .contains("You're all caught up. New requests appear here automatically.");
  }

  @Test
  void a_card_shows_who_has_claimed_it_and_what_people_said() {
    Card card = Cards.triaged("apr_1", 1_000, "ls", Cards.claimedBy("ana"));
    CardBackground behind =
        new CardBackground(
            null,
            List.of(
                new TriageLogEntry(
                    "e1",
                    2,
                    "bob",
                    GateChangeWord.COMMENTED,
                    "not\u001b[2K yet",
                    null,
                    null,
                    null,
                    null)),
            null);
    String text =
        text(
            Drawing.of(
                with(card),
                Map.of("apr_1", behind),
                "http://127.0.0.1:4747",
                120,
                30,
                30_000,
                true));
    assertThat(text)
        .containsSubsequence(
            "▸    Run ls",
            "claimed by  ana, ends in 30 seconds",
            "comments    1",
            "comment     bob: not⟨ESC⟩[2K yet");
  }
}

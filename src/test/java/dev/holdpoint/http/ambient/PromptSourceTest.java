package dev.holdpoint.http.ambient;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.core.event.JournalRow;
import dev.holdpoint.core.event.LedgerEvent;
import dev.holdpoint.core.gate.Option;
import dev.holdpoint.core.gate.StructuredQuestion;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.engine.gate.GateDraft;
import dev.holdpoint.engine.journal.Feed;
import dev.holdpoint.engine.json.Digests;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PromptSourceTest {
  private static final int RING = 1_024;

  @TempDir Path folder = Path.of("");
  private Stage stage = NOT_YET;

  @SuppressWarnings("NullAway") // set before each test
  private static final Stage NOT_YET = null;

  @BeforeEach
  void open() {
    stage = new Stage(folder);
    stage.session("s");
    stage.session("t");
  }

  @AfterEach
  void close() {
    stage.close();
  }

  private long raisedAt(String approvalId) {
    return stage.feed.after(0, new Feed.Filter.All(), RING).rows().stream()
        .mapToLong(row -> idIn(row, new LedgerEvent.ApprovalRaised(approvalId)))
        .filter(id -> id > 0)
        .findFirst()
        .orElseThrow();
  }

  private long settledAt(String approvalId) {
    return stage.feed.after(0, new Feed.Filter.All(), RING).rows().stream()
        .mapToLong(row -> idIn(row, new LedgerEvent.ApprovalSettled(approvalId)))
        .filter(id -> id > 0)
        .findFirst()
        .orElseThrow();
  }

  private static long idIn(JournalRow row, LedgerEvent event) {
    int index = row.events().indexOf(event);
    return index < 0 ? 0 : row.idOf(index);
  }

  @Test
  void the_first_frame_is_the_state_whatever_it_is() {
    try (Reading nobody = Reading.approvals(stage, "nobody");
        Reading idle = Reading.approvals(stage, "s")) {
      assertThat(nobody.lines()).containsExactly("initial nothing of 0");
      assertThat(idle.frames())
          .singleElement()
          .satisfies(frame -> assertThat(frame.id()).isEqualTo(stage.lastEventId()));
      String first = stage.approval("s", "a");
      stage.approval("s", "b");
      try (Reading late = Reading.approvals(stage, "s")) {
        assertThat(late.lines()).containsExactly("initial " + first + " of 2");
      }
    }
  }

  @Test
  void a_new_prompt_comes_once_by_itself_and_its_end_is_told_with_what_is_left() {
    try (Reading reading = Reading.approvals(stage, "s")) {
      reading.frames();
      String first = stage.approval("s", "a");
      String second = stage.approval("s", "b");
      stage.approval("t", "elsewhere");
      List<Reading.Frame> frames = reading.frames();
      assertThat(frames)
          .extracting(Reading.Frame::line)
          .containsExactly("approval " + first, "approval " + second);
      assertThat(frames)
          .extracting(Reading.Frame::id)
          .containsExactly(raisedAt(first), raisedAt(second));
      stage.click("s", first);
      List<Reading.Frame> after = reading.frames();
      assertThat(after)
          .extracting(Reading.Frame::line)
          .containsExactly("approval " + second + " of 1");
      assertThat(after.getFirst().id()).isEqualTo(settledAt(first));
      stage.click("s", second);
      assertThat(reading.lines()).containsExactly("approval nothing of 0");
      assertThat(reading.lines()).isEmpty();
    }
  }

  @Test
  void each_frame_tells_the_state_of_its_own_row_however_late_it_is_read() {
    String first = stage.approval("s", "a");
    String second = stage.approval("s", "b");
    String third = stage.approval("s", "c");
    try (Reading reading = Reading.approvals(stage, "s")) {
      assertThat(reading.lines()).containsExactly("initial " + first + " of 3");
      stage.click("s", first);
      stage.click("s", second);
      stage.click("s", third);
      assertThat(reading.lines())
          .containsExactly(
              "approval " + second + " of 2",
              "approval " + third + " of 1",
              "approval nothing of 0");
    }
  }

  @Test
  void a_run_that_asks_for_several_things_shows_each_and_its_end_clears_all_at_once() {
    try (Reading reading = Reading.approvals(stage, "s")) {
      reading.frames();
      Run run = stage.parked("s", "a", "b", "c");
      List<String> ids = run.approvals().stream().map(approval -> approval.id()).toList();
      assertThat(reading.lines())
          .containsExactlyElementsOf(ids.stream().map(id -> "approval " + id).toList());
      stage.click("s", ids.get(1));
      assertThat(reading.lines()).containsExactly("approval " + ids.getFirst() + " of 2");
      stage.runs.cancel(run.id(), "ada");
      assertThat(reading.lines()).containsExactly("approval nothing of 0");
    }
  }

  @Test
  void what_commits_between_the_registration_and_the_first_look_is_in_the_first_frame_alone() {
    try (Reading reading = Reading.approvals(stage, "s")) {
      String before = stage.approval("s", "a");
      assertThat(reading.wakes).hasValue(1);
      assertThat(reading.lines()).containsExactly("initial " + before + " of 1");
      assertThat(reading.lines()).isEmpty();
      String after = stage.approval("s", "b");
      assertThat(reading.lines()).containsExactly("approval " + after);
    }
  }

  @Test
  void a_stream_may_be_opened_before_its_session_exists() {
    try (Reading reading = Reading.approvals(stage, "later")) {
      assertThat(reading.lines()).containsExactly("initial nothing of 0");
      stage.session("later");
      String first = stage.approval("later", "a");
      assertThat(reading.lines()).containsExactly("approval " + first);
    }
  }

  @Test
  void a_quiet_session_is_not_behind_however_busy_the_others_are() {
    try (Reading reading = Reading.approvals(stage, "s")) {
      reading.frames();
      IntStream.rangeClosed(0, RING).forEach(i -> stage.approval("t", "x" + i));
      assertThat(reading.wakes).hasValue(0);
      String first = stage.approval("s", "a");
      assertThat(reading.lines()).containsExactly("approval " + first);
    }
  }

  @Test
  void a_reader_who_falls_behind_is_sent_the_state_anew() {
    try (Reading reading = Reading.approvals(stage, "s")) {
      reading.frames();
      String first = stage.approval("s", "a");
      IntStream.range(0, RING).forEach(i -> stage.approval("t", "x" + i));
      List<Reading.Frame> frames = reading.frames();
      assertThat(frames)
          .extracting(Reading.Frame::line)
          .containsExactly("initial " + first + " of 1");
      assertThat(frames.getFirst().id()).isEqualTo(stage.lastEventId());
      stage.click("s", first);
      assertThat(reading.lines()).containsExactly("approval nothing of 0");
    }
  }

  @Test
  void a_commit_of_which_nobody_knows_leads_to_a_fresh_look() {
    try (Reading reading = Reading.approvals(stage, "s")) {
      reading.frames();
      stage.feed.unknown();
      assertThat(reading.lines()).containsExactly("initial nothing of 0");
    }
  }

  /** The row that was written last. */
  private JournalRow newest() {
    return stage.feed.after(0, new Feed.Filter.All(), RING).rows().getLast();
  }

  private Reading reading(Feed feed) {
    return new Reading(
        new PromptSource(
            stage.engine,
            feed,
            stage.json,
            new ApprovalKind(Reading.standings(stage)),
            "s",
            OptionalLong.empty(),
            (_, _) -> {}));
  }

  @Test
  void a_commit_that_lands_after_the_fresh_look_is_seen_with_the_next_one_whoevers_that_is() {
    for (String next : List.of("s", "t")) {
      // Told by hand, so that something can be committed of which it is never told.
      Feed feed = new Feed(stage.engine, 100_000);
      try (Reading before = reading(feed)) {
        int known = before.frames().getFirst().data().get("pending_count").asInt();
        feed.unknown();
        try (Reading meanwhile = reading(feed)) {
          assertThat(before.frames().getFirst().event()).isEqualTo("initial");
          meanwhile.frames();
          stage.approval("s", "in doubt");
          stage.approval(next, "after it");
          feed.rows(List.of(newest()));
          int now = known + (next.equals("s") ? 2 : 1);
          for (Reading reading : List.of(before, meanwhile)) {
            assertThat(reading.lines())
                .singleElement()
                .asString()
                .startsWith("initial ")
                .endsWith(" of " + now);
          }
          String live = stage.approval("s", "as ever");
          feed.rows(List.of(newest()));
          assertThat(before.lines()).containsExactly("approval " + live);
          assertThat(meanwhile.lines()).containsExactly("approval " + live);
        }
      }
    }
  }

  @Test
  void a_doubt_is_not_forgotten_over_later_news_nor_told_to_who_has_seen_its_end() {
    Feed feed = new Feed(stage.engine, 100_000);
    try (Reading early = reading(feed);
        Reading late = reading(feed)) {
      early.frames();
      feed.unknown();
      early.frames();
      String doubtful = stage.approval("s", "in doubt");
      assertThat(late.lines()).containsExactly("initial " + doubtful + " of 1");
      String second = stage.approval("s", "a");
      feed.rows(List.of(newest()));
      String third = stage.approval("s", "b");
      feed.rows(List.of(newest()));
      assertThat(early.lines()).containsExactly("initial " + doubtful + " of 3");
      assertThat(late.lines()).containsExactly("approval " + second, "approval " + third);
      assertThat(early.lines()).isEmpty();
    }
  }

  @Test
  void who_comes_back_sees_what_it_missed_and_nothing_twice() {
    String first = stage.approval("s", "a");
    String second = stage.approval("s", "b");
    String third = stage.approval("s", "c");
    String gone = stage.approval("s", "d");
    stage.click("s", gone);
    long head = stage.lastEventId();
    try (Reading all = Reading.approvals(stage, "s", OptionalLong.of(0));
        Reading some = Reading.approvals(stage, "s", OptionalLong.of(raisedAt(second)));
        Reading none = Reading.approvals(stage, "s", OptionalLong.of(head));
        Reading never = Reading.approvals(stage, "s", OptionalLong.of(head + 1))) {
      String initial = "initial " + first + " of 3";
      assertThat(all.lines()).containsExactly(initial, "approval " + second, "approval " + third);
      List<Reading.Frame> frames = some.frames();
      assertThat(frames)
          .extracting(Reading.Frame::line)
          .containsExactly(initial, "approval " + third);
      assertThat(frames).extracting(Reading.Frame::id).containsExactly(raisedAt(second), head);
      assertThat(none.lines()).containsExactly(initial);
      assertThat(never.lines()).containsExactly(initial);
    }
  }

  // H3-07
  @Test
  void who_is_cut_off_while_it_catches_up_still_sees_the_rest_when_it_comes_back_again() {
    stage.approval("s", "a");
    long left = stage.lastEventId();
    stage.approval("s", "b");
    stage.approval("s", "c");
    stage.approval("s", "d");
    List<Reading.Frame> frames;
    try (Reading back = Reading.approvals(stage, "s", OptionalLong.of(left))) {
      frames = back.frames();
      stage.click("s", stage.approval("s", "e"));
      assertThat(back.frames())
          .extracting(Reading.Frame::id)
          .allMatch(id -> id > frames.getLast().id());
    }
    assertThat(frames).hasSize(4).extracting(Reading.Frame::id).isSorted();
    for (int seen = 1; seen <= frames.size(); seen++) {
      long last = frames.get(seen - 1).id();
      try (Reading again = Reading.approvals(stage, "s", OptionalLong.of(last))) {
        assertThat(again.lines())
            .as("cut off after %d frames", seen)
            .containsAll(
                frames.subList(seen, frames.size()).stream().map(Reading.Frame::line).toList())
            .doesNotHaveDuplicates();
      }
    }
  }

  private static StructuredQuestion asked(String id) {
    return new StructuredQuestion(id, "", id + "?", List.of(), false);
  }

  private void answer(String clarifyId) {
    stage.prompts.answer("s", clarifyId, List.of("yes"), null, Stage.ADA);
  }

  @Test
  void a_request_of_several_questions_comes_one_question_at_a_time() {
    try (Reading reading = Reading.clarifications(stage, "s", OptionalLong.empty())) {
      reading.frames();
      String two = stage.question("s", GateDraft.Deadline.NONE, asked("a"), asked("b"));
      String one = stage.question("s", GateDraft.Deadline.NONE, asked("c"));
      assertThat(reading.lines()).containsExactly("clarify " + two + ":a", "clarify " + one);
      answer(two + ":a");
      assertThat(reading.lines())
          .containsExactly("clarify " + two + ":b of 2", "clarify " + two + ":b");
      answer(two + ":b");
      assertThat(reading.lines()).containsExactly("clarify " + one + " of 1");
      answer(one);
      assertThat(reading.lines()).containsExactly("clarify nothing of 0");
    }
  }

  @Test
  void the_next_question_is_missed_by_whoever_left_before_it_was_offered() {
    String first = stage.question("s", GateDraft.Deadline.NONE, asked("x"));
    String two = stage.question("s", GateDraft.Deadline.NONE, asked("a"), asked("b"));
    long before = stage.lastEventId();
    long cutOff;
    try (Reading reading = Reading.clarifications(stage, "s", OptionalLong.empty())) {
      reading.frames();
      answer(two + ":a");
      List<Reading.Frame> frames = reading.frames();
      assertThat(frames)
          .extracting(Reading.Frame::line)
          .containsExactly("clarify " + first + " of 2", "clarify " + two + ":b");
      cutOff = frames.getFirst().id();
    }
    String initial = "initial " + first + " of 2";
    for (long cursor : List.of(0L, before, cutOff)) {
      try (Reading back = Reading.clarifications(stage, "s", OptionalLong.of(cursor))) {
        assertThat(back.lines()).containsExactly(initial, "clarify " + two + ":b");
      }
    }
    try (Reading back = Reading.clarifications(stage, "s", OptionalLong.of(stage.lastEventId()))) {
      assertThat(back.lines()).containsExactly(initial);
    }
  }

  // H3-50, H3-55, H3-61
  @Test
  void a_question_is_shown_with_its_labels_and_its_time() {
    StructuredQuestion color =
        new StructuredQuestion(
            "color",
            "",
            "Which?",
            List.of(new Option("r", "Red", null, null), new Option("g", "Green", null, null)),
            false);
    String id = stage.question("s", new GateDraft.Deadline(null, 90_500L), color);
    try (Reading reading = Reading.clarifications(stage, "s", OptionalLong.empty())) {
      assertThat(reading.frames().getFirst().text().replaceAll("run_[0-9A-Z]{26}", "run_1"))
          .isEqualTo(
              """
              {"pending":{"clarify_id":"%s","question":"Which?","choices_offered":["Red","Green"],\
              "session_id":"s","kind":"clarify","requested_at":1763200000.123,\
              "timeout_seconds":90.5,"expires_at":1763200090.623,"run_id":"run_1","revision":1,\
              "digest":"%s","questions":[{"id":"color","header":"","question":"Which?",\
              "options":[{"id":"r","label":"Red"},{"id":"g","label":"Green"}],\
              "multi_select":false}]},"pending_count":1}"""
                  .formatted(
                      id, "69b468adacccf6a2704f42b22506e4b8f095cbb8e36cc24379228af2a0114fba"));
    }
  }

  // H3-17 to H3-21, H3-61
  @Test
  void an_approval_is_shown_with_what_would_run_and_what_could_be_granted() {
    String id = stage.approval("s", "ls -l");
    try (Reading reading = Reading.approvals(stage, "s")) {
      assertThat(reading.frames().getFirst().text().replaceAll("run_[0-9A-Z]{26}", "run_1"))
          .isEqualTo(
              """
              {"pending":{"approval_id":"%s","command":"ls -l","description":"may I?",\
              "pattern_key":"ls -l","pattern_keys":["ls -l","ls *"],"session_id":"s",\
              "run_id":"run_1","created_at":1763200000.123,"tool_name":"bash",\
              "input":{"command":"ls -l"},"revision":1,"digest":"%s"},"pending_count":1}"""
                  .formatted(id, Digests.of("bash", new Json("{\"command\":\"ls -l\"}"))));
    }
  }
}

package dev.holdpoint.blackbox.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.cluster.History.Decision;
import dev.holdpoint.blackbox.cluster.History.Event;
import dev.holdpoint.blackbox.cluster.History.Stream;
import dev.holdpoint.blackbox.cluster.History.Submission;
import dev.holdpoint.blackbox.cluster.History.Told;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A checker that finds nothing proves something only if it finds what is there. */
class CheckerTest {
  private static final String MARK = "mark-1-1";
  private static final String OTHER = "mark-1-2";

  private final History history = new History(0, 0);
  private final List<Event> events = new ArrayList<>();
  private final List<String> effects = new ArrayList<>();

  @Test
  void what_went_well_is_without_fault() {
    wholeRun();
    history.submitted(new Submission(MARK, true, "R"));
    history.submitted(new Submission(OTHER, true, null));
    history.decided(new Decision("mark-1-1a", "n1", "A", "allow", Told.WON));
    history.decided(new Decision("mark-1-1d", "n2", "A", "allow", Told.LOST));
    history.decided(new Decision("mark-1-1x", "n3", "A", "deny", Told.UNKNOWN));
    stream(0, 1, 2, 3, 4);
    stream(2, 3, 4, 5);
    assertThat(faults()).isEmpty();
  }

  @Test
  void a_lost_acknowledgement() {
    wholeRun();
    history.submitted(new Submission(OTHER, false, "R2"));
    assertThat(faults()).containsExactly("mark-1-2 was acknowledged as R2; the journal has []");
  }

  @Test
  void a_submission_that_became_two_runs() {
    wholeRun();
    run(6, "R2", MARK, "accepted");
    run(7, "R2", MARK, "completed");
    history.submitted(new Submission(MARK, true, "R"));
    assertThat(faults()).singleElement().asString().contains("is the runs [R, R2]");
  }

  @Test
  void two_winners() {
    wholeRun();
    history.decided(new Decision("mark-1-1a", "n1", "A", "allow", Told.WON));
    history.decided(new Decision("mark-1-1d", "n2", "A", "deny", Told.WON));
    assertThat(faults()).singleElement().asString().contains("mark-1-1d").contains("told=WON");
  }

  @Test
  void a_winner_whose_decision_is_not_there() {
    run(1, "R", MARK, "accepted");
    run(2, "R", MARK, "waiting_for_approval");
    history.decided(new Decision("mark-1-1a", "n1", "A", "allow", Told.WON));
    assertThat(faults()).singleElement().asString().endsWith("behavior=nothing]");
  }

  @Test
  void a_loser_who_was_told_the_wrong_thing() {
    wholeRun();
    history.decided(new Decision("mark-1-1d", "n2", "A", "deny", Told.LOST));
    assertThat(faults()).singleElement().asString().contains("told=LOST");
  }

  @Test
  void a_loser_who_has_won() {
    wholeRun();
    history.decided(new Decision("mark-1-1a", "n1", "A", "allow", Told.LOST));
    assertThat(faults()).singleElement().asString().contains("told=LOST");
  }

  @Test
  void a_gate_decided_twice() {
    wholeRun();
    decision(6, "R", "A", "mark-1-1d", "deny");
    assertThat(faults()).singleElement().asString().startsWith("A was decided more than once");
  }

  @Test
  void a_decision_without_an_answer_that_is_there_as_something_else() {
    wholeRun();
    history.decided(new Decision("mark-1-1a", "n1", "A", "deny", Told.UNKNOWN));
    assertThat(faults()).singleElement().asString().contains("told=UNKNOWN");
  }

  @Test
  void a_skipped_event() {
    wholeRun();
    stream(0, 1, 2, 4);
    assertThat(faults()).containsExactly("a stream of n1 came to 4 and never showed [3]");
  }

  @Test
  void an_event_skipped_between_two_connections() {
    wholeRun();
    stream(0, 1, 2);
    stream(2, 4, 5);
    assertThat(faults()).containsExactly("a stream of n1 came to 5 and never showed [3]");
  }

  @Test
  void reordered_events() {
    wholeRun();
    stream(0, 1, 3, 2, 4);
    assertThat(faults()).containsExactly("a stream of n1 showed event 2 after 3");
  }

  @Test
  void an_event_that_was_shown_before_the_cursor() {
    wholeRun();
    stream(2, 2);
    assertThat(faults()).containsExactly("a stream of n1 showed event 2 after 2");
  }

  @Test
  void one_id_for_two_events() {
    wholeRun();
    history.streamed(new Stream("n2", 3, List.of(new Event(4, "{\"type\":\"other\"}"))));
    assertThat(faults()).singleElement().asString().startsWith("a stream of n2 showed event 4 as");
  }

  @Test
  void an_event_that_nobody_knows_of_later() {
    wholeRun();
    history.streamed(new Stream("n2", 5, List.of(new Event(9, "{\"type\":\"other\"}"))));
    assertThat(faults()).singleElement().asString().endsWith("which is null");
  }

  @Test
  void a_doubled_effect() {
    wholeRun();
    effects.add(MARK);
    assertThat(faults()).containsExactly("the command of mark-1-1 ran twice");
  }

  @Test
  void an_effect_that_nobody_had_allowed() {
    run(1, "R", OTHER, "accepted");
    run(2, "R", OTHER, "waiting_for_approval");
    effects.add(OTHER);
    assertThat(faults())
        .containsExactly("the command of mark-1-2 ran though nobody had allowed it");
  }

  @Test
  void an_effect_that_is_missing() {
    wholeRun();
    effects.clear();
    history.submitted(new Submission(MARK, true, "R"));
    assertThat(faults()).containsExactly("mark-1-1 is completed, and its command never ran");
  }

  @Test
  void a_run_that_ends_twice() {
    wholeRun();
    run(6, "R", MARK, "interrupted");
    assertThat(faults()).singleElement().asString().startsWith("R goes on after its end");
  }

  @Test
  void a_run_that_begins_twice_or_not_at_all() {
    run(1, "R", MARK, "accepted");
    run(2, "R", MARK, "accepted");
    run(3, "R", MARK, "completed");
    run(4, "S", OTHER, "completed");
    assertThat(faults())
        .containsExactly(
            "R begins twice: [accepted, accepted, completed]", "S does not begin: [completed]");
  }

  @Test
  void a_run_that_nobody_goes_on_with() {
    run(1, "R", MARK, "accepted");
    run(2, "R", MARK, "started");
    assertThat(faults()).singleElement().asString().startsWith("R is left half done");
  }

  private void wholeRun() {
    run(1, "R", MARK, "accepted");
    run(2, "R", MARK, "waiting_for_approval");
    decision(3, "R", "A", "mark-1-1a", "allow");
    run(4, "R", MARK, "approval_resolved");
    run(5, "R", MARK, "completed");
    effects.add(MARK);
  }

  private void run(long id, String run, String mark, String type) {
    events.add(
        new Event(
            id,
            """
            {"type":"run_event","entry":{"run_id":"%s","event":
              {"type":"%s","run":{"request":{"text_preview":"echo %s"}}}}}"""
                .formatted(run, type, mark)));
  }

  private void decision(long id, String run, String gate, String mark, String behavior) {
    events.add(
        new Event(
            id,
            """
            {"type":"approval_resolved","approval_id":"%s","run_id":"%s",
             "resolution":{"behavior":"%s","justification":"%s"}}"""
                .formatted(gate, run, behavior, mark)));
  }

  private void stream(long cursor, long... ids) {
    List<Event> shown = new ArrayList<>();
    for (long id : ids) {
      shown.add(events.get((int) id - 1));
    }
    history.streamed(new Stream("n1", cursor, shown));
  }

  private List<String> faults() {
    return Checker.faults(history, new Journal(events), effects);
  }
}

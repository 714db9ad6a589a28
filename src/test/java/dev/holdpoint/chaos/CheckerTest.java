package dev.holdpoint.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.cluster.History.Decision;
import dev.holdpoint.blackbox.cluster.History.Event;
import dev.holdpoint.blackbox.cluster.History.Submission;
import dev.holdpoint.blackbox.cluster.History.Told;
import dev.holdpoint.blackbox.cluster.Journal;
import dev.holdpoint.chaos.Acknowledged.Answered;
import dev.holdpoint.chaos.Acknowledged.Keyed;
import dev.holdpoint.chaos.Acknowledged.Planned;
import dev.holdpoint.chaos.Acknowledged.Read;
import dev.holdpoint.chaos.Acknowledged.Spoken;
import dev.holdpoint.chaos.Acknowledged.Stored;
import dev.holdpoint.chaos.Acknowledged.Vote;
import dev.holdpoint.chaos.Facts.Delivery;
import dev.holdpoint.chaos.Facts.Received;
import dev.holdpoint.chaos.Facts.Repeat;
import dev.holdpoint.chaos.Seen.Connection;
import dev.holdpoint.chaos.Seen.Gap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Each violation once, in a history that is good but for it. */
class CheckerTest {
  private static final String MARK = "mark-1-1";
  private static final String RUN = "run_1";
  private static final String GATE = "apr_1";
  private static final String QUESTION = "qst_1";

  private final Acknowledged acknowledged = new Acknowledged();
  private final List<Event> events = new ArrayList<>();
  private final Map<Long, String> shown = new HashMap<>();
  private final List<String> effects = new ArrayList<>();
  private final List<Connection> connections = new ArrayList<>();
  private final Map<String, String> runs = new HashMap<>();
  private final Map<String, String> gates = new HashMap<>();
  private final Map<String, Boolean> schedules = new HashMap<>();
  private final List<Repeat> repeats = new ArrayList<>();
  private final Map<String, List<Delivery>> deliveries = new HashMap<>();
  private final List<Received> received = new ArrayList<>();
  private final Map<String, List<String>> secrets = new HashMap<>();
  private final List<String> findings = new ArrayList<>();

  /** A run whose command was allowed and ran once, and everything else that can be acknowledged. */
  CheckerTest() {
    acknowledged.begins(MARK);
    run(1, RUN, MARK, "accepted");
    run(2, RUN, MARK, "waiting_for_approval");
    event(
        3,
        """
        {"type":"approval_resolved","approval_id":"apr_1","run_id":"run_1",\
        "resolution":{"behavior":"allow","justification":"mark-1-1a"}}""");
    event(
        4,
        """
        {"type":"question_resolved","question_id":"qst_1","run_id":"run_1",\
        "resolution":{"answers":[{"question_id":"a","freeform_answer":"mark-1-1b"}]}}""");
    run(5, RUN, MARK, "completed");
    effects.add(MARK);
    acknowledged.submitted(new Submission(MARK, true, RUN));
    acknowledged.decided(new Decision("mark-1-1a", "the daemon", GATE, "allow", Told.WON));
    acknowledged.answered(new Answered("mark-1-1b", QUESTION, "mark-1-1b", true));
    acknowledged.planned(new Planned(MARK, "sch_1"));
    acknowledged.spoken(new Spoken(MARK, RUN, List.of("mark-1-1c", "mark-1-1d")));
    acknowledged.voted(new Vote(MARK, "apr_2", "ada", "pending", 1));
    acknowledged.voted(new Vote(MARK, "apr_2", "ada", "pending", 1));
    acknowledged.voted(new Vote(MARK, "apr_2", "bob", "approved", 2));
    acknowledged.read(new Read("mark-1-1a", GATE, "resolved allow", "resolved allow"));
    acknowledged.stored(new Stored(MARK, "con_1", "KEY", "value", true));
    acknowledged.stored(new Stored(MARK, "con_2", "KEY", "value", false));
    runs.put(RUN, "completed");
    gates.put(GATE, "resolved allow");
    schedules.put("sch_1", true);
    secrets.put("con_1", List.of("KEY"));
    secrets.put("con_2", List.of());
    deliveries.put(
        RUN, List.of(new Delivery("dlv_1", "delivered", 2), new Delivery("dlv_2", "delivered", 1)));
    received.add(new Received("dlv_1", "mark-1-1c"));
    received.add(new Received("dlv_1", "mark-1-1c"));
    received.add(new Received("dlv_2", "mark-1-1d"));
    Connection whole = connection(0, 1, 2, 3, 4, 5);
    connections.add(whole);
    Connection told = connection(1, 5);
    told.gaps().add(new Gap(1, 4));
    connections.add(told);
    repeats.add(new Repeat(keyed(null), 202, "{\"run_id\":\"run_1\",\"status\":\"done\"}", true));
    repeats.add(new Repeat(keyed("key"), 202, "{\"run_id\":\"run_1\",\"status\":\"new\"}", true));
  }

  private static Keyed keyed(@org.jspecify.annotations.Nullable String token) {
    String text = "{\"run_id\":\"run_1\",\"status\":\"new\"}";
    return new Keyed(MARK, "/v1/runs", "{}", MARK, token, 202, text);
  }

  private void run(long id, String run, String mark, String type) {
    event(
        id,
        """
        {"type":"run_event","entry":{"run_id":"%s","event":{"type":"%s",\
        "run":{"request":{"text_preview":"%s"}}}}}"""
            .formatted(run, type, mark));
  }

  private void event(long id, String text) {
    events.add(new Event(id, text));
    shown.put(id, text);
  }

  private static Connection connection(long cursor, long... ids) {
    Connection connection = Connection.open("reader", cursor);
    for (long id : ids) {
      connection.ids().add(id);
    }
    return connection;
  }

  private List<String> violations(boolean settled) {
    return Checker.violations(
        acknowledged,
        new Facts(
            settled,
            true,
            new Journal(events),
            new TreeMap<>(shown),
            effects,
            connections,
            runs,
            gates,
            schedules,
            repeats,
            deliveries,
            received,
            secrets,
            findings));
  }

  private void isFound(String words) {
    assertThat(violations(true)).as("at the end").anyMatch(one -> one.contains(words));
  }

  private void isFoundAtOnce(String words) {
    isFound(words);
    assertThat(violations(false)).as("at once").anyMatch(one -> one.contains(words));
  }

  @Test
  void what_went_well_is_without_violation() {
    assertThat(violations(true)).isEmpty();
    assertThat(violations(false)).isEmpty();
  }

  @Test
  void a_lost_commit() {
    acknowledged.submitted(new Submission("mark-2-1", false, "run_2"));
    isFoundAtOnce("mark-2-1 was acknowledged as run_2; the journal has []");
  }

  @Test
  void a_run_that_is_gone() {
    runs.put(RUN, "");
    isFoundAtOnce("run_1 was acknowledged for mark-1-1 and is not there");
  }

  @Test
  void an_early_yes() {
    acknowledged.decided(new Decision("mark-2-1a", "the daemon", "apr_9", "allow", Told.WON));
    isFoundAtOnce("behavior=nothing");
  }

  @Test
  void a_decision_that_is_undone() {
    gates.put(GATE, "pending ");
    isFoundAtOnce("apr_1 is now \"pending \"");
  }

  @Test
  void a_gate_decided_twice() {
    event(
        6,
        """
        {"type":"approval_resolved","approval_id":"apr_1","run_id":"run_1",\
        "resolution":{"behavior":"deny","justification":"mark-1-1e"}}""");
    isFoundAtOnce("apr_1 was decided more than once");
  }

  @Test
  void an_event_id_that_means_two_things() {
    shown.put(2L, "{\"type\":\"other\"}");
    isFound("event 2 was shown as {\"type\":\"other\"} and is now");
  }

  @Test
  void a_run_id_that_was_given_twice() {
    acknowledged.submitted(new Submission("mark-2-1", false, RUN));
    isFoundAtOnce("run_1 was given to mark-1-1 and to mark-2-1");
  }

  @Test
  void an_effect_repeated() {
    effects.add(MARK);
    isFoundAtOnce("the command of mark-1-1 ran twice");
  }

  @Test
  void an_effect_without_a_yes() {
    effects.add("mark-2-1");
    isFoundAtOnce("the command of mark-2-1 ran though nobody had allowed it");
  }

  @Test
  void an_effect_that_never_was() {
    effects.clear();
    isFound("mark-1-1 is completed, and its command never ran");
  }

  @Test
  void an_answer_that_is_lost() {
    acknowledged.answered(new Answered("mark-1-1z", QUESTION, "mark-1-1z", false));
    isFoundAtOnce("the answer mark-1-1z to qst_1 was acknowledged");
  }

  @Test
  void a_part_of_an_answer_may_wait_while_others_work() {
    acknowledged.answered(new Answered("mark-1-1z", "qst_9", "mark-1-1z", false));
    assertThat(violations(false)).isEmpty();
    isFound("the answer mark-1-1z to qst_9 was acknowledged");
  }

  @Test
  void a_schedule_that_is_gone() {
    schedules.put("sch_1", false);
    isFoundAtOnce("sch_1 was acknowledged for mark-1-1 and is not there");
  }

  @Test
  void a_schedule_that_never_rang() {
    acknowledged.planned(new Planned("mark-2-1", "sch_2"));
    isFound("sch_2 of mark-2-1 never rang");
  }

  @Test
  void a_delivery_dropped() {
    received.removeLast();
    isFound("\"mark-1-1d\" of run_1 was never delivered");
  }

  @Test
  void a_delivery_with_two_ids() {
    received.add(new Received("dlv_3", "mark-1-1d"));
    isFound("\"mark-1-1d\" of run_1 was delivered as [dlv_2, dlv_3]");
  }

  @Test
  void a_delivery_that_came_more_often_than_it_was_tried() {
    received.add(new Received("dlv_2", "mark-1-1d"));
    isFound("dlv_2 came 2 times and was tried 1 times");
  }

  @Test
  void deliveries_out_of_order() {
    received.addFirst(received.removeLast());
    isFound("run_1 said [dlv_1, dlv_2], and they came as [dlv_2, dlv_1]");
  }

  @Test
  void a_delivery_that_is_left() {
    deliveries.put(RUN, List.of(new Delivery("dlv_1", "pending", 3)));
    isFound("dlv_1 of run_1 is pending");
  }

  @Test
  void a_gap_not_told() {
    connections.add(connection(1, 2, 5));
    isFoundAtOnce("went on after 1, came to 5 and neither showed nor told of [3, 4]");
  }

  @Test
  void a_stream_that_goes_back() {
    connections.add(connection(3, 3, 4, 5));
    isFoundAtOnce("the stream of reader showed event 3 after 3");
    connections.clear();
    Connection back = connection(5);
    back.gaps().add(new Gap(5, 2));
    connections.add(back);
    isFoundAtOnce("had shown event 5 and goes back to 2");
  }

  @Test
  void a_vote_counted_twice() {
    acknowledged.voted(new Vote(MARK, "apr_3", "ada", "pending", 1));
    acknowledged.voted(new Vote(MARK, "apr_3", "ada", "approved", 1));
    isFoundAtOnce("apr_3 is approved with the voice of [ada] alone");
  }

  @Test
  void a_voice_that_was_not_given() {
    acknowledged.voted(new Vote(MARK, "apr_3", "ada", "pending", 2));
    isFoundAtOnce("apr_3 counts 2 voices, and those of [ada] were given");
  }

  @Test
  void a_secret_left() {
    secrets.put("con_2", List.of("KEY"));
    isFound("the secret KEY of con_2 is there");
  }

  @Test
  void a_secret_that_is_gone() {
    secrets.put("con_1", List.of());
    isFound("the secret KEY of con_1 was acknowledged and is not there");
  }

  @Test
  void what_is_wrong_by_itself() {
    findings.add("the audit ledger: forked");
    isFoundAtOnce("the audit ledger: forked");
  }

  @Test
  void a_stale_look() {
    acknowledged.read(new Read("mark-1-1a", GATE, "resolved allow", "pending "));
    isFoundAtOnce("and then read \"pending \"");
  }

  @Test
  void a_replay_that_differs() {
    repeats.add(new Repeat(keyed(null), 202, "{\"run_id\":\"run_2\"}", true));
    isFoundAtOnce("got 202 /run_id=\"run_1\", and again 202 /run_id=\"run_2\"");
  }

  @Test
  void a_replay_to_a_host_with_other_bytes() {
    repeats.add(new Repeat(keyed("key"), 202, "{\"run_id\":\"run_1\"}", true));
    isFoundAtOnce("and again 202 {\"run_id\":\"run_1\"}");
  }

  @Test
  void a_replay_that_is_none() {
    repeats.add(new Repeat(keyed(null), 202, "{\"run_id\":\"run_1\"}", false));
    isFoundAtOnce("and again as if for the first time");
  }

  @Test
  void what_may_be_lost_is_still_not_done_twice() {
    acknowledged.submitted(new Submission("mark-2-1", false, "run_2"));
    acknowledged.begins("mark-2-1");
    acknowledged.lossIsPossible();
    acknowledged.begins("mark-3-1");
    acknowledged.submitted(new Submission("mark-3-1", false, "run_3"));
    assertThat(violations(true)).singleElement().asString().startsWith("mark-3-1 was acknowledged");
    effects.add(MARK);
    isFoundAtOnce("the command of mark-1-1 ran twice");
  }
}

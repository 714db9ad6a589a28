package dev.holdpoint.engine.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdpoint.core.audit.ExternalAction;
import dev.holdpoint.core.delivery.AttemptResult;
import dev.holdpoint.core.delivery.Delivery;
import dev.holdpoint.core.delivery.DeliveryAttempt;
import dev.holdpoint.core.delivery.DeliveryFault;
import dev.holdpoint.core.delivery.DeliveryState;
import dev.holdpoint.core.delivery.DeliveryStatus;
import dev.holdpoint.core.delivery.RetryPolicy;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Output;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunHead;
import dev.holdpoint.core.run.RunSettings;
import dev.holdpoint.core.session.ReplyHandle;
import dev.holdpoint.engine.commit.Bench;
import dev.holdpoint.engine.loop.Advance;
import dev.holdpoint.engine.port.store.DeliveryQueries;
import dev.holdpoint.engine.port.store.DeliveryQueries.DeliveryFilter;
import dev.holdpoint.engine.retention.SessionRemoval;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of outputs that somebody outside should get. */
final class DeliveriesTest {
  private static final ReplyHandle ADA = new ReplyHandle("http", "{\"url\":\"https://ada\"}");
  private static final ReplyHandle BOB = new ReplyHandle("http", "{\"url\":\"https://bob\"}");
  private static final AttemptResult TAKEN = new AttemptResult.Taken("00");
  private static final AttemptResult NOT_NOW =
      new AttemptResult.Refused(DeliveryFault.CONNECT, false, null, null);
  private static final AttemptResult NEVER =
      new AttemptResult.Refused(DeliveryFault.TERMINAL, true, null, null);

  @TempDir private Path folder = Path.of("");
  private Bench bench;

  @BeforeEach
  void open() {
    bench = new Bench(folder);
    bench.session("s");
  }

  @AfterEach
  void close() {
    bench.close();
  }

  private Run says(String... words) {
    return says(List.of(ADA), words);
  }

  private Run says(List<ReplyHandle> targets, String... words) {
    return bench.progress.advance(spoken(targets, words).complete());
  }

  private Advance spoken(List<ReplyHandle> targets, String... words) {
    Run run =
        bench
            .runs
            .submit(
                "s",
                Bench.submission(RunHead.Driver.LOOP, RunSettings.NONE.replyingTo(targets)),
                false,
                null)
            .run();
    Advance advance = new Advance(bench.now(run));
    for (String word : words) {
      advance.output(
          new Output(
              Output.Source.ASSISTANT_TEXT,
              "http",
              "",
              word,
              new Json("[{\"type\":\"text\",\"text\":\"" + word + "\"}]"),
              new Json("[]")));
    }
    return advance;
  }

  /** Newest first. */
  private List<Delivery> all() {
    return bench.store.read(
        queries ->
            queries
                .deliveries(new DeliveryFilter(null, null, null, null), Long.MAX_VALUE, 1_000)
                .stream()
                .map(told -> Objects.requireNonNull(queries.delivery(told.key())))
                .toList());
  }

  private Delivery now(Delivery delivery) {
    Delivery found = bench.store.read(queries -> queries.delivery(delivery.key()));
    assertThat(found).isNotNull();
    return found;
  }

  private static Delivery.Content content(Delivery delivery) {
    return Objects.requireNonNull(delivery.content());
  }

  private DeliveryAttempt takeOne() {
    List<DeliveryAttempt> parcels = bench.deliveries.take(10, Long.MAX_VALUE, true);
    assertThat(parcels).hasSize(1);
    return parcels.getFirst();
  }

  private Delivery deadLetter(String word) {
    says(word);
    bench.deliveries.settle(takeOne(), NEVER);
    Delivery dead = all().getFirst();
    assertThat(dead.status()).isEqualTo(DeliveryStatus.DEAD_LETTERED);
    return dead;
  }

  private List<ExternalAction> actions(Run run) {
    return bench.store.read(queries -> queries.actions(run.key(), 0, 100));
  }

  // K4-352
  @Test
  void every_output_becomes_a_delivery_to_each_target_in_the_same_commit() {
    Run run = says(List.of(ADA, BOB, new ReplyHandle("daemon", "s")), "one", "two");

    assertThat(all()).hasSize(4);
    assertThat(all()).extracting(Delivery::runId).containsOnly(run.id());
    assertThat(all()).extracting(d -> d.target().address()).doesNotContain("s");
    assertThat(content(all().getLast()).data().text()).contains("\"type\":\"output\"", "\"one\"");

    Advance spoken = spoken(List.of(ADA), "three");
    bench.store.failingCommits = 1;
    assertThatThrownBy(() -> bench.progress.advance(spoken)).isInstanceOf(Refused.class);
    assertThat(all()).as("nothing was said, so nothing is sent").hasSize(4);
  }

  @Test
  void what_goes_to_one_target_goes_in_order_and_others_do_not_wait() {
    says(List.of(ADA), "a1", "a2");
    says(List.of(BOB), "b1");

    List<DeliveryAttempt> first = bench.deliveries.take(10, Long.MAX_VALUE, true);
    assertThat(first).extracting(DeliveryAttempt::text).containsExactlyInAnyOrder("a1", "b1");
    assertThat(bench.deliveries.take(10, Long.MAX_VALUE, true)).as("a1 is still away").isEmpty();

    DeliveryAttempt a1 =
        first.stream().filter(p -> p.text().equals("a1")).findFirst().orElseThrow();
    bench.deliveries.settle(a1, NOT_NOW);
    assertThat(bench.deliveries.take(10, Long.MAX_VALUE, true))
        .as("a2 does not overtake")
        .isEmpty();
    bench.pass(1_000);
    DeliveryAttempt again = takeOne();
    assertThat(again.deliveryId()).isEqualTo(a1.deliveryId());
    assertThat(again.attempt()).isEqualTo(2);
    bench.deliveries.settle(again, TAKEN);
    assertThat(takeOne().text()).isEqualTo("a2");
  }

  // K4-384
  @Test
  void a_delivery_is_pending_then_retrying_then_given_up() {
    Run run = says("one");
    Delivery delivery = all().getFirst();
    assertThat(delivery.status()).isEqualTo(DeliveryStatus.PENDING);
    for (int attempt = 1; attempt <= 8; attempt++) {
      DeliveryAttempt parcel = takeOne();
      assertThat(parcel.attempt()).isEqualTo(attempt);
      bench.deliveries.settle(parcel, NOT_NOW);
      assertThat(now(delivery).status())
          .isEqualTo(attempt < 8 ? DeliveryStatus.RETRYING : DeliveryStatus.DEAD_LETTERED);
      bench.pass(60_000);
    }
    assertThat(bench.deliveries.take(10, Long.MAX_VALUE, true)).isEmpty();
    assertThat(now(delivery).state().attempts()).isEqualTo(8);
    assertThat(content(now(delivery)).text()).as("good for a replay").isEqualTo("one");
    assertThat(actions(run)).as("one record before and after each attempt").hasSize(16);
  }

  @Test
  void a_target_that_is_down_is_not_asked_more_often_because_more_waits_for_it() {
    says("one", "two");
    for (int attempt = 1; attempt <= 8; attempt++) {
      bench.deliveries.settle(takeOne(), NOT_NOW);
      bench.pass(attempt < 8 ? 60_000 : 0);
    }
    assertThat(bench.deliveries.take(10, Long.MAX_VALUE, true)).as("the next waits too").isEmpty();
    bench.pass(60_000);
    bench.deliveries.settle(takeOne(), NOT_NOW);
    bench.pass(30_000);
    assertThat(bench.deliveries.take(10, Long.MAX_VALUE, true))
        .as("and again for long, after one try")
        .isEmpty();
    bench.pass(30_000);
    bench.deliveries.settle(takeOne(), TAKEN);
    says("three");
    assertThat(takeOne().text()).as("it is back").isEqualTo("three");
  }

  @Test
  void a_target_that_was_given_up_a_moment_ago_has_its_rest() {
    says("one");
    for (int attempt = 1; attempt <= 8; attempt++) {
      bench.deliveries.settle(takeOne(), NOT_NOW);
      bench.pass(attempt < 8 ? 60_000 : 0);
    }
    says("two");
    assertThat(bench.deliveries.take(10, Long.MAX_VALUE, true)).isEmpty();
    bench.pass(60_000);
    assertThat(takeOne().text()).isEqualTo("two");
  }

  @Test
  void whoever_says_never_has_answered_and_the_next_goes_at_once() {
    says("one", "two");
    bench.deliveries.settle(takeOne(), NEVER);
    assertThat(takeOne().text()).isEqualTo("two");
  }

  // K4-353
  @Test
  void what_was_on_its_way_when_the_daemon_died_is_tried_again_as_another_attempt() {
    Run run = says("one");
    DeliveryAttempt lost = takeOne();
    bench.close();
    bench = new Bench(folder);

    assertThat(bench.deliveries.giveUpAbsent(0)).isEqualTo(1);
    Delivery delivery = all().getFirst();
    assertThat(delivery.status()).isEqualTo(DeliveryStatus.RETRYING);
    assertThat(delivery.state().fault()).isEqualTo(DeliveryFault.TIMEOUT);
    bench.deliveries.settle(lost, TAKEN);
    assertThat(now(delivery)).as("the courier was given up").isEqualTo(delivery);
    bench.pass(1_000);
    DeliveryAttempt again = takeOne();
    assertThat(again.deliveryId()).isEqualTo(lost.deliveryId());
    bench.deliveries.settle(again, TAKEN);
    assertThat(now(delivery).status()).isEqualTo(DeliveryStatus.DELIVERED);
    assertThat(actions(run)).hasSize(4);
  }

  @Test
  void a_courier_that_stays_away_is_given_up() {
    says("one");
    DeliveryAttempt lost = takeOne();
    bench.pass(60_000);
    assertThat(bench.deliveries.take(10, Long.MAX_VALUE, true))
        .as("given up, and due a little later")
        .isEmpty();
    bench.pass(1_000);
    assertThat(takeOne().attempt()).isEqualTo(2);
    bench.deliveries.settle(lost, TAKEN);
    assertThat(all().getFirst().state()).isInstanceOf(DeliveryState.Sending.class);
  }

  @Test
  void what_has_arrived_is_not_kept() {
    says("one");
    bench.deliveries.settle(takeOne(), TAKEN);
    Delivery delivered = all().getFirst();
    assertThat(delivered.content()).isNull();
    assertThat(delivered.slip().sizeBytes()).isPositive();
  }

  // K4-369, K4-370, K4-371, K4-372
  @Test
  void a_dead_letter_is_sent_again_as_a_delivery_of_its_own() {
    Delivery dead = deadLetter("one");
    Delivery replay = bench.deliveries.replay(dead.id(), false, "ada", null).replay();

    assertThat(replay.id()).isNotEqualTo(dead.id());
    assertThat(replay.slip().replayedFrom()).isEqualTo(dead.id());
    assertThat(replay.status()).isEqualTo(DeliveryStatus.PENDING);
    assertThat(now(dead)).isEqualTo(dead);
    assertThat(takeOne().text()).isEqualTo("one");
  }

  // K4-373, K4-374, K4-375, K4-376
  @Test
  void whoever_asks_twice_gets_the_same_replay_whatever_became_of_it() {
    Delivery dead = deadLetter("one");
    Delivery replay = bench.deliveries.replay(dead.id(), false, "ada", null).replay();
    assertThat(replayed(dead)).as("pending").isEqualTo(replay.id());
    bench.deliveries.settle(takeOne(), NEVER);
    assertThat(replayed(dead)).as("dead-lettered").isEqualTo(replay.id());
    Delivery forced = bench.deliveries.replay(dead.id(), true, "ada", null).replay();
    assertThat(forced.id()).isNotEqualTo(replay.id());
    bench.deliveries.settle(takeOne(), TAKEN);
    assertThat(replayed(dead)).as("delivered").isEqualTo(forced.id());
  }

  private String replayed(Delivery dead) {
    Deliveries.Replay again = bench.deliveries.replay(dead.id(), false, "bob", null);
    assertThat(again.isNew()).isFalse();
    return again.replay().id();
  }

  // K4-377
  @Test
  void many_who_ask_at_once_make_one_replay() {
    Delivery dead = deadLetter("one");
    List<Object> answers =
        bench.together(
            () -> bench.deliveries.replay(dead.id(), false, "a", null).replay().id(),
            () -> bench.deliveries.replay(dead.id(), false, "b", null).replay().id(),
            () -> bench.deliveries.replay(dead.id(), false, "c", null).replay().id());
    assertThat(answers).hasSize(3).containsOnly(answers.getFirst());
    assertThat(all()).hasSize(2);
  }

  // K4-378
  @Test
  void only_dead_letters_are_sent_again() {
    says("one");
    String id = all().getFirst().id();
    assertThatThrownBy(() -> bench.deliveries.replay(id, true, "ada", null))
        .isInstanceOfSatisfying(
            Refused.class,
            no -> assertThat(no.refusal().problem()).isEqualTo(Problem.DELIVERY_NOT_DEAD_LETTERED));
    assertThat(all()).hasSize(1);
  }

  // K4-379, K4-380
  @Test
  void a_replay_that_arrives_resolves_all_that_it_repeats() {
    Delivery dead = deadLetter("one");
    Delivery replay = bench.deliveries.replay(dead.id(), false, "ada", null).replay();
    bench.deliveries.settle(takeOne(), NEVER);
    assertThat(unresolved()).isEqualTo(2);
    bench.deliveries.replay(replay.id(), false, "ada", null);
    bench.deliveries.settle(takeOne(), TAKEN);
    assertThat(unresolved()).isZero();
    Map<DeliveryStatus, Long> counts = bench.store.read(DeliveryQueries::countDeliveriesByStatus);
    assertThat(counts).containsEntry(DeliveryStatus.DEAD_LETTERED, 2L);
  }

  private long unresolved() {
    return bench.store.read(DeliveryQueries::countUnresolvedDeliveries);
  }

  @Test
  void where_too_much_waits_what_comes_is_a_dead_letter_and_nothing_is_lost() {
    bench.close();
    bench = new Bench(folder, OutboundPolicy.of(RetryPolicy.USUAL, 3));
    says(IntStream.range(0, 5).mapToObj(i -> "w" + i).toArray(String[]::new));
    assertThat(all())
        .extracting(Delivery::status)
        .containsExactly(
            DeliveryStatus.DEAD_LETTERED,
            DeliveryStatus.DEAD_LETTERED,
            DeliveryStatus.PENDING,
            DeliveryStatus.PENDING,
            DeliveryStatus.PENDING);
    assertThat(all().getFirst().state().fault()).isEqualTo(DeliveryFault.BLOCKED);
    for (String word : List.of("w0", "w1", "w2")) {
      DeliveryAttempt parcel = takeOne();
      assertThat(parcel.text()).isEqualTo(word);
      bench.deliveries.settle(parcel, TAKEN);
    }
    bench.deliveries.replay(all().getFirst().id(), false, "ada", null);
    assertThat(takeOne().text()).isEqualTo("w4");
  }

  @Test
  void deliveries_go_with_their_session_and_let_the_next_of_the_lane_go() {
    bench.session("t");
    says("mine");
    bench.runs.submit(
        "t",
        Bench.submission(RunHead.Driver.LOOP, RunSettings.NONE.replyingTo(List.of(ADA))),
        false,
        null);
    DeliveryAttempt away = takeOne();
    says("mine too");
    bench.sessions.end("s", null, "ada");
    SessionRemoval removals =
        new SessionRemoval(bench.commits, bench.engine, bench.deliveries, _ -> {}, _ -> {});
    removals.remove("s");

    assertThat(all()).isEmpty();
    bench.deliveries.settle(away, TAKEN);
    assertThat(all()).as("what came of it concerns nobody").isEmpty();
  }

  @Test
  void two_works_of_one_transaction_do_not_both_take_a_delivery() {
    says("one");
    List<Object> taken =
        bench.together(
            () -> bench.deliveries.take(5, Long.MAX_VALUE, true),
            () -> bench.deliveries.take(5, Long.MAX_VALUE, true));
    assertThat(taken.stream().mapToInt(some -> ((List<?>) some).size()).sum()).isEqualTo(1);
  }

  @Test
  void couriers_together_carry_no_more_than_they_may() {
    says(List.of(ADA), "a1");
    says(List.of(BOB), "b1");
    assertThat(bench.deliveries.take(10, 1, false)).as("somebody else is away").isEmpty();
    assertThat(bench.deliveries.take(10, 1, true)).as("one goes whatever it carries").hasSize(1);
    assertThat(bench.deliveries.take(10, 1_000, false)).hasSize(1);
  }

  @Test
  void a_delivery_that_is_taken_away_with_its_session_has_an_end_on_record() {
    Run run = says("one");
    takeOne();
    bench.sessions.end("s", null, "ada");
    new SessionRemoval(bench.commits, bench.engine, bench.deliveries, _ -> {}, _ -> {}).remove("s");
    assertThat(actions(run)).extracting(a -> a.deed().outcome()).containsExactly(null, "removed");
    assertThat(actions(run).getLast().deed().requestDigest())
        .isEqualTo(actions(run).getFirst().deed().requestDigest());
  }
}

package dev.holdpoint.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdpoint.core.audit.ActionKind;
import dev.holdpoint.core.audit.Checkpoint;
import dev.holdpoint.core.audit.ExternalAction;
import dev.holdpoint.core.delivery.Delivery;
import dev.holdpoint.core.delivery.DeliveryFault;
import dev.holdpoint.core.delivery.DeliveryState;
import dev.holdpoint.core.delivery.DeliveryStatus;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.engine.port.failure.StoreFailure;
import dev.holdpoint.engine.port.store.AuditQueries.RecordFilter;
import dev.holdpoint.engine.port.store.DeliveryQueries.DeliveryFilter;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a ledger owes to what leaves the daemon, and to the proof of it. */
public abstract class OutgoingContract extends StoreContract {
  private static final DeliveryState DUE = new DeliveryState.Waiting(0, 500L, 0, null);
  private static final DeliveryState SENDING = new DeliveryState.Sending(1, 900L, 0, null, 0);
  private static final DeliveryState DONE = new DeliveryState.Delivered(1, 9);
  private static final DeliveryState DEAD =
      new DeliveryState.DeadLettered(8, 9, 8, DeliveryFault.CONNECT, false);

  private static DeliveryFilter all() {
    return new DeliveryFilter(null, null, null, null);
  }

  private static List<Long> keys(List<Delivery> deliveries) {
    return deliveries.stream().map(Delivery::key).toList();
  }

  @Test
  void lists_are_narrowed_by_any_of_their_filters() {
    commit(
        writing()
            .put(
                Samples.delivery(10, "a", DONE),
                Samples.delivery(11, "b", DEAD),
                Samples.delivery(12, "a", DUE))
            .writes());

    assertThat(now().deliveries(all(), Long.MAX_VALUE, 2))
        .as("what people look at does not carry its content")
        .containsExactly(
            Samples.delivery(12, "a", DUE).carrying(null),
            Samples.delivery(11, "b", DEAD).carrying(null));
    assertThat(now().delivery(12)).isEqualTo(Samples.delivery(12, "a", DUE));
    assertThat(now().delivery(10)).isEqualTo(Samples.delivery(10, "a", DONE));
    assertThat(keys(now().deliveries(all(), 11, 2))).containsExactly(10L);
    for (Long session : new Long[] {3L, null}) {
      for (Long run : new Long[] {7L, null}) {
        for (String plugin : new String[] {"http", null}) {
          DeliveryFilter dead =
              new DeliveryFilter(session, run, plugin, DeliveryStatus.DEAD_LETTERED);
          assertThat(keys(now().deliveries(dead, 99, 9))).containsExactly(11L);
          assertThat(now().countDeliveries(dead)).isEqualTo(1);
          DeliveryFilter any = new DeliveryFilter(session, run, plugin, null);
          assertThat(now().countDeliveries(any)).isEqualTo(3);
        }
      }
    }
    assertThat(now().countDeliveries(new DeliveryFilter(4L, null, null, null))).isZero();
    assertThat(now().countDeliveries(new DeliveryFilter(null, 8L, null, null))).isZero();
    assertThat(now().countDeliveries(new DeliveryFilter(null, null, "slack", null))).isZero();
    assertThat(keys(now().deliveriesOf(List.of(7L, 8L), 2))).containsExactly(10L, 11L);
    assertThat(now().runsWithOpenDeliveries(List.of(7L, 8L))).containsExactly(7L);
    assertThat(now().countDeliveriesByStatus())
        .containsAllEntriesOf(
            Map.of(
                DeliveryStatus.PENDING, 1L,
                DeliveryStatus.RETRYING, 0L,
                DeliveryStatus.DELIVERED, 1L,
                DeliveryStatus.DEAD_LETTERED, 1L));
  }

  @Test
  void a_lane_knows_what_waits_in_it_and_what_was_tried_last() {
    commit(
        writing()
            .put(
                Samples.delivery(10, "a", DEAD),
                Samples.delivery(11, "a", SENDING),
                Samples.delivery(12, "a", new DeliveryState.Queued()),
                Samples.delivery(13, "b", DUE))
            .writes());

    assertThat(keys(now().openDeliveries("a", 0, 9))).containsExactly(11L, 12L);
    assertThat(keys(now().openDeliveries("a", 11, 9))).containsExactly(12L);
    assertThat(now().countOpenDeliveries("a", 9)).isEqualTo(2);
    assertThat(now().countOpenDeliveries("a", 1)).isEqualTo(1);
    assertThat(now().lastTriedDelivery("a"))
        .isEqualTo(Samples.delivery(11, "a", SENDING).carrying(null));
    assertThat(now().lastTriedDelivery("b")).isNull();
    assertThat(keys(now().sendingDeliveries(0, 9))).containsExactly(11L);
    assertThat(keys(now().dueDeliveries(500, 9))).containsExactly(13L);
    assertThat(keys(now().dueDeliveries(900, 9))).containsExactly(13L, 11L);
    assertThat(now().nextDueDelivery()).isEqualTo(500);

    Delivery queued = Samples.delivery(12, "a", new DeliveryState.Queued());
    commit(writing().put(queued.carrying(null)).writes());
    assertThat(now().delivery(12)).as("nothing but arrival takes the content").isEqualTo(queued);
    commit(
        writing()
            .put(Samples.delivery(11, "a", DONE))
            .remove(Samples.delivery(13, "b", DUE))
            .writes());
    assertThat(now().sendingDeliveries(0, 9)).isEmpty();
    assertThat(now().nextDueDelivery()).isNull();
    assertThat(now().lastKey()).as("a key that was given away").isGreaterThanOrEqualTo(13);
  }

  @Test
  void a_run_is_known_by_what_is_on_its_way_and_only_that_outlives_it() {
    Delivery dead = Samples.delivery(11, "b", DEAD);
    commit(
        writing()
            .add(Samples.session(3))
            .add(Samples.parked(7, 3, 20, null))
            .put(Samples.delivery(10, "a", DONE), dead)
            .writes());
    assertThat(now().runsWithOpenDeliveries(List.of(7L)))
        .as("what has arrived or was given up is not on its way")
        .isEmpty();

    DeliveryState again = new DeliveryState.Waiting(1, 500L, 1, DeliveryFault.CONNECT);
    DeliveryState away = new DeliveryState.Sending(2, 900L, 1, DeliveryFault.CONNECT, 0);
    for (DeliveryState open : List.of(new DeliveryState.Queued(), DUE, SENDING, again, away)) {
      commit(writing().put(Samples.delivery(12, "c", open)).writes());
      assertThat(now().runsWithOpenDeliveries(List.of(7L))).as("%s", open).containsExactly(7L);
    }

    commit(writing().remove(Samples.parked(7, 3, 20, null)).writes());
    assertThat(now().run(7)).isNull();
    assertThat(keys(now().deliveries(all(), 99, 9))).containsExactly(12L);
  }

  @Test
  void a_dead_letter_knows_its_replays_and_whether_one_has_arrived() {
    Delivery dead = Samples.delivery(10, "a", DEAD);
    Delivery first = dead.again(11, "dlv_11", "ada", 5, Samples.CONTENT).at(DEAD);
    Delivery second = dead.again(12, "dlv_12", "ada", 5, Samples.CONTENT);
    commit(writing().put(dead, first, second).writes());

    assertThat(now().lastReplay(10)).isEqualTo(second.carrying(null));
    assertThat(now().lastReplay(11)).isNull();
    assertThat(now().countUnresolvedDeliveries()).isEqualTo(2);
    commit(
        writing()
            .put(dead.at(new DeliveryState.DeadLettered(8, 9, 8, DeliveryFault.CONNECT, true)))
            .writes());
    reopen();
    assertThat(now().countUnresolvedDeliveries()).isEqualTo(1);
  }

  @Test
  void records_are_found_by_kind_target_principal_and_time() {
    commit(
        writing()
            .tell(Samples.administered(1, "token.create", "ada", 1_000))
            .tell(Samples.administered(2, "token.revoke", "bob", 2_000))
            .tell(Samples.administered(3, "token.create", "bob", 3_000))
            .tell(Samples.action(7, 1))
            .writes());
    long all = Long.MAX_VALUE;

    assertThat(places(new RecordFilter(ActionKind.ADMIN, null, null, 0, all)))
        .containsExactly(3, 2, 1);
    assertThat(places(new RecordFilter(ActionKind.ADMIN, "token.create", null, 0, all)))
        .containsExactly(3, 1);
    assertThat(places(new RecordFilter(ActionKind.ADMIN, null, "bob", 0, all)))
        .containsExactly(3, 2);
    assertThat(places(new RecordFilter(ActionKind.ADMIN, "token.create", "bob", 0, all)))
        .containsExactly(3);
    assertThat(
            places(
                new RecordFilter(
                    ActionKind.ADMIN, null, null, Ulid.key(2_000, 0), Ulid.key(3_000, 0))))
        .containsExactly(2);
    assertThat(places(new RecordFilter(ActionKind.DECISION, null, null, 0, all))).isEmpty();
    assertThat(now().records(new RecordFilter(ActionKind.ADMIN, null, null, 0, all), 2)).hasSize(2);
    assertThat(now().countRecords(new RecordFilter(ActionKind.ADMIN, null, null, 0, all), 2))
        .isEqualTo(2);
  }

  private List<Integer> places(RecordFilter filter) {
    assertThat(now().countRecords(filter, 99)).isEqualTo(now().records(filter, 99).size());
    return now().records(filter, 99).stream().map(one -> one.action().sequence()).toList();
  }

  @Test
  void chains_only_grow_and_no_place_is_taken_twice() {
    commit(
        writing()
            .tell(Samples.action(7, 1))
            .tell(Samples.action(7, 2))
            .tell(Samples.action(9, 1))
            .tell(Samples.checkpoint(1, new Checkpoint.OfKey("0123", "abc")))
            .tell(Samples.checkpoint(2, new Checkpoint.OfRun(7, "run_7", "s", 2, "bb")))
            .writes());

    assertThat(now().lastAction(7)).isEqualTo(Samples.action(7, 2));
    assertThat(now().lastAction(8)).isNull();
    assertThat(now().lastActions(List.of(7L, 8L, 9L)))
        .containsExactlyInAnyOrder(Samples.action(7, 2), Samples.action(9, 1));
    assertThat(now().actions(7, 0, 9)).extracting(ExternalAction::sequence).containsExactly(1, 2);
    assertThat(now().actions(7, 1, 9)).extracting(ExternalAction::sequence).containsExactly(2);
    assertThat(now().actionsBeyond(0, 0, 9)).hasSize(3);
    assertThat(now().actionsBeyond(7, 1, 9))
        .extracting(one -> one.told().id())
        .containsExactly("act_7_2", "act_9_1");
    assertThat(now().lastCheckpoint()).isNotNull();
    assertThat(now().checkpoints(0, 9)).extracting(Checkpoint::sequence).containsExactly(1L, 2L);
    assertThat(now().checkpoints(1, 9)).extracting(Checkpoint::sequence).containsExactly(2L);
    assertThat(now().keyCheckpoints()).extracting(Checkpoint::sequence).containsExactly(1L);
    assertThatThrownBy(() -> commit(writing().tell(Samples.action(7, 2)).writes()))
        .isInstanceOf(StoreFailure.class)
        .as("what fails is logged, and what it was about is not for the log")
        .satisfies(
            failure -> {
              for (Throwable e = failure; e != null; e = e.getCause()) {
                assertThat(String.valueOf(e.getMessage())).doesNotContain("act_7_2", "ada");
              }
            });
    assertThatThrownBy(
            () ->
                commit(
                    writing()
                        .tell(Samples.checkpoint(2, new Checkpoint.OfKey("0123", "abc")))
                        .writes()))
        .isInstanceOf(StoreFailure.class);
  }
}

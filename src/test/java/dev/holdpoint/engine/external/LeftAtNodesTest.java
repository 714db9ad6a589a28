package dev.holdpoint.engine.external;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.core.access.Tenants;
import dev.holdpoint.core.agent.ElicitationRecord;
import dev.holdpoint.core.agent.WaitingNodes;
import dev.holdpoint.core.delivery.AttemptResult;
import dev.holdpoint.core.delivery.Delivery;
import dev.holdpoint.core.delivery.DeliveryAttempt;
import dev.holdpoint.core.delivery.DeliveryState;
import dev.holdpoint.core.gate.StructuredQuestion;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.core.run.Output;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunHead;
import dev.holdpoint.core.run.RunKind;
import dev.holdpoint.core.run.RunSettings;
import dev.holdpoint.core.run.RunStatus;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.core.session.ReplyHandle;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.engine.commit.NodeAtWork;
import dev.holdpoint.engine.gate.Clarifications;
import dev.holdpoint.engine.gate.GateDraft;
import dev.holdpoint.engine.loop.Advance;
import dev.holdpoint.engine.recovery.StartRepair;
import dev.holdpoint.engine.run.Submission;
import dev.holdpoint.store.EmbeddedPostgres;
import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a node has besides runs, while it is there and when it is gone. */
final class LeftAtNodesTest {
  private static final ClientGates.Client ADA =
      new ClientGates.Client("mcp", "Claude Code", "tok_ada", "ada", Tenants.ROOT, null);
  private static final ServedSessions.Server SERVER = new ServedSessions.Server("one", "mock", 1);

  private final String url = EmbeddedPostgres.shared().newDatabase();
  private final NodeAtWork here = new NodeAtWork(url, "here");
  private final NodeAtWork there = new NodeAtWork(url, "there");

  @AfterEach
  void close() {
    here.close();
    there.close();
  }

  private static ExternalGates.Gate gate() {
    ToolCall call = new ToolCall("call_1", "Bash", Json.EMPTY_OBJECT);
    return new ExternalGates.Gate(call, GateDraft.approval(call).because("why"));
  }

  private static ClientGates.Request asks(ClientGates.Key key) {
    return new ClientGates.Request(null, key, "Bash", List.of("here"), gate());
  }

  private ClientGates.Asked waits(NodeAtWork node, ClientGates.Key key) {
    return node.clients.ask(ADA, asks(key), true);
  }

  /** Goes, and comes back when the other nodes have been told. */
  private static void goes(NodeAtWork node, ClientGates.Asked asked) throws Exception {
    node.commits.drainPermits();
    asked.vigil().close();
    node.commits.acquire();
  }

  private RunStatus status(ClientGates.Asked asked) {
    return there.now(asked.run()).status();
  }

  @Test
  void the_same_asked_at_another_node_while_somebody_waits_is_a_second_request() throws Exception {
    ClientGates.Asked first = waits(here, ClientGates.Key.NONE);
    ClientGates.Asked second = waits(there, ClientGates.Key.NONE);
    assertThat(second.run().key()).isNotEqualTo(first.run().key());
    goes(there, second);
    // Nobody waits for it any more, at whichever node.
    assertThat(waits(here, ClientGates.Key.NONE).run().key()).isEqualTo(second.run().key());
  }

  @Test
  void who_comes_back_to_another_node_when_his_own_is_gone_finds_what_he_asked() {
    ClientGates.Asked first = waits(here, ClientGates.Key.NONE);
    here.lostTo(there);
    assertThat(waits(there, ClientGates.Key.NONE).run().key()).isEqualTo(first.run().key());
  }

  @Test
  void what_is_asked_by_its_name_is_the_same_at_every_node() {
    ClientGates.Asked first = waits(here, ClientGates.Key.passing("toolu_1"));
    ClientGates.Asked again = waits(there, ClientGates.Key.passing("toolu_1"));
    assertThat(again.run().key()).isEqualTo(first.run().key());
  }

  @Test
  void nothing_is_withdrawn_that_somebody_waits_for_at_another_node() throws Exception {
    ClientGates.Asked first = waits(here, ClientGates.Key.passing("toolu_1"));
    ClientGates.Asked again = waits(there, ClientGates.Key.passing("toolu_1"));
    here.clients.leave(first, "gone", "ada");
    assertThat(status(first)).isEqualTo(RunStatus.WAITING_FOR_APPROVAL);
    there.clients.leave(again, "gone", "ada");
    assertThat(status(first)).isEqualTo(RunStatus.INTERRUPTED);
  }

  @Test
  void who_waited_at_a_node_that_is_gone_is_forgotten_and_nobody_else() {
    ClientGates.Asked both = waits(here, ClientGates.Key.passing("toolu_1"));
    waits(there, ClientGates.Key.passing("toolu_1"));
    ClientGates.Asked alone = waits(here, ClientGates.Key.passing("toolu_2"));
    here.lostTo(there);
    there.watches.recover(there.engine, here.epoch);
    assertThat(watch(both.run())).extracting(WaitingNodes::nodes).isEqualTo(List.of(there.epoch));
    assertThat(watch(alone.run())).isNull();
  }

  @Test
  void a_node_that_comes_back_tells_the_others_who_waits_at_it() {
    ClientGates.Asked first = waits(here, ClientGates.Key.NONE);
    here.lostTo(there);
    there.watches.recover(there.engine, here.epoch);
    here.rejoin();
    here.clients.lookAgain();
    ClientGates.Asked second = waits(there, ClientGates.Key.NONE);
    assertThat(second.run().key()).isNotEqualTo(first.run().key());
  }

  private @Nullable WaitingNodes watch(Run run) {
    return there.store.read(queries -> queries.kept(WaitingNodes.KIND, run.key()));
  }

  private static Run asksIn(NodeAtWork node, Session session) {
    Submission submission =
        new Submission(
            RunKind.INPUT,
            RunHead.Driver.OUTSIDE,
            "mock",
            "acp",
            ServedSessions.SOURCE,
            "mock",
            "may I?",
            null,
            new Json("[]"),
            Json.NULL,
            RunSettings.NONE);
    return node.outside.raise(session.id(), submission, gate(), null, null).run();
  }

  @Test
  void processes_of_two_nodes_never_share_a_session_and_end_alone() {
    Session first = here.served.open(SERVER, "agents-own");
    Session second = there.served.open(SERVER, "agents-own");
    assertThat(second.id()).isNotEqualTo(first.id());
    assertThat(there.served.open(SERVER, "agents-own").id()).isEqualTo(second.id());
    Run gone = asksIn(here, first);
    Run left = asksIn(there, second);
    here.lostTo(there);
    assertThat(there.served.interruptLeft(there.engine, here.epoch)).isEqualTo(1);
    assertThat(there.served.interruptLeft(there.engine, here.epoch)).isZero();
    assertThat(there.now(gone).status()).isEqualTo(RunStatus.INTERRUPTED);
    assertThat(there.now(left).status()).isEqualTo(RunStatus.WAITING_FOR_APPROVAL);
  }

  @Test
  void whoever_comes_into_a_session_of_a_node_that_is_gone_finds_nobody_waiting_in_it() {
    Session session = here.served.open(SERVER, "agents-own");
    Run gone = asksIn(here, session);
    here.lostTo(there);
    assertThat(there.served.open(SERVER, "agents-own").id()).isEqualTo(session.id());
    assertThat(there.now(gone).status()).isEqualTo(RunStatus.INTERRUPTED);
    Run own = asksIn(there, session);
    assertThat(there.served.interruptLeft(there.engine, here.epoch)).isZero();
    assertThat(there.now(own).status()).isEqualTo(RunStatus.WAITING_FOR_APPROVAL);
  }

  private static Run elicited(NodeAtWork node, String session) {
    Run calling = node.submitted(session);
    StructuredQuestion question =
        new StructuredQuestion("q", "", "Which?", List.of(), /* multiSelect= */ false);
    return node.elicitations.raise(
        new Elicitations.Asking("server", "tool", calling.id(), "call_1"),
        "Which?",
        new ExternalGates.Gate(
            new ToolCall("call_1", "ask_user_question", Json.EMPTY_OBJECT),
            new GateDraft.OfQuestion("call_1", List.of(question), GateDraft.Deadline.NONE)));
  }

  @Test
  void what_servers_asked_in_calls_of_a_node_is_gone_with_it_and_with_no_other() {
    Run gone = elicited(here, "s");
    Run left = elicited(there, "t");
    here.lostTo(there);
    assertThat(there.elicitations.closeLeft(there.engine, here.epoch)).isEqualTo(1);
    assertThat(there.elicitations.closeLeft(there.engine, here.epoch)).isZero();
    assertThat(there.now(gone).status()).isEqualTo(RunStatus.INTERRUPTED);
    assertThat(there.now(left).status()).isEqualTo(RunStatus.WAITING_FOR_USER_QUESTION);
    assertThat(there.store.<ElicitationRecord>read(q -> q.kept(ElicitationRecord.KIND, left.key())))
        .isNotNull();
  }

  @Test
  void a_run_that_cannot_be_read_keeps_no_other_of_its_node_from_going_on() {
    List<Run> runs = List.of(here.submitted("a"), here.submitted("b"), here.submitted("c"));
    assertThat(here.owns()).hasSize(3);
    here.lostTo(there);
    EmbeddedPostgres.shared()
        .execute(
            url.substring(url.lastIndexOf('/') + 1),
            "UPDATE runs SET doc = '{}' WHERE key = " + runs.get(1).key());
    new StartRepair(there.writing, Clarifications.slots(() -> true)).takeOver(here.epoch);
    assertThat(here.owns()).isEmpty();
    assertThat(there.store.cluster().claim(10, 10))
        .containsExactlyElementsOf(runs.stream().map(Run::key).toList());
  }

  private static DeliveryAttempt sends(NodeAtWork node, String word) {
    says(node, word);
    return node.deliveries.take(1, Long.MAX_VALUE, true).getFirst();
  }

  /** What is said is due at once, each to somebody else. */
  private static void says(NodeAtWork node, String word) {
    ReplyHandle target = new ReplyHandle("http", "{\"url\":\"https://" + word + "\"}");
    Run run = node.submitted(word, "scripted", RunSettings.NONE.replyingTo(List.of(target)));
    node.progress.advance(
        new Advance(run)
            .output(
                new Output(
                    Output.Source.ASSISTANT_TEXT,
                    "http",
                    "",
                    word,
                    new Json("[{\"type\":\"text\",\"text\":\"" + word + "\"}]"),
                    new Json("[]")))
            .complete());
  }

  @Test
  void couriers_of_a_node_that_is_gone_are_given_up_and_those_of_others_come_back() {
    sends(here, "ada");
    sends(there, "bob");
    here.lostTo(there);
    assertThat(there.deliveries.giveUpAbsent(here.epoch)).isEqualTo(1);
    assertThat(there.deliveries.giveUpAbsent(here.epoch)).isZero();
    List<Delivery> sending = there.store.read(queries -> queries.sendingDeliveries(0, 9));
    assertThat(sending).hasSize(1);
  }

  /** Long after any courier is taken for lost, by the clock of whoever looks. */
  private static InstantSource ahead() {
    return Clock.offset(Clock.systemUTC(), Duration.ofMinutes(10));
  }

  private DeliveryState stateOf(DeliveryAttempt parcel) {
    Delivery found =
        there.store.read(
            queries -> queries.delivery(Ulid.keyOf("dlv_", parcel.deliveryId()).orElseThrow()));
    return Objects.requireNonNull(found).state();
  }

  @Test
  void a_courier_is_waited_for_by_its_own_node_whatever_the_clocks_of_others_say() {
    DeliveryAttempt away = sends(here, "ada");
    try (NodeAtWork hasty = new NodeAtWork(url, "hasty", ahead())) {
      assertThat(hasty.deliveries.take(9, Long.MAX_VALUE, true)).isEmpty();
      assertThat(hasty.deliveries.take(9, Long.MAX_VALUE, true)).isEmpty();
      assertThat(stateOf(away)).isInstanceOf(DeliveryState.Sending.class);
      here.deliveries.settle(away, new AttemptResult.Taken(null));
      assertThat(stateOf(away)).isInstanceOf(DeliveryState.Delivered.class);
      assertThat(stateOf(away).attempts()).isEqualTo(1);

      DeliveryAttempt lost = sends(here, "bob");
      here.lostTo(there);
      // Nobody waits for it any more; whoever sees first that its time is over tries again.
      hasty.deliveries.take(9, Long.MAX_VALUE, true);
      assertThat(stateOf(lost)).isInstanceOf(DeliveryState.Waiting.class);
    }
  }

  @Test
  void what_is_due_goes_out_once_when_all_nodes_reach_for_it() throws Exception {
    try (NodeAtWork hasty = new NodeAtWork(url, "hasty", ahead())) {
      int all = 20;
      for (int i = 0; i < all; i++) {
        says(here, "word" + i);
      }
      List<DeliveryAttempt> taken = Collections.synchronizedList(new ArrayList<>());
      List<Thread> reaching =
          Stream.of(here, there, hasty)
              .map(node -> Thread.ofVirtual().start(() -> takeAll(node, taken)))
              .toList();
      for (Thread one : reaching) {
        one.join();
      }
      assertThat(taken).hasSize(all);
      assertThat(taken).extracting(DeliveryAttempt::deliveryId).doesNotHaveDuplicates();
      assertThat(taken).extracting(DeliveryAttempt::attempt).containsOnly(1);
    }
  }

  private static void takeAll(NodeAtWork node, List<DeliveryAttempt> taken) {
    List<DeliveryAttempt> some = node.deliveries.take(2, Long.MAX_VALUE, true);
    while (!some.isEmpty()) {
      taken.addAll(some);
      some = node.deliveries.take(2, Long.MAX_VALUE, true);
    }
  }
}

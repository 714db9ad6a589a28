package dev.holdpoint.engine.external;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.core.access.Tenants;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunState;
import dev.holdpoint.core.run.RunStatus;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.engine.commit.NodeAtWork;
import dev.holdpoint.engine.gate.GateDraft;
import dev.holdpoint.store.EmbeddedPostgres;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Decisions that nobody was given, and events after the fact, where there are two nodes. */
final class UndeliveredAtNodesTest {
  private static final Executor THREADS = task -> Thread.ofVirtual().start(task);
  private static final ClientGates.Client HOOK =
      new ClientGates.Client("hook", "codex", "tok_ada", "ada", Tenants.ROOT, null);

  private final String url = EmbeddedPostgres.shared().newDatabase();
  private final NodeAtWork here = new NodeAtWork(url, "here");
  private final NodeAtWork there = new NodeAtWork(url, "there");

  @AfterEach
  void close() {
    here.close();
    there.close();
  }

  private static final ToolCall CALL =
      new ToolCall("call_1", "Bash", new Json("{\"command\":\"touch ran\"}"));

  private static ClientGates.Request asks(String callId) {
    return new ClientGates.Request(
        "s",
        ClientGates.Key.passing(callId),
        "Bash",
        List.of("PreToolUse", "/srv"),
        List.of("PreToolUse", "/srv"),
        new ExternalGates.Gate(CALL, GateDraft.approval(CALL).because("why")),
        new ClientGates.Manner("codex", false, null, null));
  }

  @Test
  @DisplayName("AG-22 of twenty identical requests at once on two nodes one gets an unheard yes")
  void AG_22_of_twenty_at_once_one_gets_it() throws Exception {
    ClientGates.Asked first = here.clients.ask(HOOK, asks("toolu_0"), true);
    here.commits.drainPermits();
    first.vigil().close();
    here.commits.acquire();
    there.allow(there.now(first.run()));

    CountDownLatch start = new CountDownLatch(1);
    List<CompletableFuture<Run>> all =
        IntStream.rangeClosed(1, 20)
            .mapToObj(
                i ->
                    CompletableFuture.supplyAsync(
                        () -> {
                          try {
                            start.await();
                          } catch (InterruptedException e) {
                            throw new IllegalStateException(e);
                          }
                          return (i % 2 == 0 ? here : there)
                              .clients
                              .ask(HOOK, asks("toolu_" + i), true)
                              .run();
                        },
                        THREADS))
            .toList();
    start.countDown();
    List<Run> got = all.stream().map(CompletableFuture::join).toList();
    assertThat(got.stream().filter(run -> run.key() == first.run().key())).hasSize(1);
    assertThat(got.stream().filter(run -> run.status() == RunStatus.WAITING_FOR_APPROVAL))
        .hasSize(19);
  }

  @Test
  @DisplayName("AG-22 a decision that was given answers nobody else, at whichever node")
  void AG_22_what_was_given_answers_nobody_else() throws Exception {
    ClientGates.Asked first = here.clients.ask(HOOK, asks("toolu_0"), true);
    there.allow(there.now(first.run()));
    here.clients.told(first.run(), null, null);
    assertThat(there.clients.ask(HOOK, asks("toolu_1"), true).run().key())
        .isNotEqualTo(first.run().key());
  }

  @Test
  @DisplayName("AG-43 a hook waits at one node, and over at the other withdraws")
  void AG_43_over_at_the_other_node() {
    ClientGates.Asked waits = here.clients.ask(HOOK, asks("toolu_0"), true);
    SettledElsewhere elsewhere = new SettledElsewhere(there.writing, there.engine, there.outside);
    elsewhere.withdraw(
        HOOK,
        new SettledElsewhere.Over("s", "codex", new SettledElsewhere.Use("toolu_0", CALL)),
        "settled in codex itself",
        "hook:codex");
    assertThat(here.now(waits.run()).state())
        .isInstanceOfSatisfying(
            RunState.Interrupted.class,
            over -> assertThat(over.reason()).isEqualTo("settled in codex itself"));
  }

  @Test
  @DisplayName("AG-23 who waits at one node is seen at the other")
  void AG_23_who_waits_is_seen_at_the_other() throws Exception {
    ClientGates.Asked waits = here.clients.ask(HOOK, asks("toolu_0"), true);
    assertThat(there.clients.awaited(waits.run())).map(Awaited::who).contains(Awaited.Who.NOW);
    here.commits.drainPermits();
    waits.vigil().close();
    here.commits.acquire();
    assertThat(there.clients.awaited(waits.run())).map(Awaited::who).contains(Awaited.Who.NOBODY);
  }
}

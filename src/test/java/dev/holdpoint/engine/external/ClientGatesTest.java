package dev.holdpoint.engine.external;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.holdpoint.core.access.Tenants;
import dev.holdpoint.core.permission.Behavior;
import dev.holdpoint.core.permission.PermissionRule;
import dev.holdpoint.core.permit.Permit;
import dev.holdpoint.core.permit.PermitState;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunStatus;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.engine.commit.Bench;
import dev.holdpoint.engine.commit.Commits;
import dev.holdpoint.engine.commit.Work;
import dev.holdpoint.engine.gate.GateDraft;
import dev.holdpoint.engine.permission.PermissionRules;
import dev.holdpoint.engine.permit.AnsweredPermits;
import dev.holdpoint.engine.port.store.Store;
import dev.holdpoint.engine.run.RunOutcome;
import dev.holdpoint.store.EmbeddedPostgres;
import dev.holdpoint.store.MigratedLedger;
import dev.holdpoint.store.postgres.PostgresStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What clients that hold nothing but a token ask, and how they find it again. */
@ParameterizedClass(name = "{0}")
@EnumSource
final class ClientGatesTest {
  enum Where {
    SQLITE,
    POSTGRES
  }

  private static final ClientGates.Client ADA =
      new ClientGates.Client("mcp", "Claude Code", "tok_ada", "ada", Tenants.ROOT, null);

  private final Supplier<Store> ledger;
  @TempDir private Path folder = Path.of("");

  ClientGatesTest(Where where) {
    this.ledger =
        switch (where) {
          case SQLITE -> () -> MigratedLedger.open(folder.resolve("ledger.db"));
          case POSTGRES -> {
            String url = EmbeddedPostgres.shared().newDatabase();
            yield () -> PostgresStore.open(url);
          }
        };
  }

  private Bench open() {
    return new Bench(ledger.get());
  }

  private static ClientGates clients(Bench bench) {
    return new ClientGates(bench.commits, bench.engine, bench.outside);
  }

  private static ExternalGates.Gate gate(String command) {
    ToolCall call = new ToolCall("call_1", "Bash", new Json("{\"command\":\"" + command + "\"}"));
    return new ExternalGates.Gate(call, GateDraft.approval(call).because("why"));
  }

  private static ClientGates.Request asks(
      @Nullable String session, ClientGates.Key key, String command) {
    return new ClientGates.Request(
        session, key, "Bash: " + command, List.of("here"), gate(command));
  }

  private static ClientGates.Request asks(ClientGates.Key key, String command) {
    return asks(null, key, command);
  }

  private static ClientGates.Client of(String name, String principal, String tenant) {
    return new ClientGates.Client("hook", name, principal, principal, tenant, null);
  }

  private static Problem refusal(Runnable deed) {
    return catchThrowableOfType(Refused.class, deed::run).refusal().problem();
  }

  @Test
  void a_client_has_one_session_whose_id_tells_people_which_client_it_is() {
    try (Bench bench = open()) {
      ClientGates clients = clients(bench);
      Run first = clients.raise(ADA, asks(ClientGates.Key.NONE, "a")).run();
      Run second = clients.raise(ADA, asks(ClientGates.Key.NONE, "b")).run();
      assertThat(first.head().sessionId()).isEqualTo("claude-code");
      assertThat(second.head().sessionId()).isEqualTo("claude-code");
      assertThat(first.head().sourceKind()).isEqualTo("mcp");
      assertThat(first.status()).isEqualTo(RunStatus.WAITING_FOR_APPROVAL);
      // Another's client of the same name has its own.
      Run other =
          clients
              .raise(of("Claude Code", "tok_bob", Tenants.ROOT), asks(ClientGates.Key.NONE, "a"))
              .run();
      assertThat(other.key()).isNotEqualTo(first.key());
      assertThat(other.head().sessionId()).startsWith("claude-code-");
    }
  }

  @Test
  void a_name_finds_what_was_asked_pending_or_decided_after_a_restart_too() {
    Run asked;
    try (Bench bench = open()) {
      asked = clients(bench).raise(ADA, asks(ClientGates.Key.named("k"), "a")).run();
    }
    try (Bench bench = open()) {
      ClientGates clients = clients(bench);
      RunOutcome again = clients.raise(ADA, asks(ClientGates.Key.named("k"), "a"));
      assertThat(again.replayed()).isTrue();
      assertThat(again.run().key()).isEqualTo(asked.key());
      assertThat(clients.find(ADA, null, "k")).map(Run::key).contains(asked.key());
      assertThat(clients.find(ADA, null, "other")).isEmpty();
      assertThat(clients.find(of("Else", "tok_ada", Tenants.ROOT), null, "k")).isEmpty();

      bench.outside.interrupt(asked.id(), "over", "ada");
      Run settled = clients.raise(ADA, asks(ClientGates.Key.named("k"), "a")).run();
      assertThat(settled.key()).isEqualTo(asked.key());
      assertThat(settled.status()).isEqualTo(RunStatus.INTERRUPTED);
    }
  }

  @Test
  void a_name_that_stands_for_something_else_is_refused_and_nothing_is_asked() {
    try (Bench bench = open()) {
      ClientGates clients = clients(bench);
      Run asked = clients.raise(ADA, asks(ClientGates.Key.named("k"), "a")).run();
      assertThat(refusal(() -> clients.raise(ADA, asks(ClientGates.Key.named("k"), "b"))))
          .isEqualTo(Problem.IDEMPOTENCY_CONFLICT);
      assertThat(refusal(() -> clients.tell(ADA, null, "k", "t", "m")))
          .isEqualTo(Problem.IDEMPOTENCY_CONFLICT);
      assertThat(clients.find(ADA, null, "k")).map(Run::key).contains(asked.key());
    }
  }

  @Test
  void the_same_without_a_name_or_under_a_new_one_is_what_waits_after_a_restart() {
    Run asked;
    try (Bench bench = open()) {
      asked = clients(bench).raise(ADA, asks(ClientGates.Key.passing("toolu_1"), "a")).run();
    }
    try (Bench bench = open()) {
      ClientGates clients = clients(bench);
      RunOutcome again = clients.raise(ADA, asks(ClientGates.Key.passing("toolu_2"), "a"));
      assertThat(again.replayed()).isTrue();
      assertThat(again.run().key()).isEqualTo(asked.key());
      assertThat(clients.raise(ADA, asks(ClientGates.Key.passing("toolu_2"), "a")).run().key())
          .isEqualTo(asked.key());
      // What has a lasting name is another request, whatever it says.
      Run named = clients.raise(ADA, asks(ClientGates.Key.named("k"), "a")).run();
      assertThat(named.key()).isNotEqualTo(asked.key());
    }
  }

  @Test
  void what_is_decided_is_not_what_the_same_asked_later_finds() {
    try (Bench bench = open()) {
      ClientGates clients = clients(bench);
      Run asked = clients.raise(ADA, asks(ClientGates.Key.NONE, "a")).run();
      bench.outside.interrupt(asked.id(), "over", "ada");
      Run again = clients.raise(ADA, asks(ClientGates.Key.NONE, "a")).run();
      assertThat(again.key()).isNotEqualTo(asked.key());
    }
  }

  @Test
  void the_same_while_somebody_waits_for_it_is_asked_again_and_found_when_nobody_does() {
    try (Bench bench = open()) {
      ClientGates clients = clients(bench);
      ClientGates.Asked first = clients.ask(ADA, asks(ClientGates.Key.NONE, "a"), true);
      ClientGates.Asked second = clients.ask(ADA, asks(ClientGates.Key.NONE, "a"), true);
      assertThat(second.run().key()).isNotEqualTo(first.run().key());
      second.vigil().close();
      second.vigil().close();
      RunOutcome third = clients.raise(ADA, asks(ClientGates.Key.NONE, "a"));
      assertThat(third.replayed()).isTrue();
      assertThat(third.run().key()).isEqualTo(second.run().key());
      first.vigil().close();
    }
  }

  @Test
  void two_that_ask_the_same_at_once_and_wait_are_asked_two_things() {
    try (Bench bench = open()) {
      ClientGates clients = clients(bench);
      List<Object> both =
          bench.together(
              () -> clients.ask(ADA, asks(ClientGates.Key.NONE, "a"), true),
              () -> clients.ask(ADA, asks(ClientGates.Key.NONE, "a"), true));
      assertThat(both)
          .extracting(one -> ((ClientGates.Asked) one).run().key())
          .doesNotHaveDuplicates();
      // Under one name they are one.
      List<Object> named =
          bench.together(
              () -> clients.ask(ADA, asks(ClientGates.Key.named("k"), "b"), true),
              () -> clients.ask(ADA, asks(ClientGates.Key.named("k"), "b"), true));
      assertThat(named)
          .extracting(one -> ((ClientGates.Asked) one).run().key())
          .containsOnly(((ClientGates.Asked) named.getFirst()).run().key());
    }
  }

  @Test
  void one_who_has_gone_without_a_word_is_noticed_before_the_same_is_asked_twice() {
    try (Bench bench = open()) {
      ClientGates clients = clients(bench);
      ClientGates.Asked gone = clients.ask(ADA, asks(ClientGates.Key.NONE, "a"), true);
      AtomicInteger said = new AtomicInteger();
      // A lost connection takes one thing that is said to it, and fails with the second.
      gone.vigil()
          .onDoubt(
              () -> {
                if (said.incrementAndGet() == 2) {
                  gone.vigil().close();
                }
              });
      ClientGates.Asked back = clients.ask(ADA, asks(ClientGates.Key.NONE, "a"), true);
      assertThat(back.replayed()).isTrue();
      assertThat(back.run().key()).isEqualTo(gone.run().key());
      assertThat(said).hasValue(2);
      back.vigil().close();
    }
  }

  @Test
  void a_session_may_be_named_made_and_not_be_anothers() {
    try (Bench bench = open()) {
      ClientGates clients = clients(bench);
      Run made = clients.raise(ADA, asks("work", ClientGates.Key.named("k"), "a")).run();
      assertThat(made.head().sessionId()).isEqualTo("work");
      assertThat(clients.find(ADA, "work", "k")).map(Run::key).contains(made.key());
      assertThat(clients.find(ADA, null, "k")).isEmpty();

      ClientGates.Client bound = of("Claude Code", "tok_eve", "ten_other");
      assertThat(refusal(() -> clients.raise(bound, asks("work", ClientGates.Key.NONE, "a"))))
          .isEqualTo(Problem.SESSION_NOT_FOUND);
      // Whoever names a session that is not there has it made: to create it is no advice to him.
      assertThat(
              catchThrowableOfType(
                      Refused.class,
                      () -> clients.raise(bound, asks("work", ClientGates.Key.NONE, "a")))
                  .refusal()
                  .detail())
          .isEqualTo("You have no access to a session 'work'. Name another session, or none.");
      assertThat(refusal(() -> clients.tell(bound, "work", null, "t", "m")))
          .isEqualTo(Problem.SESSION_NOT_FOUND);
      assertThat(clients.find(bound, "work", "k")).isEmpty();
      assertThat(refusal(() -> clients.raise(ADA, asks("..", ClientGates.Key.NONE, "a"))))
          .isEqualTo(Problem.INVALID_SESSION_ID);
    }
  }

  @Test
  void a_session_that_has_ended_is_followed_by_a_new_one() {
    try (Bench bench = open()) {
      ClientGates clients = clients(bench);
      Run asked = clients.raise(ADA, asks(ClientGates.Key.NONE, "a")).run();
      bench.outside.interrupt(asked.id(), "over", "ada");
      bench.sessions.end("claude-code", null, "ada");
      Run next = clients.raise(ADA, asks(ClientGates.Key.NONE, "a")).run();
      assertThat(next.head().sessionId()).isNotEqualTo("claude-code");
    }
  }

  @Test
  void what_people_are_told_is_a_run_that_is_over_and_told_once_under_its_name() {
    try (Bench bench = open()) {
      ClientGates clients = clients(bench);
      Run told = clients.tell(ADA, null, "n", "title", "title and more").run();
      assertThat(told.status()).isEqualTo(RunStatus.COMPLETED);
      assertThat(told.outputs()).hasSize(1);
      assertThat(told.outputs().getFirst().content()).isEqualTo("title and more");
      assertThat(clients.tell(ADA, null, "n", "title", "title and more").replayed()).isTrue();
      Run other = clients.tell(ADA, null, null, "title", "title and more").run();
      assertThat(other.key()).isNotEqualTo(told.key());
    }
  }

  @Test
  void the_same_of_somebody_else_or_from_another_place_is_another_request() {
    try (Bench bench = open()) {
      ClientGates clients = clients(bench);
      ClientGates.Request here = asks("work", ClientGates.Key.NONE, "a");
      Run asked = clients.raise(ADA, here).run();
      ClientGates.Request elsewhere =
          new ClientGates.Request("work", here.key(), here.text(), List.of("/etc"), here.gate());
      ClientGates.Request otherwise =
          new ClientGates.Request("work", here.key(), "in /etc", here.from(), here.gate());
      ClientGates.Client bob =
          new ClientGates.Client("mcp", "Claude Code", "tok_bob", "bob", Tenants.ROOT, null);
      assertThat(clients.raise(ADA, here).run().key()).isEqualTo(asked.key());
      assertThat(
              List.of(
                  asked.key(),
                  clients.raise(ADA, elsewhere).run().key(),
                  clients.raise(ADA, otherwise).run().key(),
                  clients.raise(bob, here).run().key(),
                  clients.raise(of("Claude Code", "tok_ada", Tenants.ROOT), here).run().key()))
          .doesNotHaveDuplicates();
    }
  }

  // PF-83
  @Test
  void PF_83_a_call_that_was_allowed_in_one_place_is_asked_anew_in_another() {
    try (Bench bench = open()) {
      ClientGates clients = clients(bench);
      ClientGates.Key id = ClientGates.Key.passing("toolu_9");
      List<List<String>> places =
          List.of(
              List.of("PreToolUse", "/work", "default", ""),
              List.of("PreToolUse", "/etc", "default", ""),
              List.of("PreToolUse", "/work", "plan", ""),
              List.of("PermissionRequest", "/work", "default", ""),
              List.of("PreToolUse", "/work", "default", "reviewer"));
      List<Long> asked =
          places.stream()
              .map(
                  place ->
                      clients
                          .raise(
                              ADA, new ClientGates.Request(null, id, "rm", place, gate("rm -r x")))
                          .run()
                          .key())
              .toList();
      assertThat(asked).doesNotHaveDuplicates();
      for (int i = 0; i < places.size(); i++) {
        ClientGates.Request again =
            new ClientGates.Request(null, id, "rm", List.of("x"), places.get(i), gate("rm -r x"));
        assertThat(clients.raise(ADA, again).run().key()).isEqualTo(asked.get(i));
      }
    }
  }

  @Test
  void a_name_is_its_clients_own_and_no_name_of_a_call() {
    try (Bench bench = open()) {
      ClientGates clients = clients(bench);
      Run asked = clients.raise(ADA, asks("work", ClientGates.Key.named("k"), "a")).run();
      ClientGates.Client bob = of("Claude Code", "tok_bob", Tenants.ROOT);
      assertThat(clients.find(bob, "work", "k")).isEmpty();
      Run bobs = clients.raise(bob, asks("work", ClientGates.Key.named("k"), "b")).run();
      assertThat(bobs.key()).isNotEqualTo(asked.key());
      Run call = clients.raise(ADA, asks("work", ClientGates.Key.passing("k"), "c")).run();
      assertThat(call.key()).isNotEqualTo(asked.key());
      assertThat(clients.find(ADA, "work", "k")).map(Run::key).contains(asked.key());
    }
  }

  @Test
  void whoever_leaves_withdraws_only_what_nobody_else_waits_for_or_comes_back_to() {
    try (Bench bench = open()) {
      ClientGates clients = clients(bench);
      ClientGates.Request use = asks(ClientGates.Key.passing("toolu_1"), "a");
      ClientGates.Asked one = clients.ask(ADA, use, true);
      ClientGates.Asked two = clients.ask(ADA, use, true);
      assertThat(two.run().key()).isEqualTo(one.run().key());
      assertThat(clients.leave(two, "gone", "ada").status().isSettled()).isFalse();
      assertThat(clients.leave(one, "gone", "ada").status()).isEqualTo(RunStatus.INTERRUPTED);

      ClientGates.Request back = asks(ClientGates.Key.passing("toolu_2"), "b");
      clients.ask(ADA, back, true).vigil().close();
      ClientGates.Asked passing =
          clients.ask(
              ADA,
              new ClientGates.Request(
                  null, back.key(), back.text(), List.of(), back.place(), back.gate()),
              true);
      assertThat(passing.replayed()).isTrue();
      assertThat(clients.leave(passing, "gone", "ada").status().isSettled()).isFalse();
    }
  }

  @Test
  void one_who_does_not_wait_keeps_nobody_from_coming_back() {
    try (Bench bench = open()) {
      ClientGates clients = clients(bench);
      ClientGates.Asked looks = clients.ask(ADA, asks(ClientGates.Key.NONE, "a"), false);
      ClientGates.Asked next = clients.ask(ADA, asks(ClientGates.Key.NONE, "a"), true);
      assertThat(next.run().key()).isEqualTo(looks.run().key());
      next.vigil().close();
    }
  }

  @Test
  void all_who_wait_are_looked_at_together() {
    try (Bench bench = open()) {
      ClientGates clients = clients(bench);
      Run run = clients.raise(ADA, asks(ClientGates.Key.NONE, "a")).run();
      List<Integer> said = new ArrayList<>();
      for (int i = 0; i < 5; i++) {
        int number = i;
        clients.awaiting(run, true).onDoubt(() -> said.add(number));
      }
      assertThat(clients.raise(ADA, asks(ClientGates.Key.NONE, "a")).replayed()).isFalse();
      assertThat(said.subList(0, 5)).containsExactlyInAnyOrder(0, 1, 2, 3, 4);
    }
  }

  @Test
  void a_task_is_one_request_of_its_own_unless_a_name_says_otherwise() {
    try (Bench bench = open()) {
      ClientGates clients = clients(bench);
      Run first = clients.ask(ADA, asks(ClientGates.Key.NONE, "a").asTask(), false).run();
      Run second = clients.ask(ADA, asks(ClientGates.Key.NONE, "a").asTask(), false).run();
      assertThat(second.key()).isNotEqualTo(first.key());
      // A client that waits by a stream does not take a task's decision either.
      Run third = clients.raise(ADA, asks(ClientGates.Key.NONE, "a")).run();
      assertThat(third.key()).isNotIn(first.key(), second.key());
      Run named = clients.ask(ADA, asks(ClientGates.Key.named("k"), "a").asTask(), false).run();
      assertThat(
              clients.ask(ADA, asks(ClientGates.Key.named("k"), "a").asTask(), false).run().key())
          .isEqualTo(named.key());
    }
  }

  @Test
  void a_task_takes_up_what_a_lost_stream_has_asked_and_comes_back_to_it() {
    try (Bench bench = open()) {
      ClientGates clients = clients(bench);
      Run lost = clients.raise(ADA, asks(ClientGates.Key.NONE, "a")).run();
      assertThat(clients.awaited(lost)).map(Awaited::who).contains(Awaited.Who.NOBODY);
      Run task = clients.ask(ADA, asks(ClientGates.Key.NONE, "a").asTask(), false).run();
      assertThat(task.key()).isEqualTo(lost.key());
      assertThat(clients.awaited(lost)).map(Awaited::who).contains(Awaited.Who.COMES_BACK);
      assertThat(clients.ask(ADA, asks(ClientGates.Key.NONE, "a").asTask(), false).run().key())
          .as("it is somebody's task by now")
          .isNotEqualTo(lost.key());

      Run looked = clients.raise(ADA, asks(ClientGates.Key.NONE, "b")).run();
      clients.givenOut(looked);
      assertThat(clients.awaited(looked)).map(Awaited::who).contains(Awaited.Who.COMES_BACK);
    }
  }

  @Test
  void a_decision_that_nobody_heard_answers_a_task_once() {
    try (Bench bench = open()) {
      ClientGates clients = clients(bench);
      Run stream = clients.raise(ADA, asks(ClientGates.Key.NONE, "a")).run();
      bench.allow(stream, "bob", null);
      assertThat(clients.ask(ADA, asks(ClientGates.Key.NONE, "a").asTask(), false).run().key())
          .isEqualTo(stream.key());
      assertThat(clients.raise(ADA, asks(ClientGates.Key.NONE, "a")).run().key())
          .as("once")
          .isNotEqualTo(stream.key());
    }
  }

  @Test
  void a_yes_that_went_to_a_new_name_is_not_found_under_the_old_ones() {
    try (Bench bench = open()) {
      ClientGates clients = clients(bench);
      Run run = clients.raise(ADA, asks(ClientGates.Key.passing("old"), "a")).run();
      assertThat(clients.raise(ADA, asks(ClientGates.Key.passing("older"), "a")).run().key())
          .isEqualTo(run.key());
      bench.allow(run, "bob", null);
      assertThat(clients.raise(ADA, asks(ClientGates.Key.passing("new"), "a")).run().key())
          .isEqualTo(run.key());
      for (String name : List.of("old", "older")) {
        Run again = clients.raise(ADA, asks(ClientGates.Key.passing(name), "a")).run();
        assertThat(again.key()).as(name).isNotEqualTo(run.key());
        assertThat(again.status()).isEqualTo(RunStatus.WAITING_FOR_APPROVAL);
      }
      // The same use, sent again because its answer was lost, is the same use.
      assertThat(clients.raise(ADA, asks(ClientGates.Key.passing("new"), "a")).run().key())
          .isEqualTo(run.key());
    }
  }

  /** A hook of a program that asks before a tool use, and again before its dialog. */
  private static ClientGates.Request dialog(String turn, String folder) {
    return new ClientGates.Request(
        "s",
        ClientGates.Key.NONE,
        "Bash: a",
        List.of("dialog", folder),
        List.of("dialog", folder),
        gate("a"),
        new ClientGates.Manner("codex", false, null, List.of(turn, folder)));
  }

  @Test
  void a_yes_for_two_events_answers_one_dialog_there_and_then() {
    try (Bench bench = open()) {
      ClientGates clients = clients(bench);
      Run first = clients.raise(ADA, asks("s", ClientGates.Key.passing("1"), "a")).run();
      bench.allow(first, "bob", null);
      clients.told(first, List.of("turn", "/srv"), null);
      assertThat(clients.raise(ADA, dialog("turn", "/other")).run().key())
          .isNotEqualTo(first.key());
      assertThat(clients.raise(ADA, dialog("next", "/srv")).run().key()).isNotEqualTo(first.key());
      assertThat(clients.raise(ADA, dialog("turn", "/srv")).run().key()).isEqualTo(first.key());
      assertThat(clients.raise(ADA, dialog("turn", "/srv")).run().key())
          .as("once")
          .isNotEqualTo(first.key());

      // An older yes that is given again leaves no second one, and none is left for ever.
      Run second = clients.raise(ADA, asks("s", ClientGates.Key.passing("2"), "a")).run();
      bench.allow(second, "bob", null);
      clients.told(second, List.of("later", "/srv"), null);
      clients.told(first, List.of("later", "/srv"), null);
      bench.pass(600_001);
      assertThat(clients.raise(ADA, dialog("later", "/srv")).run().key())
          .isNotIn(first.key(), second.key());
    }
  }

  @Test
  void a_look_does_not_keep_a_decision_from_whoever_asked() {
    try (Bench bench = open()) {
      ClientGates clients = clients(bench);
      Run run = clients.raise(ADA, asks(ClientGates.Key.NONE, "a")).run();
      try (Waiters.Vigil stranger = clients.awaiting(run, false)) {
        assertThat(stranger.isWatching()).isFalse();
        bench.allow(run, "bob", null);
        assertThat(clients.raise(ADA, asks(ClientGates.Key.NONE, "a")).run().key())
            .isEqualTo(run.key());
      }
    }
  }

  /** Half of what a call costs that a rule decides was a transaction of its own for that. */
  @Test
  void what_a_rule_decides_is_decided_and_noted_as_given_in_one_commit() {
    try (Bench bench = open()) {
      bench.rules.add(
          new PermissionRules.Spec(
              Behavior.ALLOW, "Bash", null, PermissionRule.ScopeKind.USER, null, null, null),
          Tenants.ROOT,
          "ada",
          null);
      AtomicInteger commits = new AtomicInteger();
      ClientGates clients = new ClientGates(counting(bench, commits), bench.engine, bench.outside);
      AnsweredPermits.Given given =
          new AnsweredPermits.Given(List.of("turn"), new AnsweredPermits.Acting("toolu_01", "ada"));
      ClientGates.Asked asked =
          clients.ask(ADA, asks(ClientGates.Key.NONE, "a"), false, _ -> given);
      assertThat(asked.run().status().isSettled()).isTrue();
      assertThat(asked.given()).isTrue();
      assertThat(commits).hasValue(1);
      long gate = asked.run().approvals().getFirst().key();
      Permit permit = bench.engine.read(queries -> queries.kept(Permit.KIND, gate));
      assertThat(permit).isNotNull();
      assertThat(permit.state().status()).isEqualTo(PermitState.Status.STARTED);

      clients.told(asked.run(), null, given.acting());
      assertThat(commits).as("it is noted already").hasValue(1);
    }
  }

  @Test
  void what_people_are_to_decide_is_not_noted_as_given() {
    try (Bench bench = open()) {
      ClientGates.Asked asked =
          clients(bench)
              .ask(
                  ADA,
                  asks(ClientGates.Key.NONE, "a"),
                  false,
                  _ -> {
                    throw new AssertionError("nothing is decided");
                  });
      assertThat(asked.given()).isFalse();
      long gate = asked.run().approvals().getFirst().key();
      assertThat(bench.engine.<Boolean>read(queries -> queries.kept(Permit.KIND, gate) == null))
          .isTrue();
    }
  }

  private static Commits counting(Bench bench, AtomicInteger count) {
    return new Commits() {
      @Override
      public <R> R commit(Work<R> work) {
        count.incrementAndGet();
        return bench.commits.commit(work);
      }
    };
  }
}

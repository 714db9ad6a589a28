package dev.holdpoint.engine.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.holdpoint.core.agent.AgentBinding;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunStatus;
import dev.holdpoint.engine.commit.NodeAtWork;
import dev.holdpoint.engine.prompt.Prompts;
import dev.holdpoint.store.EmbeddedPostgres;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An agent's process is at one node; people decide at any. */
final class AgentsAtNodesTest {
  private final String url = EmbeddedPostgres.shared().newDatabase();
  private final NodeAtWork here = new NodeAtWork(url, "here");
  private final NodeAtWork there = new NodeAtWork(url, "there");

  @AfterEach
  void close() {
    here.close();
    there.close();
  }

  private AgentBinding engagement(Run run) {
    return Objects.requireNonNull(
        there.store.read(queries -> AgentBindings.of(queries, run.head().sessionKey())));
  }

  private static Problem refusal(Runnable deed) {
    return catchThrowableOfType(Refused.class, deed::run).refusal().problem();
  }

  // H3-32
  @Test
  void a_decision_made_elsewhere_is_relayed_to_the_node_that_has_the_agent() {
    Run run = here.parked("s", false);
    assertThat(there.allow(run)).isEqualTo(new Prompts.Clicked(false, true, null, null));
    assertThat(there.now(run).status()).isEqualTo(RunStatus.RUNNING);
    assertThat(here.owns()).containsExactly(run.key());
    assertThat(there.owns()).isEmpty();
  }

  // H3-32
  @Test
  void of_two_decisions_at_two_nodes_the_second_is_stale_and_relays_nothing() {
    Run run = here.parked("s", false);
    assertThat(there.allow(run).relayed()).isTrue();
    assertThat(there.allow(run).wasStale()).isTrue();
  }

  // H3-42
  @Test
  void a_decision_for_a_node_that_says_nothing_is_refused_and_waits_until_it_is_back() {
    Run run = here.parked("s", true);
    here.silentFor(NodeAtWork.LEASE_MS / 2);
    assertThat(refusal(() -> there.allow(run))).isEqualTo(Problem.RELAY_FAILED);
    assertThat(there.now(run).pendingApprovals()).hasSize(1);
    here.beat();
    assertThat(there.allow(run).relayed()).isTrue();
  }

  // H3-40
  @Test
  void a_decision_that_no_node_would_hear_is_refused_and_the_prompt_waits_on() {
    Run run = here.parked("s", true);
    here.lostTo(there);
    assertThat(refusal(() -> there.allow(run))).isEqualTo(Problem.GATEWAY_RUN_UNAVAILABLE);
    assertThat(there.now(run).pendingApprovals()).hasSize(1);
  }

  @Test
  void nobody_brings_back_an_agent_that_a_live_node_has() {
    Run run = here.parked("s", true);
    assertThat(there.engagements.fetch(run)).isEqualTo(AgentBindings.Fetching.THEIRS);
    assertThat(engagement(run).node()).isEqualTo(here.epoch);
  }

  @Test
  void an_agent_that_is_gone_is_brought_back_by_one_node_and_by_another_if_that_fails() {
    Run run = here.parked("s", true);
    try (NodeAtWork third = new NodeAtWork(url, "third")) {
      here.lostTo(there);
      assertThat(there.engagements.fetch(run)).isEqualTo(AgentBindings.Fetching.OURS);
      assertThat(third.engagements.fetch(run)).isEqualTo(AgentBindings.Fetching.THEIRS);
      // It is on its way, and may not come.
      assertThat(refusal(() -> third.allow(run))).isEqualTo(Problem.RELAY_FAILED);
      there.engagements.settle(run, false);
      assertThat(third.engagements.fetch(run)).isEqualTo(AgentBindings.Fetching.OURS);
      third.engagements.settle(run, true);
      assertThat(there.allow(run).relayed()).isTrue();
      assertThat(third.owns()).containsExactly(run.key());
    }
  }

  @Test
  void a_run_ends_whose_agent_is_gone_for_good() {
    Run run = here.parked("s", false);
    here.lostTo(there);
    assertThat(there.engagements.fetch(run)).isEqualTo(AgentBindings.Fetching.LOST);
    assertThat(there.now(run).status()).isEqualTo(RunStatus.INTERRUPTED);
  }

  @Test
  void of_a_node_that_is_gone_only_its_own_is_seen_to_and_twice_does_no_harm() {
    Run gone = here.parked("gone", false);
    Run lasting = here.parked("lasting", true);
    Run other = there.parked("other", false);
    here.lostTo(there);
    there.engagements.recover(here.epoch);
    there.engagements.recover(here.epoch);
    assertThat(there.now(gone).status()).isEqualTo(RunStatus.INTERRUPTED);
    assertThat(engagement(gone).runKey()).isNull();
    assertThat(there.now(lasting).status()).isEqualTo(RunStatus.WAITING_FOR_APPROVAL);
    assertThat(engagement(lasting).node()).isZero();
    assertThat(there.now(other).status()).isEqualTo(RunStatus.WAITING_FOR_APPROVAL);
    assertThat(engagement(other).node()).isEqualTo(there.epoch);
  }

  @Test
  void the_next_run_of_a_session_goes_where_its_agent_knows_what_was_said() {
    Run first = here.parked("s", false);
    here.engagements.lost(first.key(), "over");
    here.engagements.over(first);
    Run second = there.submitted("s");
    assertThat(here.owns()).containsExactly(second.key());
    // What any node can do is done by the one that is told of it.
    Run other = there.submitted("other");
    assertThat(there.owns()).containsExactly(other.key());
  }

  @Test
  void a_node_that_takes_no_work_gets_no_run_but_what_its_agent_is_at() {
    Run first = here.parked("s", false);
    here.store.cluster().drain(here.epoch, true);
    assertThat(there.allow(first).relayed()).isTrue();
    assertThat(here.owns()).containsExactly(first.key());
    Run other = here.parked("t", false);
    here.engagements.lost(other.key(), "over");
    here.engagements.over(other);
    Run next = there.submitted("t");
    assertThat(there.owns()).containsExactly(next.key());
  }

  @Test
  void a_run_that_came_to_the_wrong_node_is_given_up_for_the_one_with_the_agent() {
    Run run = here.parked("s", false);
    there.allow(run);
    EmbeddedPostgres.shared()
        .execute(
            url.substring(url.lastIndexOf('/') + 1),
            "UPDATE runs SET owner = " + there.epoch + " WHERE key = " + run.key());
    assertThat(there.engagements.giveUp(run)).isTrue();
    assertThat(there.owns()).isEmpty();
    assertThat(here.store.cluster().claim(1, 1)).containsExactly(run.key());
    assertThat(here.engagements.giveUp(run)).isFalse();
  }
}

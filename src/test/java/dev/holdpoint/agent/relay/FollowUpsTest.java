package dev.holdpoint.agent.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.core.agent.Denials;
import dev.holdpoint.core.agent.Denials.Denial;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What is said of an agent that has stopped its turn. */
final class FollowUpsTest {
  private static final Denials DENIED =
      Denials.NONE.plus(new Denial("c1", "Ada", "touch made", "", null));

  @Test
  @DisplayName("AG-13 a stop after a denial is named without the agent's word for its own end")
  void a_stop_after_a_denial() {
    String stopped = "the agent stopped after Ada denied \"touch made\"";

    assertThat(FollowUps.stopped(DENIED, "Aborted")).isEqualTo(stopped);
    assertThat(FollowUps.stopped(DENIED, "")).isEqualTo(stopped);
  }

  @Test
  void without_a_denial_the_agent_says_why_it_stopped() {
    assertThat(FollowUps.stopped(Denials.NONE, "Aborted"))
        .isEqualTo("the agent stopped by itself: Aborted");
    assertThat(FollowUps.stopped(Denials.NONE, "")).isEqualTo("the agent stopped by itself");
  }
}

package dev.holdpoint.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import dev.holdpoint.core.session.Mail;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.LoggerFactory;

/**
 * {@code -Dsimulation.seed=N} repeats one schedule, {@code -Dsimulation.schedules=N} tries more of
 * them.
 */
final class SimulationTest {
  private static final long FIRST = Long.getLong("simulation.seed", 1);
  private static final int SCHEDULES =
      Integer.getInteger(
          "simulation.schedules", System.getProperty("simulation.seed") == null ? 1_000 : 1);
  private static final int ENOUGH_TO_FIND_A_PLANT = 200;

  private static final Logger OURS = (Logger) LoggerFactory.getLogger("dev.holdpoint");
  private static @Nullable Level usual;

  @TempDir Path workspaces = Path.of("");

  /** Thousands of faults, each of them meant. */
  @BeforeAll
  static void keep_the_log_quiet() {
    usual = OURS.getLevel();
    OURS.setLevel(Level.OFF);
  }

  @AfterAll
  static void let_the_log_speak_again() {
    OURS.setLevel(usual);
  }

  @Test
  // K0-143, K0-145, K0-146, K0-147, K0-148, PF-88, PG-27
  void nothing_is_lost_doubled_or_left_lying_whatever_the_schedule() {
    int lives = 0;
    int runs = 0;
    long delivered = 0;
    long dead = 0;
    long inParts = 0;
    int ruled = 0;
    int signed = 0;
    int voted = 0;
    int stages = 0;
    int expired = 0;
    int redeemed = 0;
    Map<Holding.End, Integer> held = new EnumMap<>(Holding.End.class);
    int askedAnew = 0;
    for (long seed = FIRST; seed < FIRST + SCHEDULES; seed++) {
      try {
        Simulation simulation = Simulation.run(seed, Plant.NONE, workspaces);
        lives += simulation.lives();
        runs += simulation.runs();
        delivered += simulation.answers(Mail.Status.DELIVERED);
        dead += simulation.answers(Mail.Status.DEAD_LETTERED);
        inParts += simulation.answeredInParts();
        ruled += simulation.ruled();
        signed += simulation.signed();
        voted += simulation.deliberations().allowed();
        stages += simulation.deliberations().stages();
        expired += simulation.deliberations().expired();
        redeemed += simulation.redeemed();
        for (Holding.End end : Holding.End.values()) {
          held.merge(end, simulation.holding().ended(end), Integer::sum);
        }
        askedAnew += simulation.askedAnew();
      } catch (Throwable e) {
        fail(
            "schedule %d: %s\nRepeat it with: ./test SimulationTest -Dsimulation.seed=%d"
                .formatted(seed, e.getMessage(), seed),
            e);
      }
    }
    if (SCHEDULES >= 1_000) {
      assertThat(lives).as("crashes, without which this shows little").isGreaterThan(1_000);
      assertThat(runs).as("runs, without which this shows little").isGreaterThan(5_000);
      assertThat(delivered).as("answers to children").isGreaterThan(500);
      assertThat(dead).as("answers that found nobody").isGreaterThan(20);
      assertThat(ruled).as("calls that a rule has decided").isGreaterThan(400);
      assertThat(signed).as("approvals that two have signed").isGreaterThan(300);
      assertThat(voted).as("approvals that people allowed together").isGreaterThan(200);
      assertThat(stages).as("stages that opened").isGreaterThan(500);
      assertThat(expired).as("gates under a policy that expired").isGreaterThan(500);
      assertThat(inParts).as("requests answered one by one").isGreaterThan(40);
      assertThat(redeemed).as("permits that were redeemed").isGreaterThan(60);
      assertThat(held)
          .as("how decisions that were held ended")
          .allSatisfy((end, times) -> assertThat(times).as("%s", end).isPositive());
      assertThat(askedAnew).as("calls that ran after the world had moved").isGreaterThan(20);
    }
  }

  @ParameterizedTest
  @EnumSource(names = "NONE", mode = EnumSource.Mode.EXCLUDE)
  // PG-27: LOST_HOLD forgets what is held
  // PF-88: FORGOTTEN_INTENT repeats an effect, LOST_REDEMPTION lets two runners redeem
  void a_planted_bug_is_found(Plant plant) {
    boolean found = false;
    for (long seed = 1; !found && seed <= ENOUGH_TO_FIND_A_PLANT; seed++) {
      String said = violation(seed, plant);
      found = said != null && said.contains(plant.verdict);
    }
    assertThat(found).as("the checker finds %s", plant).isTrue();
  }

  private @Nullable String violation(long seed, Plant plant) {
    try {
      Simulation.run(seed, plant, workspaces);
      return null;
    } catch (Violation | AssertionError e) {
      return String.valueOf(e.getMessage());
    }
  }
}

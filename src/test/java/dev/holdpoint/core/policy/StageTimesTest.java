package dev.holdpoint.core.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.core.access.ApprovalPolicy;
import dev.holdpoint.core.access.Role;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

final class StageTimesTest {
  private static final long MINUTE = 60_000;
  private static final long HOUR = 60 * MINUTE;

  private static Scene scene() {
    return Scene.of("ada:admin bob:operator cyd:operator")
        .group("f", "ada", "bob")
        .group("oncall", "cyd");
  }

  private static Standing.@Nullable Next next(Scene scene) {
    return scene.standing().next();
  }

  private static Standing.Next stage(long atMs, String to, boolean unseen) {
    return new Standing.Next(Standing.What.STAGE, atMs, to, unseen);
  }

  private static Standing.Next end(Standing.What what, long atMs) {
    return new Standing.Next(what, atMs, null, false);
  }

  @Test
  @DisplayName("DX-28 a stage is due at its within, to the millisecond, and its people may decide")
  void DX_28_within() {
    Scene scene =
        scene().needs("group:f within 2h else group:oncall within 1h else deny").stage(1, 1_000);
    assertThat(next(scene)).isEqualTo(stage(1_000 + 2 * HOUR, "oncall", false));
    assertThat(scene.deliberation().due(999 + 2 * HOUR)).isNull();
    assertThat(scene.deliberation().due(1_000 + 2 * HOUR))
        .isEqualTo(stage(1_000 + 2 * HOUR, "oncall", false));
    assertThat(scene.deliberation().mayAllow("cyd", Role.OPERATOR)).isEqualTo(Right.NOT_NAMED);
    assertThat(scene.stage(2, 0).deliberation().mayAllow("cyd", Role.OPERATOR))
        .isEqualTo(Right.GRANTED);
    assertThat(scene.deliberation().mayAllow("ada", Role.ADMIN)).isEqualTo(Right.GRANTED);
  }

  @Test
  void the_deadline_is_when_the_last_stage_would_end() {
    GatePolicy policy =
        scene().needs("group:f within 2h else group:oncall within 1h else deny").policy();
    assertThat(StageTimes.deadline(policy, 1, 1_000)).isEqualTo(1_000 + 3 * HOUR);
    // Opened early because nobody looked, or late because the daemon was down.
    assertThat(StageTimes.deadline(policy, 2, 5_000)).isEqualTo(5_000 + HOUR);
    assertThat(StageTimes.deadline(policy, 9, 5_000)).isEqualTo(5_000 + HOUR);
    // The tenant's time is that of a last stage without its own; a question then waits for ever.
    Scene open = scene().needs("group:f within 2h else group:oncall");
    assertThat(StageTimes.deadline(open.policy(), 1, 0))
        .isEqualTo(2 * HOUR + Scene.FLOOR.expiresAfterMs());
    assertThat(StageTimes.deadline(open.question().policy(), 1, 0)).isNull();
    assertThat(StageTimes.deadline(scene().withoutPolicy().policy(), 1, 7))
        .isEqualTo(7 + Scene.FLOOR.expiresAfterMs());
    assertThat(next(open.stage(2, 0))).isNull();
  }

  @Test
  @DisplayName("DX-29 the next stage opens early unless a person who may act has looked")
  void DX_29_unseen() {
    Scene scene = scene().needs("group:f within 2h or unseen 10m else group:oncall");
    assertThat(next(scene)).isEqualTo(stage(10 * MINUTE, "oncall", true));
    assertThat(next(scene.looks(Map.of("cyd", 5L)))).isEqualTo(stage(10 * MINUTE, "oncall", true));
    assertThat(next(scene.looks(Map.of("ada", 5L)))).isEqualTo(stage(2 * HOUR, "oncall", false));
    // A look counts for the stage in which it was made.
    assertThat(next(scene.stage(1, 6))).isEqualTo(stage(6 + 10 * MINUTE, "oncall", true));
    assertThat(
            next(
                scene
                    .looks(Map.of())
                    .stage(1, 0)
                    .needs("2 of group:f within 2h or unseen 10m" + " else group:oncall")
                    .votes("ada+")))
        .isEqualTo(stage(2 * HOUR, "oncall", false));
    // An unseen time that is longer than the stage never matters.
    assertThat(next(scene().needs("group:f within 5m or unseen 10m else group:oncall")))
        .isEqualTo(stage(5 * MINUTE, "oncall", false));
  }

  @Test
  @DisplayName("DX-30 a yes that was not enough is enough when the next stage opens")
  void DX_30_opening_settles() {
    Scene scene = scene().needs("2 of group:f within 1h else 1 of group:f").votes("ada+");
    assertThat(scene.state()).isEqualTo("undecided");
    assertThat(scene.stage(2, HOUR).state()).isEqualTo("allowed");
    assertThat(Objects.requireNonNull(scene.deliberation().lastYes()).by()).isEqualTo("ada");
  }

  @Test
  @DisplayName("DX-32 after a week each stage has its whole time; the asker's deadline has passed")
  void DX_32_down_for_a_week() {
    long week = 7 * 24 * HOUR;
    Scene scene = scene().needs("group:f within 1h else group:oncall within 1h else deny");
    scene.deadline(2 * HOUR, false, 0);
    assertThat(scene.deliberation().due(week)).isEqualTo(stage(HOUR, "oncall", false));
    scene.stage(2, week).deadline(StageTimes.deadline(scene.policy(), 2, week), false, 0);
    assertThat(scene.deliberation().due(week)).isNull();
    assertThat(scene.deliberation().due(week + HOUR))
        .isEqualTo(end(Standing.What.EXPIRE, week + HOUR));
    assertThat(scene.stage(1, 0).deadline(3 * HOUR, true, 0).deliberation().due(week))
        .isEqualTo(end(Standing.What.EXPIRE, 3 * HOUR));
  }

  @Test
  void the_askers_deadline_ends_the_gate_whatever_its_stage() {
    Scene scene = scene().needs("group:f within 2h else group:oncall else extend 1h 2 times");
    assertThat(next(scene.deadline(HOUR, true, 0))).isEqualTo(end(Standing.What.EXPIRE, HOUR));
    assertThat(next(scene.deadline(3 * HOUR, true, 0))).isEqualTo(stage(2 * HOUR, "oncall", false));
    assertThat(next(scene.stage(2, 0))).isEqualTo(end(Standing.What.EXPIRE, 3 * HOUR));
    // A deadline of the policy's own, from before it was changed, ends no earlier stage.
    assertThat(next(scene.stage(1, 0).deadline(HOUR, false, 0)))
        .isEqualTo(stage(2 * HOUR, "oncall", false));
  }

  @Test
  @DisplayName("DX-36 extend 1h 2 times expires after three periods")
  void DX_36_extensions() {
    Scene scene = scene().needs("group:f within 1h else extend 1h 2 times else deny");
    assertThat(next(scene.deadline(HOUR, false, 0))).isEqualTo(end(Standing.What.EXTEND, HOUR));
    Long second = StageTimes.extended(scene.rules(), HOUR);
    assertThat(second).isEqualTo(2 * HOUR);
    assertThat(next(scene.deadline(second, false, 1)))
        .isEqualTo(end(Standing.What.EXTEND, 2 * HOUR));
    assertThat(next(scene.deadline(3 * HOUR, false, 2)))
        .isEqualTo(end(Standing.What.EXPIRE, 3 * HOUR));
    assertThat(StageTimes.extended(scene().needs("group:f").rules(), 0)).isNull();
  }

  @Test
  @DisplayName("DX-33 stages, unseen and extensions run only while it is open")
  void DX_33_hours() {
    OpenHours hours = OpenHours.read("", "Europe/Berlin", List.of("mon-fri 08:00-18:00")).hours();
    long friday = ms("2026-11-13T17:00+01:00");
    Scene scene =
        scene()
            .needs("group:f within 2h else group:oncall within 10h else extend 2h 1 times")
            .hours(Objects.requireNonNull(hours))
            .stage(1, friday);
    assertThat(Objects.requireNonNull(next(scene)).atMs()).isEqualTo(ms("2026-11-16T09:00+01:00"));
    assertThat(StageTimes.deadline(scene.policy(), 1, friday))
        .isEqualTo(ms("2026-11-17T09:00+01:00"));
    assertThat(StageTimes.extended(scene.rules(), friday)).isEqualTo(ms("2026-11-16T09:00+01:00"));
    // The tenant's own time is not the policy's.
    assertThat(StageTimes.deadline(scene.needs("group:f").policy(), 1, friday))
        .isEqualTo(friday + Scene.FLOOR.expiresAfterMs());
  }

  private static long ms(String text) {
    return ZonedDateTime.parse(text).toInstant().toEpochMilli();
  }

  @Test
  @DisplayName("DX-35 an allow by the deadline is a deny once the tenant requires more")
  void DX_35_allow_is_checked_again() {
    PolicyMatch bash = new PolicyMatch(null, null, null, null, List.of("bash"), null, null);
    Scene scene = scene().needs("group:f within 1h else allow").risk(Risk.LOW, bash);
    assertThat(scene.standing().onExpiry()).isEqualTo(OnExpiry.ALLOW);
    assertThat(scene.floor(new ApprovalPolicy(true, 1, true, 1_000)).standing().onExpiry())
        .isEqualTo(OnExpiry.DENY);
    assertThat(scene.floor(2).standing().onExpiry()).isEqualTo(OnExpiry.DENY);
    assertThat(scene.floor(1).risk(Risk.NORMAL, bash).standing().onExpiry())
        .isEqualTo(OnExpiry.DENY);
  }

  @Test
  void an_ending_that_is_left_out_depends_on_the_kind_of_gate() {
    assertThat(scene().needs("group:f").standing().onExpiry()).isEqualTo(OnExpiry.DENY);
    assertThat(scene().needs("group:f").question().standing().onExpiry())
        .isEqualTo(OnExpiry.CANCEL);
    assertThat(scene().withoutPolicy().standing().onExpiry()).isEqualTo(OnExpiry.FAIL);
    GatePolicy none = scene().withoutPolicy().policy();
    assertThat(new GatePolicy(none.gate(), null, none.floor(), OnExpiry.DENY).onExpiry())
        .isEqualTo(OnExpiry.DENY);
    GatePolicy own = scene().needs("group:f else fail").policy();
    assertThat(new GatePolicy(own.gate(), own.named(), own.floor(), OnExpiry.DENY).onExpiry())
        .isEqualTo(OnExpiry.FAIL);
  }
}

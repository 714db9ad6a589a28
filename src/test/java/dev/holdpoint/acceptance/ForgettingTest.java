package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunHead;
import dev.holdpoint.core.run.RunKind;
import dev.holdpoint.core.run.RunSettings;
import dev.holdpoint.engine.gate.Clarifications;
import dev.holdpoint.engine.loop.Advance;
import dev.holdpoint.engine.loop.Progress;
import dev.holdpoint.engine.memory.Memory;
import dev.holdpoint.engine.memory.Recollections;
import dev.holdpoint.engine.memory.Skills;
import dev.holdpoint.engine.port.SkillSource;
import dev.holdpoint.engine.run.Routes;
import dev.holdpoint.engine.run.Runs;
import dev.holdpoint.engine.run.Submission;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** What runs left is forgotten when its time is over, also where nobody looks. */
@OnBothDatabases
class ForgettingTest extends OwnClock {
  private static final Routes ROUTES = new Routes("scripted", Map.of("scripted", "scripted"));

  private final Recollections recollections =
      new Recollections(writer, new Recollections.Policy(false, HOUR));
  private final Runs runs = new Runs(writer, Clarifications.slots(() -> true), ROUTES, 10);
  private final Progress progress =
      new Progress(writer, Clarifications.slots(() -> true), ROUTES, 10);
  private final Memory memory =
      new Memory(engine, recollections, new Skills(engine, SkillSource.NONE));

  ForgettingTest(Database database) {
    super(database);
  }

  private Run begin() {
    Submission submission =
        new Submission(
            RunKind.INPUT,
            RunHead.Driver.LOOP,
            "admin",
            "daemon",
            "api",
            "api-user",
            "work",
            null,
            new Json("[]"),
            Json.NULL,
            RunSettings.NONE);
    return runs.submit("s", submission, false, null).run();
  }

  private void end(Run run) {
    Run now = Objects.requireNonNull(engine.read(queries -> queries.run(run.key())));
    progress.advance(new Advance(now).complete());
  }

  private List<String> remembered() {
    return memory.context("s", null).recovered().entries().stream()
        .map(scored -> scored.item().runId())
        .toList();
  }

  // K4-158
  @Test
  void housekeeping_forgets_by_the_end_of_a_run_and_not_by_its_beginning() {
    Run brief = begin();
    end(brief);
    clock.set(NOON + 1);
    Run patient = begin();
    clock.set(NOON + HOUR / 2);
    end(patient);

    clock.set(NOON + HOUR - 1);
    assertThat(recollections.prune(engine)).isZero();
    assertThat(remembered()).containsExactly(patient.id(), brief.id());

    clock.set(NOON + HOUR);
    assertThat(recollections.prune(engine)).isEqualTo(1);
    assertThat(recollections.prune(engine)).isZero();
    assertThat(remembered()).containsExactly(patient.id());

    clock.set(NOON + 2 * HOUR);
    assertThat(recollections.prune(engine)).isEqualTo(1);
    assertThat(remembered()).isEmpty();
    assertThat(status(patient).isSettled()).as("the run itself stays").isTrue();
  }

  // K4-158
  @Test
  void whoever_meets_what_has_expired_throws_it_away() {
    end(begin());
    clock.set(NOON + HOUR);

    assertThat(remembered()).isEmpty();
    assertThat(recollections.prune(engine)).as("it is gone already").isZero();
  }
}

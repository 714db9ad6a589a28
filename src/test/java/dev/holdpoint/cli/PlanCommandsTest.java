package dev.holdpoint.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.api.run.RunBodies.RunView;
import dev.holdpoint.daemon.TypedHere.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class PlanCommandsTest {
  @TempDir private static Path folder;
  private static Desk desk;

  @BeforeAll
  static void start() {
    desk = new Desk(folder.resolve("data"));
  }

  @AfterAll
  static void stop() {
    desk.close();
  }

  private static RunView ended(String runId) throws Exception {
    assertThat(desk.type("runs", "wait", runId, "--timeout", "30s").exitCode()).isZero();
    return desk.client().runs().find(runId);
  }

  @Test
  void a_schedule_is_added_shown_paused_resumed_triggered_and_removed() throws Exception {
    String session = desk.session();

    Outcome added = desk.type("schedules", "add", session, "look", "--every", "6h");
    assertThat(added.out()).matches("sch_\\w+\n");
    assertThat(added.err()).startsWith("next: ").contains("in 5 hours");
    String id = added.out().strip();

    assertThat(desk.type("schedules", "list", "--session", session).out())
        .contains("SCHEDULE", id, session, "on", "every 6 hours");
    assertThat(desk.type("schedules", "get", id).out())
        .contains("schedule    " + id, "when        every 6 hours", "work        look");
    assertThat(desk.type("schedules", "pause", id).out()).contains("state       off", "never");
    assertThat(desk.json("schedules", "resume", id).path("enabled").asBoolean()).isTrue();
    Outcome run = desk.type("schedules", "trigger", id);
    assertThat(run.out()).matches("run_\\w+\n");
    assertThat(ended(run.out().strip()).outputs().getFirst().content()).isEqualTo("You said: look");
    assertThat(desk.type("schedules", "get", id).out())
        .contains("last run    " + run.out().strip());
    assertThat(desk.type("schedules", "remove", id).exitCode()).isZero();
    Outcome gone = desk.type("schedules", "get", id);
    assertThat(gone.exitCode()).isEqualTo(5);
    assertThat(gone.err()).contains("schedules/schedule_not_found").hasLineCount(1);
    assertThat(desk.type("schedules", "pause", id).exitCode()).isEqualTo(5);
    assertThat(desk.type("schedules", "list", "--session", session).out()).contains("No schedules");
  }

  @Test
  void a_schedule_is_once_or_by_cron_and_never_both() throws Exception {
    String session = desk.session();
    Path work = Files.writeString(folder.resolve("work"), "from a file");
    JsonNode cron =
        desk.json(
            "schedules",
            "add",
            session,
            "--file",
            work.toString(),
            "--cron",
            "0 9 * * mon",
            "--time-zone",
            "Europe/Berlin",
            "--overlap",
            "queue_one",
            "--misfire",
            "skip",
            "--paused");
    assertThat(cron.at("/trigger/time_zone").asString()).isEqualTo("Europe/Berlin");
    assertThat(cron.path("content").asString()).isEqualTo("from a file");
    assertThat(cron.path("overlap").asString()).isEqualTo("queue_one");
    assertThat(cron.path("misfire").asString()).isEqualTo("skip");
    assertThat(cron.path("enabled").asBoolean()).isFalse();
    JsonNode once = desk.json("schedules", "add", session, "x", "--at", "2999-11-16 09:00");
    assertThat(once.at("/trigger/type").asString()).isEqualTo("once");
    assertThat(
            desk.json("schedules", "add", session, "x", "--in", "2h").path("next_at_ms").asLong())
        .isGreaterThan(System.currentTimeMillis() + 7_000_000);

    Outcome bad = desk.type("schedules", "add", session, "x", "--cron", "61 * * * *");
    assertThat(bad.exitCode()).isEqualTo(2);
    assertThat(bad.err()).contains("five fields");
    for (String[] wrong :
        new String[][] {
          {"schedules", "add", session, "x"},
          {"schedules", "add", session, "x", "--every", "6h", "--in", "1h"},
          {"schedules", "add", session, "x", "--every", "6h", "--time-zone", "UTC"},
          {"schedules", "add", session, "x", "--at", "tomorrow"},
          {"schedules", "add", session, "x", "--every", "6h", "--overlap", "pile_up"},
          {"schedules", "add", session, "x", "--every", "6h", "--file", "y"}
        }) {
      assertThat(desk.type(wrong).exitCode()).as(String.join(" ", wrong)).isEqualTo(2);
    }
  }

  @Test
  void an_observation_is_seen_now_or_later() throws Exception {
    String session = desk.session();
    Outcome now = desk.type("observations", "add", session, "it rains", "--source", "roof");
    assertThat(ended(now.out().strip()).request().sourcePlugin()).isEqualTo("roof");
    JsonNode later = desk.json("observations", "add", session, "later", "--in", "2h");
    assertThat(later.path("run_id").asString()).startsWith("run_");
    assertThat(desk.type("observations", "list", "--session", session).out())
        .contains("OBSERVATION", "roof", "command-line", now.out().strip());
    assertThat(
            desk.type("observations", "add", session, "x", "--in", "2h", "--at", "2999-01-01 00:00")
                .exitCode())
        .isEqualTo(2);
  }

  @Test
  void members_of_a_channel_are_asked_and_heard() throws Exception {
    String session = desk.session();
    String name = "plaza-" + session;
    assertThat(desk.type("channels", "create", name, "--member", session).out())
        .isEqualTo(name + "\n");
    assertThat(desk.type("channels", "create").exitCode()).isEqualTo(2);
    assertThat(desk.type("channels", "messages", name).out())
        .contains("No messages. Post one with: holdpoint channels post CHANNEL TEXT");
    Outcome posted =
        desk.type("channels", "post", name, "ready?", "--to", session, "--author", "ada");
    ended(posted.out().strip());
    assertThat(desk.type("channels", "messages", name).out().lines())
        .hasSize(3)
        .anyMatch(line -> line.contains("ada") && line.endsWith("ready?"))
        .anyMatch(line -> line.contains(session) && line.endsWith("You said: ready?"));
    assertThat(desk.type("channels", "get", name).out()).contains("members     " + session);
    assertThat(desk.type("channels", "list").out()).contains(name);
    assertThat(desk.type("channels", "post", name, "x", "--to", "nobody").exitCode()).isEqualTo(2);
  }

  @Test
  void a_task_is_added_and_started() throws Exception {
    String session = desk.session();
    String name = "move-" + session;
    assertThat(desk.type("projects", "create", name, "--member", session).out())
        .isEqualTo(name + "\n");
    Outcome task = desk.type("projects", "add-task", name, "pack", "--session", session);
    assertThat(task.out()).matches("tsk_\\w+\n");
    assertThat(desk.type("projects", "tasks", name).out()).contains("pack", session, "open");
    Outcome run = desk.type("projects", "start", name, task.out().strip());
    ended(run.out().strip());
    assertThat(desk.type("projects", "tasks", name).out()).contains("completed", run.out().strip());
    assertThat(desk.type("projects", "list").out()).contains(name);
  }
}

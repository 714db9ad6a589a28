package dev.holdpoint.blackbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdpoint.Programs;
import dev.holdpoint.agent.stage.StageAgent;
import dev.holdpoint.blackbox.Lives.Moment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Agents carry out runs; they work or wait. */
final class AgentKills {
  private static final JsonMapper JSON = new JsonMapper();
  private static final int TIMES = 4;
  private static final int MOST_TRIPS = 8;
  private static final Random CHANCE = Seed.random("agents");

  private static final String PERMISSION =
      """
      {"ask":[{"method":"session/request_permission","params":{"toolCall":{"toolCallId":"c1",
      "title":"Deploy","rawInput":{"to":"production"}},"options":[
      {"optionId":"yes","name":"Yes","kind":"allow_once"},
      {"optionId":"no","name":"No","kind":"reject_once"}]}}]}\
      """;

  /** As codex-acp 2.6.0 asks: most of it is made anew when it asks again. */
  private static final String COMMAND =
      """
      {"ask":[{"method":"session/request_permission","params":{"toolCall":{"toolCallId":"#new",
      "kind":"execute","title":"Run it (#new)","rawInput":{"call_id":"#new","turn_id":"#new",
      "started_at_ms":"#now","command":["/bin/bash","-lc","touch ran"],"cwd":"/srv/shop",
      "reason":"asked by #new"}},"options":[
      {"optionId":"yes-#new","name":"Yes","kind":"allow_once"},
      {"optionId":"ever","name":"Always","kind":"allow_always"},
      {"optionId":"no","name":"No","kind":"reject_once"}]}}]}\
      """;

  private AgentKills() {}

  static void on(Stories stories) throws IOException {
    Path effects = stories.folder("effects");
    Path sessions = stories.folder("sessions");
    Path moody = stories.folder("moody");
    stories
        .configured(
            "agents:\n"
                + agent("stage", List.of())
                + agent("keeper", List.of(sessions.toString()))
                + agent("resumer", List.of(stories.folder("resumed").toString(), "resume"))
                + agent("moody", List.of(moody.toString(), "modes"))
                + "    mode: ask\n"
                + AcpKills.agent())
        .tell(
            "A2-59, AG-09 what waits at kill -9 is answered later, or told as failed",
            lives -> killed_while_agents_wait(lives, effects))
        .tell(
            "AG-77 an agent that can resume alone is brought back and told the stored answer",
            AgentKills::killed_as_a_resumer_waits)
        .tell(
            "AG-12 killed between journal and prompt, the words of a denial are sent once",
            lives -> killed_before_the_words_went(lives, moody))
        .tell(
            "AG-12 killed after the prompt, the words of a denial are not sent again",
            lives -> killed_after_the_words_went(lives, sessions))
        .tell(
            "whatever the moment, what was allowed is done once or told as unsure",
            lives -> Seed.campaign(() -> killed_around_the_answer(lives, effects)));
  }

  private static String agent(String name, List<String> more) {
    List<String> command = Programs.command(StageAgent.class, more.toArray(String[]::new));
    return "  %s:\n    command: %s\n    args: [%s]\n"
        .formatted(
            name,
            command.getFirst(),
            command.stream()
                .skip(1)
                .map(JSON::writeValueAsString)
                .collect(Collectors.joining(", ")));
  }

  private static String tell(Http http, String session, String agent, String... steps) {
    http.session(session);
    String content = "#stage [" + String.join(",", steps) + "]";
    String body =
        "{\"provider\":\"acp:%s\",\"content\":%s}"
            .formatted(agent, JSON.writeValueAsString(content));
    return http.post("/v1/sessions/" + session + "/runs", body)
        .expect(202)
        .json()
        .path("run_id")
        .asString();
  }

  private static String effect(Path file) {
    return "{\"effect\":" + JSON.writeValueAsString(file.toString()) + "}";
  }

  private static JsonNode ended(Http http, String run) {
    return http.await("/v1/runs/" + run, r -> r.path("finished_at_ms").isNumber());
  }

  private static String status(JsonNode run) {
    return run.path("status").asString();
  }

  private static void killed_while_agents_wait(Lives lives, Path effects) throws Exception {
    Http http = lives.http();
    String forgotten = tell(http, "s1", "stage", PERMISSION);
    String remembered = tell(http, "s2", "keeper", PERMISSION);
    String reworded = tell(http, "s4", "keeper", COMMAND);
    Path begun = effects.resolve("begun");
    String working = tell(http, "s3", "stage", effect(begun), "{\"hang\":true}");
    http.awaitApproval(forgotten);
    String approval = http.awaitApproval(remembered);
    String command = http.awaitApproval(reworded);
    await().atMost(Lives.PATIENCE).until(() -> Files.exists(begun));

    Http second = lives.killed();

    assertThat(status(ended(second, forgotten))).isEqualTo("interrupted");
    JsonNode interrupted = ended(second, working);
    assertThat(status(interrupted)).isEqualTo("interrupted");
    assertThat(interrupted.path("error").asString())
        .contains("was working; its actions may have taken effect and are not repeated");
    assertThat(second.awaitApproval(remembered)).isEqualTo(approval);
    second.post("/v1/runs/" + remembered + "/approvals", Http.allow(approval)).expect(202);
    assertThat(status(ended(second, remembered))).isEqualTo("completed");
    second.post("/v1/runs/" + reworded + "/approvals", Http.allow(command)).expect(202);
    JsonNode told = ended(second, reworded);
    assertThat(status(told)).isEqualTo("completed");
    assertThat(told.path("outputs").toString()).contains("selected", "yes-");
    assertThat(
            second.events(reworded).stream()
                .filter(e -> e.at("/event/type").asString().equals("waiting_for_approval")))
        .as("nobody is asked twice")
        .hasSize(1);
  }

  private static void killed_as_a_resumer_waits(Lives lives) throws Exception {
    Http http = lives.http();
    String run = tell(http, "resumed", "resumer", PERMISSION);
    String approval = http.awaitApproval(run);

    Http second = lives.killed();

    second.post("/v1/runs/" + run + "/approvals", Http.allow(approval)).expect(202);
    JsonNode ended = ended(second, run);
    assertThat(status(ended)).isEqualTo("completed");
    assertThat(ended.path("outputs").toString()).contains("yes");
  }

  /**
   * The agent does not answer who sets its mode, which comes after the one and before the other.
   */
  private static void killed_before_the_words_went(Lives lives, Path folder) throws Exception {
    Http http = lives.http();
    String free = "{\"mode\":\"free\"}";
    String run = tell(http, "moody", "moody", PERMISSION, free, "{\"stop\":\"cancelled\"}");
    String approval = http.awaitApproval(run);
    Path stuck = folder.resolve("stuck");

    Http second =
        lives.killed(
            Moment.any()
                .once(
                    () -> {
                      Files.writeString(stuck, "");
                      deny(http, run, approval, "use staging");
                      await()
                          .atMost(Lives.PATIENCE)
                          .until(() -> Files.exists(folder.resolve("waits")));
                    })
                .whileDown(() -> Files.delete(stuck)));

    JsonNode ended = ended(second, run);
    assertThat(status(ended)).as(ended.toString()).isEqualTo("completed");
    assertThat(prompts(folder, "use staging")).isEqualTo(1);
  }

  private static void killed_after_the_words_went(Lives lives, Path folder) throws Exception {
    Http http = lives.http();
    String run = tell(http, "told", "keeper", PERMISSION);
    String approval = http.awaitApproval(run);

    Http second =
        lives.killed(
            Moment.any()
                .once(
                    () -> {
                      deny(http, run, approval, "not twice #stage [{\"hang\":true}]");
                      await().atMost(Lives.PATIENCE).until(() -> prompts(folder, "not twice") == 1);
                    }));

    JsonNode ended = ended(second, run);
    assertThat(status(ended)).as(ended.toString()).isEqualTo("interrupted");
    assertThat(prompts(folder, "not twice")).isEqualTo(1);
  }

  private static void deny(Http http, String run, String approval, String words) {
    String one =
        "{\"request_id\":\"%s\",\"behavior\":\"deny\",\"reason\":%s}"
            .formatted(approval, JSON.writeValueAsString(words));
    http.post("/v1/runs/" + run + "/approvals", "{\"resolutions\":[" + one + "]}").expect(202);
  }

  /** How often the agent was prompted with words of a denial. */
  private static long prompts(Path folder, String words) throws IOException {
    Path prompts = folder.resolve("prompts");
    return Files.exists(prompts)
        ? Files.readAllLines(prompts).stream()
            .filter(line -> line.contains("denied \"Deploy\": " + words))
            .count()
        : 0;
  }

  /** Each has been allowed for another time when the daemon is killed. */
  private static void killed_around_the_answer(Lives lives, Path effects) throws Exception {
    Http http = lives.http();
    List<String> runs = new ArrayList<>();
    List<String> approvals = new ArrayList<>();
    for (int i = 0; i < TIMES; i++) {
      Path effect = effects.resolve("effect-" + i);
      runs.add(tell(http, "allowed-" + i, "keeper", PERMISSION, effect(effect)));
    }
    runs.forEach(run -> approvals.add(http.awaitApproval(run)));

    Http after =
        lives.killed(
            Moment.any()
                .rightAfter(
                    () -> {
                      for (int i = 0; i < TIMES; i++) {
                        for (int trips = CHANCE.nextInt(MOST_TRIPS); trips > 0 && i > 0; trips--) {
                          http.get("/healthz");
                        }
                        http.post(
                                "/v1/runs/" + runs.get(i) + "/approvals",
                                Http.allow(approvals.get(i)))
                            .expect(202);
                      }
                    }));

    for (int i = 0; i < TIMES; i++) {
      JsonNode ended = ended(after, runs.get(i));
      Path effect = effects.resolve("effect-" + i);
      List<String> done = Files.exists(effect) ? Files.readAllLines(effect) : List.of();
      assertThat(status(ended)).isIn("completed", "interrupted");
      assertThat(done).as("never twice").hasSizeLessThanOrEqualTo(1);
      if (status(ended).equals("completed")) {
        assertThat(done).hasSize(1);
      }
    }
  }
}

package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Work that a session is given at certain times. */
@OnBothDatabases
class ScheduleTest extends Acceptance {
  private static final String HOURLY = "{'type':'interval','every_ms':3600000}";

  private final Database database;

  ScheduleTest(Database database) {
    super(database);
    this.database = database;
  }

  private Http.Answer make(String session, String members) {
    return http.post("/v1/schedules", json("{'session_id':'" + session + "'," + members + "}"));
  }

  private JsonNode hourly(String session) {
    return make(session, "'content':'tick','trigger':" + HOURLY).expect(201).json();
  }

  private static String path(JsonNode schedule) {
    return "/v1/schedules/" + text(schedule, "schedule_id");
  }

  private JsonNode now(JsonNode schedule) {
    return http.get(path(schedule)).expect(200).json();
  }

  private Http.Answer patch(JsonNode schedule, String body) {
    return http.send("PATCH", path(schedule), json(body), _ -> {});
  }

  @Test
  void it_is_shown_as_it_was_made_with_every_default_filled_in() {
    String session = session();
    long before = System.currentTimeMillis();
    JsonNode schedule = hourly(session);
    assertThat(members(schedule))
        .containsExactly(
            "schedule_id",
            "session_id",
            "content",
            "trigger",
            "overlap",
            "misfire",
            "enabled",
            "next_at_ms",
            "overlap_skips",
            "misfire_skips",
            "created_at_ms");
    assertThat(text(schedule, "schedule_id")).startsWith("sch_");
    assertThat(text(schedule, "overlap")).isEqualTo("skip");
    assertThat(text(schedule, "misfire")).isEqualTo("coalesce");
    assertThat(schedule.path("enabled").asBoolean()).isTrue();
    assertThat(schedule.path("next_at_ms").asLong())
        .isBetween(before + 3_600_000, System.currentTimeMillis() + 3_600_000);
    assertThat(schedule.path("trigger")).isEqualTo(JSON.readTree(json(HOURLY)));
    assertThat(now(schedule)).isEqualTo(schedule);
  }

  @Test
  // K4-284
  void K4_284_when_its_time_has_come_it_is_a_run_of_kind_scheduled_input() {
    String session = session();
    long at = System.currentTimeMillis() + 300;
    String items =
        JSON.writeValueAsString(
            List.of(
                Map.of("type", "text", "text", "#!script"),
                Map.of("type", "text", "text", Script.say("good morning"))));
    JsonNode schedule =
        http.post(
                "/v1/schedules",
                "{\"session_id\":\"%s\",\"input_items\":%s,\"trigger\":{\"type\":\"once\",\"at_ms\":%d}}"
                    .formatted(session, items, at))
            .expect(201)
            .json();
    assertThat(schedule.path("next_at_ms").asLong()).isEqualTo(at);

    JsonNode fired = http.await(path(schedule), view -> view.has("last_run_id"));
    assertThat(fired.path("enabled").asBoolean()).isFalse();
    assertThat(fired.path("next_at_ms").isNull()).isTrue();
    assertThat(fired.path("last_fired_at_ms").asLong()).isGreaterThanOrEqualTo(at);
    JsonNode run = awaitRun(text(fired, "last_run_id"), "completed");
    assertThat(text(run, "kind")).isEqualTo("scheduled_input");
    assertThat(text(run, "origin_kind")).isEqualTo("scheduled_input");
    assertThat(text(run, "session_id")).isEqualTo(session);
    assertThat(text(run.path("request"), "source_plugin")).isEqualTo("daemon");
    assertThat(text(run.path("request"), "source_kind")).isEqualTo("schedule");
    assertThat(text(run.path("request"), "actor_id")).isEqualTo(text(schedule, "schedule_id"));
    assertThat(run.at("/outputs/0/content").asString()).isEqualTo("good morning");
    assertThat(http.get("/v1/runs?session_id=" + session).json().size()).isEqualTo(1);
  }

  @Test
  void by_hand_it_runs_now_and_is_due_when_it_was() {
    JsonNode schedule = hourly(session());
    JsonNode run = http.post(path(schedule) + "/trigger", null).expect(202).json();
    assertThat(text(run, "kind")).isEqualTo("scheduled_input");
    JsonNode after = now(schedule);
    assertThat(after.path("next_at_ms")).isEqualTo(schedule.path("next_at_ms"));
    assertThat(text(after, "last_run_id")).isEqualTo(id(run));
    assertThat(lastWords(id(run))).isEqualTo("You said: tick");
  }

  @Test
  void it_is_paused_resumed_changed_and_removed() {
    String session = session();
    JsonNode schedule = hourly(session);

    JsonNode paused = patch(schedule, "{'enabled':false}").expect(200).json();
    assertThat(paused.path("enabled").asBoolean()).isFalse();
    assertThat(paused.path("next_at_ms").isNull()).isTrue();
    JsonNode resumed = patch(schedule, "{'enabled':true}").expect(200).json();
    assertThat(resumed.path("next_at_ms").asLong())
        .isGreaterThanOrEqualTo(schedule.path("next_at_ms").asLong());
    JsonNode changed =
        patch(
                schedule,
                "{'content':'tock','overlap':'queue_one','misfire':'skip','trigger':"
                    + "{'type':'cron','expression':'0 9 * * mon','time_zone':'Europe/Berlin'}}")
            .expect(200)
            .json();
    assertThat(text(changed, "content")).isEqualTo("tock");
    assertThat(text(changed, "overlap")).isEqualTo("queue_one");
    assertThat(text(changed, "misfire")).isEqualTo("skip");
    assertThat(text(changed.path("trigger"), "time_zone")).isEqualTo("Europe/Berlin");
    assertThat(now(schedule)).isEqualTo(changed);
    assertThat(patch(schedule, "{}").expect(200).json()).isEqualTo(changed);

    http.send("DELETE", path(schedule), null, _ -> {}).expect(204);
    refused(http.get(path(schedule)), 404, "schedules", "schedule_not_found");
    refused(patch(schedule, "{'enabled':true}"), 404, "schedules", "schedule_not_found");
    refused(http.post(path(schedule) + "/trigger", null), 404, "schedules", "schedule_not_found");
    refused(
        http.send("DELETE", path(schedule), null, _ -> {}), 404, "schedules", "schedule_not_found");
    assertThat(http.get("/v1/schedules?session_id=" + session).text()).isEqualTo("[]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          'content':'x','trigger':{'type':'interval','every_ms':4999}                               | /trigger/every_ms    | 5000
          'content':'x','trigger':{'type':'interval'}                                               | /trigger/every_ms    | required
          'content':'x','trigger':{'type':'once','at_ms':1763200000}                                | /trigger/at_ms       | milliseconds
          'content':'x','trigger':{'type':'once','at_ms':-1}                                        | /trigger/at_ms       | number
          'content':'x','trigger':{'type':'sometimes'}                                              | /trigger             | once
          'content':'x','trigger':{'type':'cron','expression':'61 * * * *'}                         | /trigger/expression  | range
          'content':'x','trigger':{'type':'cron','expression':'* * * *'}                            | /trigger/expression  | five fields
          'content':'x','trigger':{'type':'cron','expression':'0 0 30 2 *'}                         | /trigger/expression  | never
          'content':'x','trigger':{'type':'cron','expression':'0 0 * * *','time_zone':'Moon/Base'}  | /trigger/time_zone   | Europe/Berlin
          'content':'x'                                                                             | /trigger             | required
          'content':'x','trigger':{'type':'once','at_ms':99999999999999},'overlap':'pile_up'        | /overlap             | queue_one
          'content':'x','trigger':{'type':'once','at_ms':99999999999999},'enabeld':false            | /enabeld             | not a member
          """)
  void what_cannot_be_meant_is_refused_and_named(String members, String pointer, String message) {
    JsonNode problem = refused(make(session(), members), 400, "api", "invalid_request");
    assertThat(problem.at("/errors/0/pointer").asString()).isEqualTo(pointer);
    assertThat(problem.at("/errors/0/message").asString()).contains(message);
  }

  @Test
  void there_must_be_something_to_do_and_somebody_to_do_it() {
    String session = session();
    String trigger = ",'trigger':" + HOURLY;
    for (String nothing :
        List.of(
            "'content':' '",
            "'input_items':[]",
            "'content':'x','input_items':[{'type':'text','text':'y'}]",
            "'input_items':[{'type':'inline_asset','file_name':'a','content_base64':'eA=='}]")) {
      refused(make(session, nothing + trigger), 400, "runs", "invalid_input");
    }
    refused(make("nobody-here", "'content':'x'" + trigger), 404, "sessions", "session_not_found");
    http.post("/v1/sessions/" + session + "/end", null).expect(200);
    refused(make(session, "'content':'x'" + trigger), 409, "sessions", "session_conflict");
  }

  @Test
  void lists_are_of_one_session_or_of_all_and_come_in_pages() {
    String session = session();
    List<String> made =
        Stream.generate(() -> hourly(session)).limit(5).map(s -> text(s, "schedule_id")).toList();
    hourly(session());
    String list = "/v1/schedules?session_id=" + session;
    JsonNode first = http.get(list + "&page=true&limit=3").expect(200).json();
    assertThat(first.at("/pagination/total_count").asLong()).isEqualTo(5);
    assertThat(first.at("/pagination/order").asString()).isEqualTo("newest_first");
    JsonNode rest =
        http.get(list + "&cursor=" + first.at("/pagination/next_cursor").asString())
            .expect(200)
            .json();
    List<String> all =
        Stream.of(first, rest)
            .flatMap(page -> page.path("items").valueStream())
            .map(s -> text(s, "schedule_id"))
            .toList();
    assertThat(all).isEqualTo(made.reversed());
    assertThat(http.get("/v1/schedules?session_id=nobody-here").expect(200).text()).isEqualTo("[]");
    assertThat(http.get("/v1/schedules?limit=100").expect(200).json().size())
        .isGreaterThanOrEqualTo(6);
  }

  @Test
  void a_session_that_has_ended_disables_its_schedule_which_says_why() {
    Moving moving = Moving.on(database);
    Http http = moving.http();
    String session = session();
    http.session(session);
    JsonNode schedule =
        http.post(
                "/v1/schedules",
                json(
                    "{'session_id':'%s','content':'x','trigger':{'type':'once','at_ms':%d}}",
                    session, moving.now() + 300))
            .expect(201)
            .json();
    http.post("/v1/sessions/" + session + "/end", null).expect(200);
    moving.pass(Duration.ofMillis(300));
    JsonNode after = http.await(path(schedule), view -> view.has("last_error"));
    assertThat(after.path("enabled").asBoolean()).isFalse();
    assertThat(text(after, "last_error")).contains("ended");
    refused(
        http.send("PATCH", path(schedule), json("{'enabled':true}"), _ -> {}),
        409,
        "sessions",
        "session_conflict");
  }
}

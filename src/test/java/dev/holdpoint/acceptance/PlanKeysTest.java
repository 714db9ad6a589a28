package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/**
 * What a schedule, a channel, a project, an observation, a notification or a rule makes, it makes
 * once for each key.
 */
@OnBothDatabases
class PlanKeysTest extends Acceptance {
  static final List<String> DOORS =
      List.of(
          "createSchedule",
          "triggerSchedule",
          "recordObservation",
          "createNotification",
          "createPermissionRule",
          "createGroup",
          "createPolicy",
          "createChannel",
          "postMessage",
          "createProject",
          "createTask",
          "startTask");

  PlanKeysTest(Database database) {
    super(database);
  }

  static Stream<String> doors() {
    return DOORS.stream();
  }

  /**
   * @param other another body; null where there is none
   * @param member what of the answer names the thing that was made
   */
  private record Request(String path, String body, String other, String member, String list) {}

  private Request request(String door) {
    String session = session();
    String schedule =
        json(
            "{'session_id':'%s','content':'x','trigger':{'type':'interval','every_ms':3600000}}",
            session);
    String project = json("{'title':'t-%s','members':['%s']}", session, session);
    String task = json("{'title':'t','session_id':'%s','content':'x'}", session);
    String runs = "/v1/runs?session_id=" + session;
    return switch (door) {
      case "createSchedule" ->
          request("/v1/schedules", schedule, "schedule_id", "/v1/schedules?session_id=" + session);
      case "triggerSchedule" ->
          request(
              "/v1/schedules/" + made("/v1/schedules", schedule, "schedule_id") + "/trigger",
              "",
              "run_id",
              runs);
      case "recordObservation" ->
          request(
              "/v1/observations",
              json("{'session_id':'%s','source':'s','content':'x'}", session),
              "run_id",
              runs);
      case "createNotification" ->
          request(
              "/v1/notifications",
              json("{'events':['run_failed'],'target':{'plugin':'mail','address':'x'}}"),
              "notification_id",
              "");
      case "createPermissionRule" ->
          request(
              "/v1/permission-rules",
              json("{'behavior':'deny','tool':'x','scope':{'kind':'session','id':'%s'}}", session),
              "rule_id",
              "/v1/permission-rules?session_id=" + session);
      case "createGroup" ->
          request("/v1/groups", json("{'name':'t-%s','members':['x']}", session), "group_id", "");
      case "createPolicy" ->
          request(
              "/v1/approval-policies",
              json(
                  "{'name':'t-%s','needs':'anyone','match':{'sessions':['nobody']},'note':'x'}",
                  session),
              "policy_id",
              "");
      case "createChannel" -> request("/v1/channels", project, "channel_id", "");
      case "postMessage" ->
          request(
              "/v1/channels/" + made("/v1/channels", project, "channel_id") + "/messages",
              json("{'author':'a','content':'x','to':['%s']}", session),
              "run_ids",
              runs);
      case "createProject" -> request("/v1/projects", project, "project_id", "");
      case "createTask" -> {
        String tasks = "/v1/projects/" + made("/v1/projects", project, "project_id") + "/tasks";
        yield request(tasks, task, "task_id", tasks);
      }
      case "startTask" -> {
        String tasks = "/v1/projects/" + made("/v1/projects", project, "project_id") + "/tasks";
        yield request(tasks + "/" + made(tasks, task, "task_id") + "/start", "", "run_id", runs);
      }
      default -> throw new AssertionError(door);
    };
  }

  private static Request request(String path, String body, String member, String list) {
    return new Request(
        path, body, body.replace("\"x\"", "\"y\"").replace("\"t-", "\"u-"), member, list);
  }

  private String made(String path, String body, String member) {
    return text(http.post(path, body).expect(201).json(), member);
  }

  @ParameterizedTest
  @MethodSource("doors")
  void the_same_request_is_done_once_and_answered_again(String door) {
    Request request = request(door);
    String key = "key-" + session();

    List<Http.Answer> answers = atOnce(6, () -> keyed(request.path, request.body, key));

    assertThat(answers.stream().map(a -> a.json().path(request.member)).distinct()).hasSize(1);
    assertThat(answers.stream().map(Http.Answer::status).distinct()).hasSize(1);
    assertThat(answers.stream().filter(a -> a.header("Idempotency-Replayed").isEmpty())).hasSize(1);
    if (!request.list.isEmpty()) {
      JsonNode list = http.get(request.list).expect(200).json();
      assertThat(list.size()).isEqualTo(1);
    }
    if (!request.body.isEmpty()) {
      refused(keyed(request.path, request.other, key), 409, "idempotency", "idempotency_conflict");
    }
    assertThat(keyed(request.path, request.body, key + "-new").json().path(request.member))
        .isNotNull();
  }
}

package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.api.Endpoints;
import dev.holdpoint.api.endpoint.Endpoint;
import dev.holdpoint.blackbox.Http;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What the API document says of answers that are not the usual ones, on the wire. */
@OnBothDatabases
class DocumentedAnswersTest extends Acceptance {
  private static final Set<String> IDS =
      Set.of("learning_id", "schedule_id", "observation_id", "channel_id", "project_id", "task_id");
  private static final Map<String, String> BODIES =
      Map.of(
          "editLearning", "{}",
          "changeSchedule", "{}",
          "postMessage", "{'author':'a','content':'c'}",
          "createTask", "{'title':'t','session_id':'s','content':'c'}");

  DocumentedAnswersTest(Database database) {
    super(database);
  }

  @Test
  // KT-08
  void KT_08_an_unknown_id_in_a_path_is_404() {
    int asked = 0;
    for (Endpoint endpoint : Endpoints.ALL) {
      if (endpoint.pathParameters().stream().anyMatch(IDS::contains)) {
        String body = BODIES.get(endpoint.id());
        assertThat(body == null).as(endpoint.id()).isEqualTo(endpoint.request() == null);
        Http.Answer answer =
            http.send(
                endpoint.method().name(),
                endpoint.path().replaceAll("\\{.*?}", "none"),
                body == null ? null : json(body),
                _ -> {});
        assertThat(answer.status()).as(endpoint.id() + " " + answer.text()).isEqualTo(404);
        asked++;
      }
    }
    assertThat(asked).isEqualTo(17);
  }

  @Test
  // KT-08
  void KT_08_a_schedule_of_a_session_that_has_ended_cannot_be_enabled() {
    String session = session();
    String schedule =
        text(
            http.post(
                    "/v1/schedules",
                    json(
                        "{'session_id':'%s','content':'c','enabled':false,"
                            + "'trigger':{'type':'interval','every_ms':3600000}}",
                        session))
                .expect(201)
                .json(),
            "schedule_id");
    http.post("/v1/sessions/" + session + "/end", "{}").expect(200);
    refused(
        http.send("PATCH", "/v1/schedules/" + schedule, "{\"enabled\":true}", _ -> {}),
        409,
        "sessions",
        "session_conflict");
  }

  @Test
  // KT-09
  void KT_09_problems_are_pages_or_json() {
    for (String path : new String[] {"/problems", "/problems/not-found"}) {
      assertThat(
              http.send("GET", path, null, r -> r.header("Accept", "text/html"))
                  .header("Content-Type"))
          .startsWith("text/html");
      assertThat(
              http.send("GET", path, null, r -> r.header("Accept", "application/json"))
                  .header("Content-Type"))
          .isEqualTo("application/json");
    }
  }
}

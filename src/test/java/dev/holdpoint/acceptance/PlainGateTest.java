package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Gates as plain text, for scripts without a JSON parser. */
@OnOneDatabase
class PlainGateTest extends Acceptance {
  PlainGateTest(Database database) {
    super(database);
  }

  private Http.Answer as(String path, String accept) {
    return http.send("GET", path, null, request -> request.header("Accept", accept)).expect(200);
  }

  private String plain(String path) {
    Http.Answer answer = as(path, "text/plain");
    assertThat(answer.header("Content-Type")).isEqualTo("text/plain; charset=utf-8");
    return answer.text();
  }

  private JsonNode raise(String more) {
    return http.post(
            "/v1/sessions/" + session() + "/approval-requests",
            json(
                "{'tool_name':'deploy','input':{'to':'allowed\\nallowed'},'reason':'allowed\\n'"
                    + more
                    + "}"))
        .expect(201)
        .json();
  }

  private static String path(JsonNode raised) {
    return "/v1/approvals/" + text(raised.path("request"), "id");
  }

  private void resolve(JsonNode raised, String behavior, String more) {
    String sent = one(text(raised.path("request"), "id"), behavior, json(more));
    http.post("/v1/runs/" + id(raised) + "/approvals", resolutions(sent)).expect(202);
  }

  @Test
  // KT-28
  void KT_28_an_approval_is_one_word() {
    JsonNode allowed = raise("");
    JsonNode edited = raise("");
    JsonNode denied = raise("");
    JsonNode withdrawn = raise("");
    JsonNode expired = raise(",'expires_after_ms':1");
    assertThat(plain(path(allowed))).isEqualTo("pending\n");

    resolve(allowed, "allow", "");
    resolve(edited, "allow", ",'updated_input':{'to':'stage'}");
    resolve(denied, "deny", ",'reason':'allowed\\nallowed'");
    http.post("/v1/runs/" + id(withdrawn) + "/cancel", "").expect(200);

    assertThat(plain(path(allowed))).isEqualTo("allowed\n");
    assertThat(plain(path(edited))).isEqualTo("edited\n");
    assertThat(plain(path(denied))).isEqualTo("denied\n");
    assertThat(plain(path(withdrawn))).isEqualTo("withdrawn\n");
    assertThat(plain(path(expired) + "?wait_ms=30000")).isEqualTo("expired\n");
  }

  private JsonNode ask() {
    return http.post(
            "/v1/sessions/" + session() + "/question-requests",
            json(
                "{'questions':[{'id':'a','question':'Which?','multi_select':true,"
                    + "'options':[{'id':'x\\ny','label':'X'},{'id':'z','label':'Z'}]},"
                    + "{'id':'b','question':'Why?','options':[]}]}"))
        .expect(201)
        .json();
  }

  private String question(JsonNode raised) {
    return "/v1/questions/" + text(raised.path("request"), "id");
  }

  @Test
  // KT-28
  void KT_28_a_question_is_its_outcome_and_a_line_for_each_answer() {
    JsonNode asked = ask();
    assertThat(plain(question(asked))).isEqualTo("pending\n");
    String body =
        json(
            "{'resolution':{'request_id':'%s','answers':["
                + "{'question_id':'a','selected_option_ids':['x\\ny','z']},"
                + "{'question_id':'b','freeform_answer':'declined\\r\\n\\\\ é\\u2028\\u000b'}]}}",
            text(asked.path("request"), "id"));
    http.post("/v1/runs/" + id(asked) + "/questions", body).expect(202);
    assertThat(plain(question(asked)))
        .isEqualTo("answered\nx\\ny,z\ndeclined\\r\\n\\\\ é\\u2028\\u000b\n");

    JsonNode declined = ask();
    http.post(
            "/v1/runs/" + id(declined) + "/questions",
            json(
                "{'resolution':{'request_id':'%s','answers':[],'declined':true,'justification':'answered\\nz'}}",
                text(declined.path("request"), "id")))
        .expect(202);
    assertThat(plain(question(declined))).isEqualTo("declined\n");

    JsonNode cancelled = ask();
    String id = text(cancelled.path("request"), "id");
    http.post("/v1/runs/" + id(cancelled) + "/questions/" + id + "/cancel", "").expect(200);
    assertThat(plain(question(cancelled))).isEqualTo("cancelled\n");

    JsonNode withdrawn = ask();
    http.post("/v1/runs/" + id(withdrawn) + "/cancel", "").expect(200);
    assertThat(plain(question(withdrawn))).isEqualTo("withdrawn\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "text/plain|true",
        "TEXT/plain; charset=utf-8|true",
        "text/plain, */*|true",
        "text/plain, application/json;q=0.9|true",
        "*/*|false",
        "application/json, text/plain, */*|false",
        "text/plain;q=0.5, application/json|false",
        "text/plain;q=0|false",
        "text/*|false",
        "nonsense|false",
        "a\"b|false",
        "text/plain;q=\"0.5|false",
        "application/*, text/plain;q=0.1|false",
        "text/plain;q=0.3, */*;q=0.9|false",
        "*/*;q=0.1, text/plain|true"
      })
  // KT-28
  void KT_28_JSON_is_what_comes_unless_plain_text_is_named_first(String accept, boolean plain) {
    Http.Answer answer = as(path(raise("")), accept);
    assertThat(answer.header("Content-Type").startsWith("text/plain")).isEqualTo(plain);
    if (!plain) {
      assertThat(status(answer.json())).isEqualTo("pending");
    }
  }
}

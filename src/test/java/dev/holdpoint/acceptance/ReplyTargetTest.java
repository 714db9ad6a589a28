package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Where outputs go: every form that is taken, the one that is kept, and what is refused. */
@OnBothDatabases
class ReplyTargetTest extends Acceptance {
  ReplyTargetTest(Database database) {
    super(database);
  }

  private static String path(String session) {
    return "/v1/sessions/" + session + "/reply-targets";
  }

  private Http.Answer set(String session, String targets) {
    return http.post(path(session), json("{'reply_targets':[%s]}".formatted(targets)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'type':'raw','plugin':'mail','address':'ada@example.com'}|mail|ada@example.com",
        "{'plugin':'mail','address':'ada@example.com'}|mail|ada@example.com",
        "{'type':'external','connector':'crm','route':'tickets'}|external|{'connector':'crm','route':'tickets'}",
        "{'type':'telegram','connector':'ops','chat_id':-100123,'message_thread_id':4,'reply_to_message_id':5}|telegram|{'connector':'ops','chat_id':-100123,'message_thread_id':4,'reply_to_message_id':5}",
        "{'type':'telegram','connector':'ops','chat_id':'@news'}|telegram|{'connector':'ops','chat_id':'@news'}",
        "{'type':'slack','connector':'work','channel_id':'C1','team_id':'T1','thread_ts':'1.2'}|slack|{'connector':'work','channel_id':'C1','team_id':'T1','thread_ts':'1.2'}",
        "{'type':'http','url':'https://example.com/hook','headers':{'X-Team':'a'}}|http|{'url':'https://example.com/hook','headers':{'X-Team':'a'}}",
        "{'type':'raw','plugin':'http','address':'https://example.com/hook'}|http|{'url':'https://example.com/hook'}"
      })
  // K4-21, K4-20, K4-174, K4-176, K4-177, K4-178, K4-179, K4-180, K4-182, K4-183
  void K4_20_K4_21_K4_174_K4_176_to_K4_180_K4_182_K4_183_every_form_is_kept_as_a_handle(
      String target, String plugin, String address) {
    String session = session();
    JsonNode view = set(session, target).expect(200).json();
    JsonNode kept = view.path("reply_targets");
    assertThat(kept).hasSize(1);
    assertThat(text(kept.get(0), "plugin")).isEqualTo(plugin);
    assertThat(text(kept.get(0), "address")).isEqualTo(json(address));
    JsonNode envelope = http.get(path(session)).expect(200).json();
    assertThat(envelope.path("reply_targets")).isEqualTo(kept);
    assertThat(text(envelope, "session_id")).isEqualTo(session);
  }

  @Test
  // K4-22, K4-23, K4-175, K4-184
  void K4_22_K4_23_K4_175_K4_184_they_are_replaced_whole_and_cleared() {
    String session = session();
    set(session, "{'plugin':'a','address':'1'},{'plugin':'b','address':'2'}").expect(200);
    JsonNode put =
        http.send(
                "PUT",
                path(session),
                json(
                    "{'reply_targets':[{'plugin':'c','address':'3'},{'plugin':'c','address':'3'}]}"),
                _ -> {})
            .expect(200)
            .json();
    assertThat(put.path("reply_targets")).hasSize(1);
    http.send("DELETE", path(session), null, _ -> {}).expect(200);
    assertThat(http.get(path(session)).expect(200).json().path("reply_targets")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'type':'mail','address':'a'}",
        "{}",
        "{'plugin':'a'}",
        "{'type':'raw','plugin':'a'}",
        "{'type':'slack','connector':'c'}",
        "{'type':'slack','channel_id':'c'}",
        "{'type':'slack','connector':'c','channel_id':'d','chat_id':4}",
        "{'type':'telegram','connector':'c'}",
        "{'type':'telegram','connector':'c','chat_id':true}",
        "{'type':'telegram','connector':'c','chat_id':1.5}",
        "{'type':'external','connector':'c'}",
        "{'type':'http'}",
        "{'type':'http','url':'ftp://example.com'}",
        "{'type':'http','url':'https://user:pw@example.com'}",
        "{'type':'http','url':'https:///nowhere'}",
        "{'type':'http','url':'not a url'}",
        "{'type':'http','url':'http://localhost/x'}",
        "{'type':'http','url':'http://a.localhost./x'}",
        "{'type':'http','url':'http://127.0.0.1/x'}",
        "{'type':'http','url':'http://2130706433/x'}",
        "{'type':'http','url':'http://0x7f.1/x'}",
        "{'type':'http','url':'http://10.1.2.3/x'}",
        "{'type':'http','url':'http://192.168.0.1/x'}",
        "{'type':'http','url':'http://169.254.169.254/latest'}",
        "{'type':'http','url':'http://100.64.0.1/x'}",
        "{'type':'http','url':'http://0.0.0.0/x'}",
        "{'type':'http','url':'http://[::1]/x'}",
        "{'type':'http','url':'http://[::ffff:127.0.0.1]/x'}",
        "{'type':'http','url':'http://[fd00::1]/x'}",
        "{'type':'http','url':'http://[fe80::1]/x'}",
        "{'type':'http','url':'http://192.0.0.8/x'}",
        "{'type':'http','url':'http://[::1%25lo]/x'}",
        "{'type':'http','url':'http://[fe80::1%25eth0]/x'}",
        "{'type':'http','url':'http://[2600::1%251]/x'}",
        "{'type':'http','url':'http://[::127.0.0.1]/x'}",
        "{'type':'http','url':'http://[::ffff:0:127.0.0.1]/x'}",
        "{'type':'http','url':'http://[64:ff9b::7f00:1]/x'}",
        "{'type':'http','url':'http://[2001::1]/x'}",
        "{'type':'http','url':'https://example.com','headers':{'Authorization':'Bearer x'}}",
        "{'type':'http','url':'https://example.com','headers':{'cookie':'x'}}",
        "{'type':'http','url':'https://example.com','headers':{'Transfer-Encoding':'chunked'}}",
        "{'type':'http','url':'https://example.com','headers':{'Host':'other'}}",
        "{'type':'http','url':'https://example.com','headers':{'Content-Encoding':'gzip'}}",
        "{'type':'http','url':'https://example.com','headers':{'X-A':'a\\r\\nX-B: b'}}",
        "{'type':'http','url':'https://example.com','headers':{'X A':'a'}}",
        "{'plugin':'http','address':'http://127.0.0.1/'}",
        "{'plugin':'http','address':'{\\'url\\':\\'http://127.0.0.1/\\'}'}",
        "{'plugin':'http','address':'{'}",
        "{'plugin':'http','address':'{\\'url\\':1e99999999999}'}",
        "{'type':'raw','plugin':'a','address':'b','extra':1}"
      })
  // K4-181
  void K4_181_what_cannot_be_a_target_is_refused_and_changes_nothing(String target) {
    String session = session();
    set(session, "{'plugin':'a','address':'1'}").expect(200);
    refused(set(session, target), 400, "api", "invalid_request");
    refused(
        http.post(
            "/v1/sessions/" + session + "/runs",
            json("{'content':'hi','reply_targets':[%s]}".formatted(target))),
        400,
        target.contains("extra") || target.contains("'mail'") ? "api" : "runs",
        target.contains("extra") || target.contains("'mail'")
            ? "invalid_request"
            : "invalid_input");
    assertThat(http.get(path(session)).expect(200).json().path("reply_targets")).hasSize(1);
    assertThat(http.get("/v1/runs?session_id=" + session).expect(200).json()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"input", "runs"})
  // K4-208, K4-209, K4-210, K4-218, K4-219, K4-220, K4-232, K4-233
  void K4_208_to_K4_210_K4_218_to_K4_220_K4_232_K4_233_a_run_replies_where_it_was_told_to(
      String door) {
    String session = session();
    set(session, "{'plugin':'mail','address':'ada'}").expect(200);
    assertThat(said(session, door, "")).isEqualTo(List.of("mail", "ada"));
    assertThat(said(session, door, ",'reply_targets':[{'plugin':'mail','address':'bob'}]"))
        .isEqualTo(List.of("mail", "bob"));
    assertThat(
            said(
                session,
                door,
                ",'reply_targets':[{'type':'slack','connector':'w','channel_id':'C'}]"))
        .isEqualTo(List.of("slack", json("{'connector':'w','channel_id':'C'}")));
    assertThat(said(session, door, ",'reply_plugin':'pager','reply_address':'eve'"))
        .isEqualTo(List.of("pager", "eve"));
    http.send("DELETE", path(session), null, _ -> {}).expect(200);
    assertThat(said(session, door, "")).isEqualTo(List.of("daemon", session));
    for (String half : List.of("'reply_plugin':'p'", "'reply_address':'a'")) {
      refused(
          http.post("/v1/sessions/" + session + "/" + door, json("{'content':'x'," + half + "}")),
          400,
          "runs",
          "invalid_input");
    }
  }

  /** Plugin and address of what a run says. */
  private List<String> said(String session, String door, String more) {
    http.post("/v1/sessions/" + session + "/" + door, json("{'content':'hi'" + more + "}"))
        .expect(door.equals("input") ? 200 : 202);
    awaitRun(id(http.get("/v1/runs?limit=1&session_id=" + session).json().get(0)), "completed");
    JsonNode outputs = http.get("/v1/sessions/" + session).expect(200).json().path("outputs");
    JsonNode last = outputs.get(outputs.size() - 1);
    return List.of(text(last, "plugin"), text(last, "address"));
  }
}

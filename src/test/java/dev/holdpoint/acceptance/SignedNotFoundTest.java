package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Host;
import dev.holdpoint.blackbox.Host.Parked;
import dev.holdpoint.blackbox.Http;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/** What is not there, and what is there for others, cannot be told apart. */
@OnBothDatabases
class SignedNotFoundTest extends SignedAcceptance {
  SignedNotFoundTest(Database database) {
    super(database);
  }

  /** An answer without what is different every time. */
  private static String face(Http.Answer answer) {
    Map<String, List<String>> headers = new TreeMap<>(answer.response().headers().map());
    headers.keySet().removeIf(name -> name.equals("x-request-id") || name.equals("date"));
    headers.remove(":status");
    ObjectNode body = (ObjectNode) answer.json();
    body.remove(List.of("request_id", "instance"));
    return answer.status() + " " + headers + " " + body;
  }

  /** Ids that this adapter must not be able to tell from each other. */
  private Map<String, String> approvals() {
    Map<String, String> ids = new LinkedHashMap<>();
    ids.put("unknown", "apr_01JZZZZZZZZZZZZZZZZZZZZZZZ");
    ids.put("malformed", "apr_");
    ids.put("of another kind", "con_01JZZZZZZZZZZZZZZZZZZZZZZZ");
    ids.put("no id at all", "x");
    ids.put("with odd letters", "apr_%C3%A9");
    ids.put("long", "apr_" + "A".repeat(3_000));
    Host stranger = Host.of(http, moving::now);
    ids.put("of another tenant", stranger.park(asksToAct("x")).approval());
    Parked settled = stranger.park(asksToAct("x"), Script.say("y"));
    stranger.approve(settled).expect(200);
    ids.put("of another tenant and settled", settled.approval());
    ids.put("of the root tenant", approvalId(park(session(), Script.approval("x"))));
    ids.put("removed", removed());
    return ids;
  }

  /** One whose session was ended and removed. */
  private String removed() {
    Parked parked = parked();
    host.approve(parked).expect(200);
    host.ended(parked);
    host.adapter()
        .send("DELETE", "/conversations/" + parked.conversation(), null, _ -> {})
        .expect(204);
    String session = text(run(parked.run()), "session_id");
    http.send("DELETE", "/v1/sessions/" + encoded(session), null, _ -> {}).expect(204);
    return parked.approval();
  }

  @ParameterizedTest
  @ValueSource(strings = {"approve", "deny", ""})
  // S1-49, S1-127, S1-129, S1-130, S1-131, Q13
  void S1_49_S1_127_S1_129_S1_130_S1_131_all_that_are_not_ours_look_the_same(String what) {
    Set<String> faces = new HashSet<>();
    Map<String, String> seen = new LinkedHashMap<>();

    approvals()
        .forEach(
            (kind, id) -> {
              String path = "/approvals/" + id + (what.isEmpty() ? "" : "/" + what);
              String body = host.approver().body(id, what, host.soon()).toString();
              Http.Answer answer = what.isEmpty() ? host.adapter().get(path) : send(path, body);
              problem(answer, 404, "not-found");
              faces.add(face(answer));
              seen.put(kind, face(answer));
            });

    assertThat(faces).as(seen.toString()).hasSize(1);
  }

  @Test
  // The order of checks: not there comes before the key is looked at and the body is judged.
  void what_is_not_ours_is_not_found_whatever_is_sent_to_it() {
    Host stranger = Host.of(http, moving::now);
    Parked theirs = stranger.park(asksToAct("x"), Script.say("y"));
    String unknown = "/approvals/apr_01JZZZZZZZZZZZZZZZZZZZZZZZ/approve";
    // A genuine assertion, by its own approver, through the wrong adapter.
    String genuine =
        stranger.approver().body(theirs.approval(), "approve", stranger.soon()).toString();

    for (String body : List.of(genuine, "{}", "{\"signature\":1}", "[]")) {
      Http.Answer one = send(theirs.approve(), body);
      Http.Answer other = send(unknown, body);
      problem(one, 404, "not-found");
      assertThat(face(one)).isEqualTo(face(other));
      // Not even the memory of a key tells.
      Http.Answer keyed = keyed(host.adapter(), theirs.approve(), body, "k" + body.length());
      assertThat(face(keyed)).isEqualTo(face(other));
    }
    // Malformed JSON is said before anything is looked up, for both alike.
    assertThat(face(send(theirs.approve(), "{"))).isEqualTo(face(send(unknown, "{")));

    assertThat(stranger.status(theirs)).isEqualTo("pending");
  }

  @Test
  // S1-130, S1-131
  void S1_130_S1_131_conversations_and_tenants_of_others_are_not_there_either() {
    Host stranger = Host.of(http, moving::now);
    Host parent = host;
    Host child = host.child();
    String theirs = stranger.conversation();
    String above = parent.conversation();
    String rootSession = session();
    String rootConversation =
        text(http.get("/v1/sessions/" + rootSession).expect(200).json(), "conversation_id");
    String unknown = "con_01JZZZZZZZZZZZZZZZZZZZZZZZ";

    for (String path : List.of("", "/messages", "/secrets")) {
      Set<String> faces = new HashSet<>();
      for (String id : List.of(unknown, theirs, above, rootConversation, "x", "con_")) {
        Http.Answer answer = child.adapter().get("/conversations/" + id + path);
        problem(answer, 404, "not-found");
        faces.add(face(answer));
      }
      assertThat(faces).as(path).hasSize(1);
    }
    Set<String> faces = new HashSet<>();
    for (String tenant :
        List.of(
            "tnt_01JZZZZZZZZZZZZZZZZZZZZZZZ", stranger.tenant(), host.tenant(), "tnt_root", "x")) {
      Http.Answer answer =
          child.adapter().post("/conversations", json("{'tenant_id':'%s'}", tenant));
      problem(answer, 404, "not-found");
      faces.add(face(answer));
      problem(child.adapter().get("/approvals?tenant_id=" + tenant), 404, "not-found");
    }
    assertThat(faces).hasSize(1);
    // The other way round all of it is there.
    host.adapter().get("/conversations/" + child.conversation() + "/messages").expect(200);
  }

  @Test
  void the_sessions_of_the_root_tenant_are_on_no_adapters_and_no_admins_list() {
    String approval = approvalId(park(session(), Script.approval("x")));

    problem(http.get("/approvals/" + approval), 404, "not-found");
    problem(http.post("/conversations", json("{'tenant_id':'tnt_root'}")), 404, "not-found");
    assertThat(http.get("/approvals?limit=100").expect(200).text()).doesNotContain(approval);
  }
}

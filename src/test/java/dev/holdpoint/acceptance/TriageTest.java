package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.blackbox.Sse;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What people do about a gate without deciding it. */
@OnBothDatabases
class TriageTest extends Tenancy {
  TriageTest(Database database) {
    super(database);
  }

  private static String path(String gateId) {
    return "/v1/gates/" + gateId + "/triage";
  }

  private static Http.Answer act(Http by, String gateId, String action, String more) {
    return by.post(path(gateId), json("{'action':'" + action + "'" + more + "}"));
  }

  private Http person(String name) {
    return http.withRole("operator", name + " " + UUID.randomUUID());
  }

  private JsonNode parked() {
    return park(session(), Script.approval("x"), Script.SAY_LAST_RESULT);
  }

  private static List<String> changes(JsonNode triage) {
    return triage.path("log").valueStream().map(entry -> text(entry, "change")).toList();
  }

  @Test
  // DX-58
  void DX_58_a_claim_is_told_and_bars_nobody_from_deciding() {
    JsonNode run = parked();
    String gate = approvalId(run);
    Http ana = person("ana");
    Http bob = person("bob");

    JsonNode claimed = act(ana, gate, "claim", ",'for_ms':60000").expect(200).json();
    assertThat(claimed.at("/claim/by").asString()).startsWith("ana ");
    assertThat(claimed.at("/claim/until_ms").asLong() - claimed.at("/claim/at_ms").asLong())
        .isEqualTo(60_000);
    JsonNode problem = refused(act(bob, gate, "claim", ""), 409, "gates", "gate_claimed");
    assertThat(text(problem, "detail")).startsWith("ana ");
    refused(act(bob, gate, "release", ""), 409, "gates", "gate_claimed");
    assertThat(act(http, gate, "release", "").expect(200).json().has("claim")).isFalse();
    act(ana, gate, "claim", "").expect(200);
    JsonNode taken = act(bob, gate, "claim", ",'take_over':true").expect(200).json();
    assertThat(taken.at("/claim/by").asString()).startsWith("bob ");
    assertThat(changes(taken)).containsExactly("claimed", "claimed", "released", "claimed");

    ana.post("/v1/runs/" + id(run) + "/approvals", allow(gate)).expect(202);
    assertThat(ana.get(path(gate)).expect(200).json().has("claim")).isFalse();
  }

  @Test
  // DX-67
  void DX_67_a_settled_gate_takes_a_comment_and_nothing_else() {
    JsonNode run = parked();
    String gate = approvalId(run);
    http.post("/v1/runs/" + id(run) + "/approvals", deny(gate, "no")).expect(202);

    for (String action : List.of("seen", "claim", "release", "wake", "watch", "unwatch")) {
      JsonNode problem = refused(act(http, gate, action, ""), 409, "gates", "gate_settled");
      assertThat(problem.at("/resolution/outcome").asString()).isEqualTo("denied");
      assertThat(problem.at("/resolution/by").asString()).isEqualTo("admin");
    }
    assertThat(
            act(http, gate, "comment", ",'text':'why?'")
                .expect(200)
                .json()
                .at("/log/0/text")
                .asString())
        .isEqualTo("why?");
  }

  @Test
  // DX-67
  void DX_67_another_tenants_gate_is_not_there() {
    String session = sessionOf(tenant(), null);
    String gate = approvalId(park(session, Script.approval("x"), Script.SAY_LAST_RESULT));
    Http other = bound(tenant(), "admin");
    String none = "apr_01M7FEJA4E0000EZAMB4339ZH8";

    for (String id : List.of(gate, none, "qst_" + gate.substring(4), "x")) {
      refused(act(other, id, "comment", ",'text':'hello'"), 404, "gates", "gate_not_found");
      refused(other.get(path(id)), 404, "gates", "gate_not_found");
    }
    assertThat(withoutPlace(other.get(path(gate)))).isEqualTo(withoutPlace(other.get(path(none))));
    assertThat(http.get(path(gate)).expect(200).json().path("log")).isEmpty();
  }

  private static String withoutPlace(Http.Answer answer) {
    return answer.text().replaceAll("\"(request_id|instance)\":\"[^\"]*\"", "");
  }

  @Test
  // DX-56
  void DX_56_an_agent_sees_nothing_of_it() {
    JsonNode run = parked();
    String gate = approvalId(run);
    Http agent = http.withRole("agent", "agent " + UUID.randomUUID());
    act(http, gate, "comment", ",'text':'between us'").expect(200);
    act(http, gate, "seen", "").expect(200);

    refused(agent.get(path(gate)), 403, "auth", "forbidden");
    refused(act(agent, gate, "seen", ""), 403, "auth", "forbidden");
    http.post("/v1/runs/" + id(run) + "/approvals", deny(gate, "no")).expect(202);
    awaitRun(id(run), "completed");
    for (String read :
        List.of(
            "/v1/approvals/" + gate,
            "/v1/approvals?status=all",
            "/v1/runs/" + id(run),
            "/v1/runs/" + id(run) + "/events",
            "/v1/sessions/" + text(run, "session_id") + "/events")) {
      String text = agent.get(read).expect(200).text();
      assertThat(text).doesNotContain("between us").doesNotContain("gate_updated");
      assertThat(text).doesNotContain("\"triage\"");
    }
    for (String stream :
        List.of(
            "/v1/runs/" + id(run) + "/stream?cursor=0",
            "/v1/sessions/" + text(run, "session_id") + "/stream?cursor=0")) {
      try (Sse frames = agent.stream(stream)) {
        frames.next(frame -> frame.text().contains("\"completed\""));
        assertThat(frames.taken()).noneMatch(frame -> frame.type().equals("gate_updated"));
      }
    }
    assertThat(lastWords(id(run))).doesNotContain("between us");
  }

  @Test
  // DX-66
  void DX_66_it_is_told_in_order_on_every_stream_and_in_every_history() {
    JsonNode run = parked();
    String gate = approvalId(run);
    String session = text(run, "session_id");
    act(http, gate, "seen", "").expect(200);
    act(http, gate, "comment", ",'text':'secret words'").expect(200);
    http.post("/v1/runs/" + id(run) + "/approvals", allow(gate)).expect(202);
    awaitRun(id(run), "completed");
    act(http, gate, "comment", ",'text':'afterwards'").expect(200);

    List<JsonNode> history =
        http.get("/v1/runs/" + id(run) + "/events").expect(200).json().valueStream().toList();
    List<Long> ids = history.stream().map(entry -> Long.valueOf(text(entry, "event_id"))).toList();
    assertThat(ids).isSorted().doesNotHaveDuplicates();
    List<String> told = history.stream().map(TriageTest::word).toList();
    assertThat(told)
        .containsSubsequence("waiting_for_approval", "seen", "commented", "approval_resolved")
        .endsWith("completed", "commented");
    assertThat(
            http.get("/v1/sessions/" + session + "/events")
                .expect(200)
                .json()
                .path("run_events")
                .valueStream()
                .map(TriageTest::word)
                .toList())
        .isEqualTo(told);
    for (String stream :
        List.of(
            "/v1/events/stream",
            "/v1/sessions/" + session + "/stream",
            "/v1/runs/" + id(run) + "/stream")) {
      List<Sse.Frame> all;
      try (Sse frames = http.stream(stream + "?cursor=" + (ids.getFirst() - 1))) {
        frames.next(frame -> Long.toString(frame.number()).equals("" + ids.getLast()));
        all =
            frames.taken().stream()
                .filter(frame -> frame.type().equals("gate_updated"))
                .filter(frame -> text(frame.data(), "request_id").equals(gate))
                .toList();
      }
      assertThat(all)
          .extracting(frame -> text(frame.data(), "change"))
          .containsExactly("seen", "commented", "commented");
      assertThat(all).noneMatch(frame -> frame.text().contains("secret words"));
      try (Sse frames = http.stream(stream + "?cursor=" + all.get(1).id())) {
        assertThat(
                frames.next(
                    frame ->
                        frame.type().equals("gate_updated")
                            && text(frame.data(), "request_id").equals(gate)))
            .isEqualTo(all.get(2));
      }
    }
  }

  private static String word(JsonNode entry) {
    JsonNode event = entry.path("event");
    return event.has("change") ? text(event, "change") : text(event, "type");
  }

  @Test
  // DX-65
  void DX_65_a_comment_with_the_same_key_is_stored_once() {
    String gate = approvalId(parked());
    String body = json("{'action':'comment','text':'<b>\\u001b[31mhi','idempotency_key':'k1'}");
    for (int i = 0; i < 3; i++) {
      JsonNode triage = http.post(path(gate), body).expect(200).json();
      assertThat(triage.path("comments").asInt()).isEqualTo(1);
      assertThat(triage.at("/log/0/text").asString()).isEqualTo("<b>\u001b[31mhi");
    }
    refused(
        http.post(path(gate), body.replace("hi", "ho")),
        409,
        "idempotency",
        "idempotency_conflict");
    assertThat(http.get(path(gate)).expect(200).json().path("log")).hasSize(1);
  }

  @Test
  // DX-65
  void DX_65_the_two_hundred_and_first_comment_is_refused_and_the_log_has_pages() {
    String gate = questionId(park(session(), Script.ask(), Script.SAY_LAST_RESULT));
    AtomicInteger number = new AtomicInteger();
    atOnce(
        8,
        () -> {
          for (int i = 0; i < 25; i++) {
            act(http, gate, "comment", ",'text':'" + number.incrementAndGet() + "'").expect(200);
          }
          return gate;
        });
    refused(act(http, gate, "comment", ",'text':'x'"), 409, "gates", "gate_log_full");

    JsonNode first = http.get(path(gate) + "?limit=80").expect(200).json();
    assertThat(first.path("comments").asInt()).isEqualTo(200);
    assertThat(first.path("log")).hasSize(80);
    JsonNode second =
        http.get(path(gate) + "?limit=80&cursor=" + text(first.path("pagination"), "next_cursor"))
            .expect(200)
            .json();
    assertThat(second.path("log")).hasSize(80);
    JsonNode third =
        http.get(path(gate) + "?limit=80&cursor=" + text(second.path("pagination"), "next_cursor"))
            .expect(200)
            .json();
    assertThat(third.path("log")).hasSize(40);
    assertThat(third.at("/pagination/has_more").asBoolean()).isFalse();
  }

  @Test
  // DX-61
  void DX_61_it_is_assigned_only_to_somebody_who_can_act() {
    String gate = approvalId(parked());
    String bob = "bob " + UUID.randomUUID();
    JsonNode problem =
        refused(act(http, gate, "assign", ",'to':'" + bob + "'"), 400, "api", "invalid_request");
    assertThat(problem.at("/errors/0/pointer").asString()).isEqualTo("/to");
    http.withRole("operator", bob);
    JsonNode given = act(http, gate, "assign", ",'to':'" + bob + "'").expect(200).json();
    assertThat(given.at("/claim/by").asString()).isEqualTo(bob);
    assertThat(given.at("/claim/assigned_by").asString()).isEqualTo("admin");
    String viewer = "eve " + UUID.randomUUID();
    http.withRole("viewer", viewer);
    act(http, gate, "assign", ",'to':'" + viewer + "'").expect(400);
  }

  @Test
  void members_that_do_not_belong_to_the_action_are_refused() {
    String gate = approvalId(parked());
    long past = System.currentTimeMillis() - 1;
    for (String body :
        List.of(
            "{'action':'seen','text':'x'}",
            "{'action':'claim','to':'x'}",
            "{'action':'claim','for_ms':59999}",
            "{'action':'claim','for_ms':86400001}",
            "{'action':'assign'}",
            "{'action':'snooze'}",
            "{'action':'snooze','until_ms':" + past + "}",
            "{'action':'comment'}",
            "{'action':'comment','text':'  '}",
            "{'action':'extend'}",
            "{'action':'nod'}",
            "{'action':'seen','note':'x'}")) {
      http.post(path(gate), json(body)).expect(400);
    }
    assertThat(http.get(path(gate)).expect(200).json().path("log")).isEmpty();
  }

  private static List<String> listed(Http by, String session, String filter) {
    return by.get("/v1/approvals?session_id=" + session + filter)
        .expect(200)
        .json()
        .valueStream()
        .map(row -> text(row.path("request"), "id"))
        .toList();
  }

  @Test
  // DX-60
  void DX_60_lists_know_who_claimed_snoozed_and_saw_and_a_snooze_is_for_oneself() {
    String session = session();
    JsonNode run =
        park(
            session,
            Script.together(Script.approval("a"), Script.approval("b")),
            Script.SAY_LAST_RESULT);
    String one = approvalId(run, 0);
    String other = approvalId(run, 1);
    Http ana = person("ana");
    Http bob = person("bob");
    act(ana, one, "claim", "").expect(200);
    act(ana, other, "snooze", ",'until_ms':" + (System.currentTimeMillis() + 600_000)).expect(200);
    act(bob, other, "seen", "").expect(200);

    assertThat(listed(ana, session, "&claimed=me")).containsExactly(one);
    assertThat(listed(bob, session, "&claimed=me")).isEmpty();
    assertThat(listed(bob, session, "&claimed=none")).containsExactly(other);
    assertThat(listed(ana, session, "&snoozed=hide")).containsExactly(one);
    assertThat(listed(ana, session, "&snoozed=only")).containsExactly(other);
    assertThat(listed(bob, session, "&snoozed=hide")).containsExactly(one, other);
    assertThat(listed(bob, session, "&unseen=true")).containsExactly(one);
    assertThat(listed(ana, session, "&for=me&snoozed=hide")).containsExactly(one);
    assertThat(listed(bob, session, "&for=person:nobody")).isEmpty();
    assertThat(listed(bob, session, "&for=group:nobody")).isEmpty();
    http.get("/v1/approvals?for=x").expect(400);
    http.get("/v1/approvals?claimed=x").expect(400);
    http.withRole("agent", "agent " + UUID.randomUUID())
        .get("/v1/approvals?session_id=" + session + "&unseen=true")
        .expect(403);
    JsonNode row = http.get("/v1/approvals/" + one).expect(200).json();
    assertThat(row.at("/triage/claim/by").asString()).startsWith("ana ");
    assertThat(row.path("triage").has("log")).isFalse();
  }

  @Test
  // DX-62
  void DX_62_a_deadline_of_the_tenant_moves_and_the_askers_own_does_not() {
    String tenant = tenant();
    put(at(tenant) + "/approval-policy", "{'expires_after_ms':3600000}").expect(200);
    String session = sessionOf(tenant, null);
    JsonNode run = park(session, Script.approval("x"), Script.SAY_LAST_RESULT);
    String gate = approvalId(run);
    long before = run.at("/pending_approvals/0/expires_at_ms").asLong();

    JsonNode triage = act(http, gate, "extend", ",'for_ms':600000").expect(200).json();
    assertThat(changes(triage)).containsExactly("deadline_moved");
    assertThat(triage.at("/log/0/until_ms").asLong()).isEqualTo(before + 600_000);
    assertThat(run(id(run)).at("/pending_approvals/0/expires_at_ms").asLong())
        .isEqualTo(before + 600_000);
    assertThat(http.events(id(run)).stream().map(TriageTest::word).toList())
        .endsWith("deadline_moved");
    act(http, gate, "extend", ",'for_ms':2592000000").expect(400);

    JsonNode raised =
        http.post(
                "/v1/sessions/" + session + "/approval-requests",
                json("{'tool_name':'x','input':{},'reason':'y','expires_after_ms':3600000}"))
            .expect(201)
            .json();
    refused(
        act(http, text(raised.path("request"), "id"), "extend", ",'for_ms':60000"),
        409,
        "gates",
        "gate_deadline_fixed");
    refused(
        act(http, approvalId(parked()), "extend", ",'for_ms':60000"),
        409,
        "gates",
        "gate_deadline_fixed");
  }

  @Test
  // DX-64
  void DX_64_many_people_at_one_gate_lose_no_comment_and_settle_it_once() {
    int people = 100;
    JsonNode run = parked();
    String gate = approvalId(run);
    AtomicInteger settled = new AtomicInteger();
    AtomicInteger said = new AtomicInteger();
    List<Long> cards =
        atOnce(
            people,
            () -> {
              Http one = person("p");
              try (Sse card = one.stream("/v1/runs/" + id(run) + "/stream?cursor=0")) {
                act(one, gate, "seen", "");
                act(one, gate, "claim", "");
                if (act(one, gate, "comment", ",'text':'me'").status() == 200) {
                  said.incrementAndGet();
                }
                if (one.post("/v1/runs/" + id(run) + "/approvals", allow(gate)).status() == 202) {
                  settled.incrementAndGet();
                }
                // Every card hears of the end, once, and before what comes of it.
                card.next(frame -> frame.text().contains("\"completed\""));
                return card.taken().stream()
                    .filter(frame -> frame.type().equals("approval_resolved"))
                    .filter(frame -> text(frame.data(), "approval_id").equals(gate))
                    .count();
              }
            });
    assertThat(settled.get()).isEqualTo(1);
    assertThat(said.get()).isEqualTo(people);
    assertThat(cards).hasSize(people).containsOnly(1L);
    assertThat(http.get(path(gate)).expect(200).json().path("comments").asInt()).isEqualTo(people);
    assertThat(eventTypes(id(run))).containsOnlyOnce("approval_resolved", "completed");
  }

  @Test
  void it_goes_with_its_session() {
    JsonNode run = parked();
    String gate = approvalId(run);
    act(http, gate, "comment", ",'text':'x'").expect(200);
    http.post("/v1/runs/" + id(run) + "/approvals", deny(gate, "no")).expect(202);
    awaitRun(id(run), "completed");
    http.post("/v1/sessions/" + text(run, "session_id") + "/end", null).expect(200);
    http.send("DELETE", "/v1/sessions/" + text(run, "session_id"), null, _ -> {}).expect(204);
    refused(http.get(path(gate)), 404, "gates", "gate_not_found");
  }
}

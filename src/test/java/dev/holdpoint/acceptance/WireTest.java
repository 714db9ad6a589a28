package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.api.Endpoints;
import dev.holdpoint.api.endpoint.Endpoint;
import dev.holdpoint.api.rule.Tolerant;
import dev.holdpoint.blackbox.Http;
import java.io.ByteArrayInputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** What all paths have in common. */
@OnBothDatabases
class WireTest extends Acceptance {
  WireTest(Database database) {
    super(database);
  }

  private Http.Answer options(String path, String... header) {
    return http.as(null)
        .send(
            "OPTIONS",
            path,
            null,
            request -> {
              if (header.length == 2) {
                request.header(header[0], header[1]);
              }
            });
  }

  @Test
  // KT-25
  void KT_25_the_methods_of_every_path_are_told_without_a_token() {
    Map<String, Set<String>> methods = new TreeMap<>();
    for (Endpoint endpoint : Endpoints.ALL) {
      Set<String> of = methods.computeIfAbsent(endpoint.path(), _ -> new TreeSet<>());
      of.add(endpoint.method().name());
      if (endpoint.method() == Endpoint.Method.GET) {
        of.add("HEAD");
      }
    }
    methods.forEach(
        (path, expected) -> {
          Http.Answer answer = options(path.replaceAll("\\{.*?}", "x")).expect(204);
          assertThat(Set.of(String.valueOf(answer.header("Allow")).split(", ")))
              .as(path)
              .isEqualTo(expected);
          assertThat(answer.response().headers().map().keySet())
              .noneMatch(name -> name.startsWith("access-control"));
        });
    options("/v1/nowhere").expect(404);
    options("/v1/runs", "Origin", "https://elsewhere.example").expect(403);
  }

  @ParameterizedTest
  @CsvSource({
    "/v1/approvals?statsu=pending, statsu here; did you mean status?",
    "/v1/runs?priorityactive=true, priorityactive here; did you mean priority_active?",
    "/v1/runs?colour=red, colour here."
  })
  // KT-21
  void KT_21_a_query_parameter_that_is_not_known_is_refused(String path, String said) {
    JsonNode problem = refused(http.get(path), 400, "api", "invalid_request");
    assertThat(text(problem, "detail")).contains(said);
  }

  @Test
  // KT-21
  void KT_21_hooks_refuse_it_too_and_what_caches_add_passes() {
    Http.Answer hook =
        http.post(
            "/hooks/claude/pre-tool-use?thn=deny",
            """
            {"session_id":"s","hook_event_name":"PreToolUse","tool_name":"Bash",
             "tool_input":{},"tool_use_id":"t"}""");
    assertThat(hook.expect(400).text()).contains("thn here; did you mean then?");
    http.get("/v1/approvals?_=1").expect(200);
    http.get("/api/sessions?statsu=x").expect(404);
    assertThat(http.get("/api/approval/pending?session_id=none&statsu=x").status()).isEqualTo(200);
  }

  @Test
  // KT-22
  void KT_22_what_was_made_is_found_where_its_answer_says() {
    String session = "räume 1";
    Http.Answer made = http.post("/v1/sessions", json("{'session_id':'%s'}", session)).expect(201);
    assertThat(made.header("Location")).isEqualTo("/v1/sessions/r%C3%A4ume%201");
    String room = String.valueOf(made.header("Location"));
    Http.Answer run = http.post(room + "/runs", Http.work("{\"say\":\"x\"}"));
    Http.Answer approval =
        http.post(room + "/approval-requests", json("{'tool_name':'t','reason':'r','input':{}}"));
    for (Http.Answer answer :
        List.of(
            made,
            run,
            approval,
            http.post("/v1/personas", json("{'persona_id':'p 1','display_name':'P'}")),
            http.post("/v1/channels", json("{'channel_id':'c 1','title':'t'}")),
            http.post("/v1/projects", json("{'project_id':'q 1','title':'t'}")),
            http.post("/v1/assets", AssetTest.upload("a.txt", "x")),
            http.post(
                "/v1/permission-rules",
                json(
                    "{'behavior':'deny','tool':'t','scope':{'kind':'session','id':'"
                        + session
                        + "'}}")))) {
      assertThat(answer.status()).as(answer.text()).isIn(200, 201, 202);
      http.get(String.valueOf(answer.header("Location"))).expect(200);
    }
    assertThat(http.get(room).expect(200).header("Location")).isEmpty();
  }

  @Test
  // KT-06, KT-07
  void KT_06_KT_07_a_list_that_is_cut_says_so_and_leads_on() {
    String session = session();
    Set<String> made = new TreeSet<>();
    for (int i = 0; i < 120; i++) {
      made.add(
          id(
              http.post(
                      "/v1/sessions/" + session + "/approval-requests",
                      json("{'tool_name':'t','reason':'r','input':{}}"))
                  .expect(201)
                  .json()));
    }
    String first = "/v1/runs?session_id=" + session;
    List<String> read = new ArrayList<>();
    int arrays = 0;
    for (String next = first; !next.isEmpty(); arrays++) {
      Http.Answer answer = http.get(next).expect(200);
      assertThat(answer.json().isArray()).as(next).isTrue();
      answer.json().forEach(run -> read.add(id(run)));
      String link = answer.header("Link");
      assertThat(answer.header("X-Total-Count")).isEqualTo(link.isEmpty() ? "" : "120");
      next = link.isEmpty() ? "" : link.substring(1, link.indexOf('>'));
    }
    assertThat(arrays).isGreaterThan(1);
    assertThat(read).hasSize(120);
    assertThat(new TreeSet<>(read)).isEqualTo(made);

    JsonNode page = http.get(first + "&page=true&limit=100").expect(200).json();
    String cursor = page.at("/pagination/next_cursor").asString();
    JsonNode second = http.get(first + "&limit=100&cursor=" + cursor).expect(200).json();
    assertThat(second.at("/items").size()).isEqualTo(20);
    JsonNode plain = http.get(first + "&limit=100&page=false&cursor=" + cursor).expect(200).json();
    assertThat(plain).isEqualTo(second.at("/items"));
    assertThat(http.get("/v1/runs?session_id=" + session()).expect(200).header("Link")).isEmpty();
  }

  @Test
  // KT-24
  void KT_24_the_document_is_told_once_and_compressed() throws Exception {
    Http.Answer plain = http.get("/v1/openapi.json").expect(200);
    String tag = String.valueOf(plain.header("ETag"));
    assertThat(tag).matches("\"[0-9a-f]{64}\"");
    assertThat(plain.header("Cache-Control")).isEqualTo("no-cache");
    for (String known : List.of(tag, "\"x\", W/" + tag, "*")) {
      Http.Answer same =
          http.send("GET", "/v1/openapi.json", null, r -> r.header("If-None-Match", known));
      assertThat(same.status()).isEqualTo(304);
      assertThat(same.text()).isEmpty();
      assertThat(same.header("ETag")).isEqualTo(tag);
    }
    http.send("GET", "/v1/openapi.json", null, r -> r.header("If-None-Match", "\"x\"")).expect(200);
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpResponse<byte[]> packed =
          client.send(
              HttpRequest.newBuilder(http.address().resolve("/v1/openapi.json"))
                  .header("Authorization", "Bearer " + http.token())
                  .header("Accept-Encoding", "gzip")
                  .build(),
              HttpResponse.BodyHandlers.ofByteArray());
      assertThat(packed.headers().firstValue("Content-Encoding")).contains("gzip");
      assertThat(new GZIPInputStream(new ByteArrayInputStream(packed.body())).readAllBytes())
          .isEqualTo(plain.text().getBytes(java.nio.charset.StandardCharsets.UTF_8));
    }
  }

  @Test
  // DX-81
  void DX_81_no_body_of_v1_takes_what_it_does_not_know() {
    for (Endpoint endpoint : Endpoints.ALL) {
      Class<?> body = endpoint.request();
      if (body != null
          && endpoint.path().startsWith("/v1/")
          && endpoint.pathParameters().isEmpty()
          && !body.isAnnotationPresent(Tolerant.class)) {
        Http.Answer answer =
            http.send(endpoint.method().name(), endpoint.path(), "{\"quixotic\":1}", _ -> {});
        assertThat(answer.status()).as(endpoint.id()).isEqualTo(400);
        assertThat(answer.text())
            .as(endpoint.id())
            .contains("\"pointer\":\"/quixotic\",\"message\":\"is not a member of this object\"");
      }
    }
  }

  @Test
  // DX-81
  void DX_81_a_slip_resolves_nothing_and_raises_nothing() {
    JsonNode run = park(session(), Script.bash("true"), Script.say("done"));
    Http.Answer resolved =
        http.post(
            "/v1/runs/" + id(run) + "/approvals",
            json(
                "{'resolutions':[{'request_id':'%s','behavior':'allow','expected_diggest':'x'}]}",
                approvalId(run)));
    assertThat(resolved.expect(400).text())
        .contains("/resolutions/0/expected_diggest", "did you mean expected_digest?");
    assertThat(status(run(id(run)))).isEqualTo("waiting_for_approval");
    String session = session();
    Http.Answer raised =
        http.post(
            "/v1/sessions/" + session + "/approval-requests",
            json("{'tool_name':'t','reason':'r','input':{},'expires_in_ms':1000}"));
    assertThat(raised.expect(400).text()).contains("did you mean expires_at_ms?");
    assertThat(http.get("/v1/sessions/" + session).expect(200).json().at("/runs").size()).isZero();
  }

  @Test
  void a_gate_may_wait_until_an_instant() {
    String path = "/v1/sessions/" + session() + "/approval-requests";
    String body =
        "{'tool_name':'t','reason':'r','input':{},'request_key':'k','expires_at_ms':%d%s}";
    long untilMs = System.currentTimeMillis() + 60_000;
    JsonNode raised = http.post(path, json(body, untilMs, "")).expect(201).json();
    assertThat(raised.at("/request/expires_at_ms").asLong()).isEqualTo(untilMs);
    refused(
        http.post(path, json(body, untilMs, json(",'expires_after_ms':5"))),
        400,
        "api",
        "invalid_request");
    refused(
        http.post(path, json(body.replace("'k'", "'l'"), 5, "")), 400, "api", "invalid_request");
  }

  @Test
  // DX-82
  void DX_82_a_slip_of_a_foreign_client_is_told_and_what_is_new_passes() {
    JsonNode run = park(session(), Script.bash("true"), Script.say("done"));
    String session = text(run, "session_id");
    Http.Answer slip =
        http.post(
            "/api/approval/respond",
            json(
                "{'session_id':'%s','choice':'once','aproval_id':'%s'}", session, approvalId(run)));
    assertThat(slip.expect(400).text()).contains("aproval_id").contains("mean approval_id? The");
    assertThat(status(run(id(run)))).isEqualTo("waiting_for_approval");
    http.post(
            "/api/approval/respond",
            json(
                "{'session_id':'%s','choice':'once','approval_id':'%s','later':1}",
                session, approvalId(run)))
        .expect(200);
  }

  @Test
  // KT-14
  void KT_14_a_key_in_quotes_is_the_key() {
    String path = "/v1/sessions/" + session() + "/runs";
    String body = Http.work("{\"say\":\"x\"}");
    String first = text(http.postWithKey(path, body, "\"abc-14\"").expect(202).json(), "run_id");
    Http.Answer again = http.postWithKey(path, body, "abc-14").expect(202);
    assertThat(text(again.json(), "run_id")).isEqualTo(first);
    assertThat(again.header("Idempotency-Replayed")).isEqualTo("true");
  }

  @Test
  void a_key_belongs_to_its_caller_and_the_kind_of_write() {
    String body = Http.work("{\"say\":\"x\"}");
    String one = "/v1/sessions/" + session() + "/runs";
    String other = "/v1/sessions/" + session() + "/runs";
    http.postWithKey(one, body, "k-of-one").expect(202);
    refused(http.postWithKey(other, body, "k-of-one"), 409, "idempotency", "idempotency_conflict");
    refused(
        http.postWithKey(one, Http.work("{\"say\":\"y\"}"), "k-of-one"),
        409,
        "idempotency",
        "idempotency_conflict");
    assertThat(http.get(other.replace("/runs", "")).expect(200).json().at("/runs")).isEmpty();
    http.withRole("operator", "another caller").postWithKey(other, body, "k-of-one").expect(202);
  }
}

package dev.holdpoint.acceptance;

import static dev.holdpoint.acceptance.Memories.body;
import static dev.holdpoint.acceptance.Memories.fact;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Learnings are written down, found again, corrected and forgotten. */
@OnBothDatabases
class LearningTest extends Acceptance {
  LearningTest(Database database) {
    super(database);
  }

  private Http.Answer patch(String id, String body) {
    return http.send("PATCH", "/v1/learnings/" + id, body, _ -> {});
  }

  @Test
  void a_learning_has_these_members_and_defaults() {
    String session = session();
    long before = System.currentTimeMillis();

    JsonNode made =
        http.post("/v1/learnings", body("fact", "session", session, "The sky is blue", ""))
            .expect(201)
            .json();

    assertThat(members(made))
        .containsExactly(
            "learning_id",
            "kind",
            "scope",
            "content",
            "sensitivity",
            "publish_tier",
            "policy_decision",
            "verification_status",
            "published_at_ms");
    assertThat(text(made, "learning_id")).startsWith("lrn_");
    assertThat(text(made, "sensitivity")).isEqualTo("scoped");
    assertThat(text(made, "publish_tier")).isEqualTo("active");
    assertThat(text(made, "policy_decision")).isEqualTo("manual");
    assertThat(text(made, "verification_status")).isEqualTo("unverified");
    assertThat(made.path("published_at_ms").asLong()).isGreaterThanOrEqualTo(before);
    assertThat(http.get("/v1/learnings/" + text(made, "learning_id")).expect(200).json())
        .isEqualTo(made);
  }

  @Test
  void it_is_corrected_member_by_member_and_forgotten() {
    String session = session();
    String id = fact(http, session, "old words");

    JsonNode edited =
        patch(id, json("{'content':'new words','verification_status':'verified'}"))
            .expect(200)
            .json();

    assertThat(text(edited, "content")).isEqualTo("new words");
    assertThat(text(edited, "verification_status")).isEqualTo("verified");
    assertThat(text(edited, "kind")).isEqualTo("fact");
    assertThat(http.get("/v1/learnings/" + id).expect(200).json()).isEqualTo(edited);
    assertThat(patch(id, "{}").expect(200).json()).isEqualTo(edited);
    assertThat(Memories.found(Memories.search(http, session, "old"))).isEmpty();
    assertThat(Memories.found(Memories.search(http, session, "new"))).containsExactly(id);

    http.send("DELETE", "/v1/learnings/" + id, null, _ -> {}).expect(204);
    refused(http.get("/v1/learnings/" + id), 404, "learnings", "learning_not_found");
    refused(patch(id, "{}"), 404, "learnings", "learning_not_found");
    refused(
        http.send("DELETE", "/v1/learnings/" + id, null, _ -> {}),
        404,
        "learnings",
        "learning_not_found");
    assertThat(Memories.found(Memories.search(http, session, "new"))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {'scope':{'kind':'workspace','id':'x'},'content':'c'}                            | /kind
          {'kind':'fact','content':'c'}                                                    | /scope
          {'kind':'fact','scope':{'kind':'workspace','id':'x'}}                            | /content
          {'kind':'fact','scope':{'kind':'workspace','id':'x'},'content':''}               | /content
          {'kind':'fact','scope':{'kind':'workspace','id':'x'},'content':'   '}            | /content
          {'kind':'hunch','scope':{'kind':'workspace','id':'x'},'content':'c'}             | /kind
          {'kind':'fact','scope':{'kind':'galaxy','id':'x'},'content':'c'}                 | /scope/kind
          {'kind':'fact','scope':{'kind':'workspace','id':''},'content':'c'}               | /scope/id
          {'kind':'fact','scope':{'kind':'workspace','id':'a/b'},'content':'c'}            | /scope/id
          {'kind':'fact','scope':{'kind':'session','id':'nobody'},'content':'c'}           | /scope/id
          {'kind':'fact','scope':{'kind':'persona','id':'nobody'},'content':'c'}           | /scope/id
          {'kind':'fact','scope':{'kind':'workspace','id':'x'},'content':'c','tier':'a'}   | /tier
          {'kind':'fact','scope':{'kind':'workspace','id':'x'},'content':'c','published_at_ms':-1} | /published_at_ms
          """)
  void a_learning_that_cannot_be_is_refused_with_its_place(String body, String pointer) {
    JsonNode problem =
        refused(http.post("/v1/learnings", json(body)), 400, "api", "invalid_request");

    assertThat(text(problem.path("errors").get(0), "pointer")).isEqualTo(pointer);
  }

  @Test
  void its_content_has_a_bound() {
    String session = session();
    String longest = "字".repeat(1_600);

    fact(http, session, longest);
    Http.Answer more =
        http.post("/v1/learnings", body("fact", "session", session, longest + "字", ""));

    JsonNode problem = refused(more, 400, "api", "invalid_request");
    assertThat(text(problem.path("errors").get(0), "pointer")).isEqualTo("/content");
  }

  @Test
  void a_key_finds_the_learning_that_was_written_before() {
    String body = body("fact", "session", session(), "once", "");
    String key = "learn-" + session();

    List<Http.Answer> answers = atOnce(8, () -> keyed("/v1/learnings", body, key));

    answers.forEach(answer -> answer.expect(201));
    assertThat(answers.stream().map(Http.Answer::text).distinct()).hasSize(1);
    assertThat(
            answers.stream().filter(answer -> answer.header("Idempotency-Replayed").equals("true")))
        .hasSize(7);
    refused(
        keyed("/v1/learnings", body.replace("once", "twice"), key),
        409,
        "idempotency",
        "idempotency_conflict");
    String id = text(answers.getFirst().json(), "learning_id");
    http.send("DELETE", "/v1/learnings/" + id, null, _ -> {}).expect(204);
    refused(keyed("/v1/learnings", body, key), 404, "learnings", "learning_not_found");
  }

  @Test
  void a_list_is_narrowed_by_a_whole_scope_and_paged() {
    String session = session();
    String other = session();
    List<String> made =
        List.of(
            fact(http, session, "one"), fact(http, session, "two"), fact(http, session, "three"));
    fact(http, other, "else");
    String path = "/v1/learnings?scope_kind=session&scope_id=" + session;

    assertThat(Memories.ids(http.get(path).expect(200).json(), "learning_id"))
        .containsExactlyElementsOf(made.reversed());
    JsonNode page = http.get(path + "&limit=2&page=true").expect(200).json();
    assertThat(page.at("/pagination/total_count").asInt()).isEqualTo(3);
    assertThat(Memories.ids(page.path("items"), "learning_id"))
        .containsExactly(made.get(2), made.get(1));
    String cursor = page.at("/pagination/next_cursor").asString();
    assertThat(
            Memories.ids(
                http.get(path + "&cursor=" + cursor).expect(200).json().path("items"),
                "learning_id"))
        .containsExactly(made.get(0));
    refused(
        http.get("/v1/learnings?scope_kind=session&scope_id=" + other + "&cursor=" + cursor),
        400,
        "pagination",
        "invalid_cursor");
    for (String half :
        List.of(
            "scope_kind=session",
            "scope_id=x",
            "scope_kind=galaxy&scope_id=x",
            "scope_kind=session&scope_id=%00")) {
      refused(http.get("/v1/learnings?" + half), 400, "api", "invalid_request");
    }
    assertThat(http.get("/v1/learnings?scope_kind=session&scope_id=nobody").expect(200).json())
        .isEmpty();
  }
}

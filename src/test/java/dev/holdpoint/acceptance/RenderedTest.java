package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Host;
import dev.holdpoint.blackbox.Http;
import dev.holdpoint.engine.json.RenderingVectors;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What people were shown is kept with their decisions, beside what the daemon makes of it. */
@OnBothDatabases
class RenderedTest extends SignedAcceptance {
  private static final String OTHER = "0".repeat(64);

  RenderedTest(Database database) {
    super(database);
  }

  private JsonNode raise(JsonNode vector) {
    ObjectNode body = JSON.createObjectNode();
    for (String name : List.of("tool_name", "input", "reason")) {
      body.set(name, vector.path(name));
    }
    ObjectNode precondition =
        vector.has("preconditions")
            ? body.putArray("preconditions").addObject()
            : JSON.createObjectNode();
    for (JsonNode one : vector.path("preconditions")) {
      precondition.set("type", one.path("type"));
      precondition.set("name", one.path("name"));
      precondition.set("value", one.path("expected"));
    }
    return http.post("/v1/sessions/" + session() + "/approval-requests", body.toString())
        .expect(201)
        .json();
  }

  private static String rendered(String surface, String sha256) {
    return json(",'rendered':{'surface':'%s','sha256':'%s'}", surface, sha256);
  }

  private JsonNode resolution(String id) {
    return http.get("/v1/approvals/" + id).expect(200).json().path("resolution");
  }

  private long differences() {
    return http.get("/metrics")
        .expect(200)
        .text()
        .lines()
        .filter(line -> line.startsWith("holdpoint_rendering_differences_total "))
        .map(line -> (long) Double.parseDouble(line.substring(line.indexOf(' '))))
        .findFirst()
        .orElseThrow();
  }

  @Test
  @DisplayName("PF-05 The daemon computes the digests of the vectors from its requests")
  void PF_05_the_daemon_computes_the_digests_of_the_vectors() {
    long before = differences();
    for (JsonNode vector : RenderingVectors.ofOutside()) {
      JsonNode raised = raise(vector);
      String id = raised.at("/request/id").asString();
      String digest = text(vector, "sha256");
      http.post(
              "/v1/runs/" + text(raised, "run_id") + "/approvals",
              resolutions(one(id, "allow", rendered("test", digest))))
          .expect(202);
      assertThat(resolution(id).path("rendered"))
          .as(text(vector, "name"))
          .isEqualTo(
              JSON.readTree(json("{'surface':'test','sha256':'%s','as_asked':true}", digest)));
    }
    assertThat(differences()).isEqualTo(before);
  }

  @Test
  @DisplayName("PF-06 A difference is kept, counted and refuses nothing, at every door")
  void PF_06_a_difference_is_kept_and_refuses_nothing_at_every_door() {
    long before = differences();
    JsonNode vector = RenderingVectors.all().getFirst();
    JsonNode raised = raise(vector);
    String id = raised.at("/request/id").asString();
    http.post(
            "/v1/runs/" + text(raised, "run_id") + "/approvals",
            resolutions(one(id, "deny", rendered("page", OTHER))))
        .expect(202);
    assertThat(resolution(id).at("/rendered/as_asked").booleanValue()).isFalse();
    assertThat(text(resolution(id).path("rendered"), "sha256")).isEqualTo(OTHER);
    assertThat(text(resolution(id), "behavior")).isEqualTo("deny");

    JsonNode many = raise(vector);
    String manyId = many.at("/request/id").asString();
    http.post(
            "/v1/approvals/resolutions",
            resolutions(
                one(
                    manyId,
                    "allow",
                    json(",'expected_digest':'%s'", many.at("/request/digest").asString())
                        + rendered("page", OTHER))))
        .expect(200);
    assertThat(resolution(manyId).at("/rendered/as_asked").booleanValue()).isFalse();

    JsonNode card = raise(vector);
    String cardId = card.at("/request/id").asString();
    String session =
        http.get("/v1/approvals/" + cardId).expect(200).json().path("session_id").asString();
    http.post(
            "/api/approval/respond",
            json(
                "{'session_id':'%s','choice':'once','approval_id':'%s'%s}",
                session, cardId, rendered("card", OTHER)))
        .expect(200);
    assertThat(text(resolution(cardId).path("rendered"), "surface")).isEqualTo("card");
    assertThat(resolution(cardId).at("/rendered/as_asked").booleanValue()).isFalse();

    Host.Parked parked = parked();
    ObjectNode body = host.approver().body(parked.approval(), "approve", host.soon());
    body.putObject("rendered").put("surface", "cli").put("sha256", OTHER);
    send(parked.approve(), body).expect(200);
    assertThat(resolution(parked.approval()).at("/rendered/as_asked").booleanValue()).isFalse();
    assertThat(differences()).isEqualTo(before + 4);
  }

  @Test
  @DisplayName("PF-06 A click without an id is compared with what waits")
  void PF_06_a_click_without_an_id_is_compared_with_what_waits() {
    JsonNode vector = RenderingVectors.ofOutside().getFirst();
    String id = raise(vector).at("/request/id").asString();
    String session =
        http.get("/v1/approvals/" + id).expect(200).json().path("session_id").asString();
    String click =
        json(
            "{'session_id':'%s','choice':'once'%s}",
            session, rendered("card", text(vector, "sha256")));
    http.get("/api/approval/pending?session_id=" + session).expect(200);
    // It has to be on the screen for a second first.
    moving.pass(Duration.ofSeconds(1));
    http.post("/api/approval/respond", click).expect(200);
    assertThat(resolution(id).at("/rendered/as_asked").booleanValue()).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'sha256':'HEX'}|/surface",
        "{'surface':'','sha256':'HEX'}|/surface",
        "{'surface':'a b','sha256':'HEX'}|/surface",
        "{'surface':'é','sha256':'HEX'}|/surface",
        "{'surface':'LONG','sha256':'HEX'}|/surface",
        "{'surface':'page'}|/sha256",
        "{'surface':'page','sha256':'abc'}|/sha256",
        "{'surface':'page','sha256':'UPPER'}|/sha256",
        "{'surface':'page','sha256':'HEX','as_asked':true}|/as_asked",
        "'page'|",
      })
  void what_is_no_rendering_is_refused_with_its_place(String sent, String place) {
    String rendered =
        sent.replace("HEX", OTHER).replace("UPPER", "A".repeat(64)).replace("LONG", "x".repeat(41));
    String member = json(",'rendered':") + rendered.replace('\'', '"');
    JsonNode raised = raise(RenderingVectors.all().getFirst());
    String id = raised.at("/request/id").asString();
    Http.Answer refused =
        http.post(
            "/v1/runs/" + text(raised, "run_id") + "/approvals",
            resolutions(one(id, "allow", member)));
    assertThat(refused.status()).as(refused.text()).isEqualTo(400);
    assertThat(refused.json().at("/errors/0/pointer").asString())
        .isEqualTo("/resolutions/0/rendered" + (place == null ? "" : place));
    assertThat(http.get("/v1/approvals/" + id).expect(200).json().path("status").asString())
        .isEqualTo("pending");
    if (!"/as_asked".equals(place)) {
      Host.Parked parked = parked();
      ObjectNode body = host.approver().body(parked.approval(), "approve", host.soon());
      body.set("rendered", JSON.readTree(rendered.replace('\'', '"')));
      invalid(send(parked.approve(), body), "/rendered" + (place == null ? "" : place));
      staysPending(parked);
    }
  }
}

package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Lists of approvals and questions by status, time and order. */
@OnBothDatabases
class GateListTest extends Acceptance {
  GateListTest(Database database) {
    super(database);
  }

  /** A gate as it was raised. */
  private record Raised(String id, String run, long atMs) {}

  private JsonNode raised(String session, boolean approval) {
    return http.post(
            "/v1/sessions/" + session + (approval ? "/approval-requests" : "/question-requests"),
            approval
                ? json("{'tool_name':'deploy','input':{},'reason':'release'}")
                : json("{'questions':[{'id':'q','question':'Which?','options':[]}]}"))
        .expect(201)
        .json();
  }

  private Raised raise(String session, boolean approval) {
    JsonNode raised = raised(session, approval);
    JsonNode request = raised.path("request");
    return new Raised(text(request, "id"), id(raised), request.path("created_at_ms").asLong());
  }

  private void settle(Raised gate, boolean approval) {
    if (approval) {
      http.post("/v1/runs/" + gate.run + "/approvals", allow(gate.id)).expect(202);
    } else {
      String body =
          json(
              "{'resolution':{'request_id':'%s','answers':[{'question_id':'q','freeform_answer':'x'}]}}",
              gate.id);
      http.post("/v1/runs/" + gate.run + "/questions", body).expect(202);
    }
  }

  private List<String> ids(String path) {
    return ids(http.get(path).expect(200).json());
  }

  private static List<String> ids(JsonNode rows) {
    return rows.valueStream().map(row -> text(row.path("request"), "id")).toList();
  }

  private static List<String> ids(Stream<Raised> gates) {
    return gates.map(Raised::id).toList();
  }

  /** Page by page, two at a time. */
  private List<String> pages(String path) {
    List<String> all = new ArrayList<>();
    String next = "";
    do {
      JsonNode page = http.get(path + "&page=true&limit=2" + next).expect(200).json();
      assertThat(page.path("items").size()).isBetween(1, 2);
      all.addAll(ids(page.path("items")));
      next = "&cursor=" + text(page.path("pagination"), "next_cursor");
      if (!page.path("pagination").path("has_more").asBoolean()) {
        assertThat(page.path("pagination").path("total_count").asInt()).isEqualTo(all.size());
        return all;
      }
    } while (true);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  // KT-27
  void KT_27_both_lists_filter_by_status_time_and_order(boolean approval) {
    String session = session();
    List<Raised> gates = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      gates.add(raise(session, approval));
    }
    settle(gates.get(1), approval);
    settle(gates.get(4), approval);
    http.post("/v1/runs/" + gates.get(2).run + "/cancel", "").expect(200);
    String list = (approval ? "/v1/approvals" : "/v1/questions") + "?session_id=" + session;
    List<Raised> pending = Stream.of(0, 3, 5).map(gates::get).toList();

    assertThat(ids(list)).isEqualTo(ids(pending.stream()));
    assertThat(ids(list + "&order=newest_first")).isEqualTo(ids(pending.reversed().stream()));
    assertThat(ids(list + "&status=resolved")).isEqualTo(List.of(gates.get(4).id, gates.get(1).id));
    assertThat(ids(list + "&status=resolved&order=oldest_first"))
        .isEqualTo(List.of(gates.get(1).id, gates.get(4).id));
    assertThat(ids(list + "&status=withdrawn")).isEqualTo(List.of(gates.get(2).id));
    assertThat(ids(list + "&status=expired")).isEmpty();
    assertThat(pages(list + "&status=all")).isEqualTo(ids(gates.reversed().stream()));
    assertThat(pages(list + "&status=all&order=oldest_first")).isEqualTo(ids(gates.stream()));

    long from = gates.get(1).atMs;
    long to = gates.get(4).atMs + 1;
    List<Raised> between =
        gates.stream().filter(gate -> gate.atMs >= from && gate.atMs < to).toList();
    String range = "&created_after_ms=" + from + "&created_before_ms=" + to;
    assertThat(pages(list + "&status=all&order=oldest_first" + range))
        .isEqualTo(ids(between.stream()));
    assertThat(ids(list + range)).isEqualTo(ids(between.stream().filter(pending::contains)));
    assertThat(ids(list + "&status=all&created_before_ms=" + gates.getFirst().atMs)).isEmpty();

    // Over all sessions there are those of other tests as well.
    List<String> wide =
        ids(list.substring(0, list.indexOf('?')) + "?status=all&order=oldest_first" + range);
    assertThat(wide).containsSubsequence(ids(between.stream()));
    if (!approval) {
      String own = "/v1/sessions/" + session + "/questions?status=all&order=oldest_first";
      assertThat(ids(own + range)).isEqualTo(ids(between.stream()));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "created_after_ms=5&created_before_ms=5, created_before_ms=5",
    "created_after_ms=9&created_before_ms=5, created_after_ms=9",
    "created_after_ms=-1, created_after_ms",
    "created_before_ms=soon, created_before_ms",
    "order=upwards, oldest_first or newest_first",
    "status=open, withdrawn"
  })
  // KT-27
  void KT_27_what_makes_no_range_is_refused_by_name(String query, String named) {
    for (String list : List.of("/v1/approvals?", "/v1/questions?")) {
      JsonNode problem = refused(http.get(list + query), 400, "api", "invalid_request");
      assertThat(problem.toString()).contains(named);
    }
  }

  @Test
  // KT-27
  void KT_27_a_cursor_belongs_to_all_its_filters() {
    String session = session();
    for (int i = 0; i < 3; i++) {
      raise(session, true);
    }
    String list = "/v1/approvals?page=true&limit=1&session_id=" + session;
    String cursor =
        text(
            http.get(list + "&created_after_ms=1").expect(200).json().path("pagination"),
            "next_cursor");

    http.get(list + "&created_after_ms=1&cursor=" + cursor).expect(200);
    for (String other :
        List.of(
            "",
            "&created_after_ms=2",
            "&created_after_ms=1&order=newest_first",
            "&created_after_ms=1&status=all",
            "&created_after_ms=1&created_before_ms=9999999999999")) {
      refused(http.get(list + other + "&cursor=" + cursor), 400, "pagination", "invalid_cursor");
    }
  }

  @Test
  void a_gate_from_outside_comes_with_the_page_where_people_decide() {
    String session = session();
    for (boolean approval : new boolean[] {true, false}) {
      JsonNode raised = raised(session, approval);
      assertThat(text(raised, "link"))
          .endsWith(
              (approval ? "/ui/approvals/" : "/ui/questions/") + text(raised.path("request"), "id"))
          .startsWith("http");
    }
  }
}

package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What a session has said and what happened in it, in pages. */
@OnBothDatabases
class SessionPagesTest extends Acceptance {
  /** More than a session shows unasked. */
  private static final int RUNS = 53;

  private final String session = session();

  SessionPagesTest(Database database) {
    super(database);
    for (int i = 0; i < RUNS; i++) {
      http.post("/v1/sessions/" + session + "/input", json("{'content':'%d'}", i)).expect(200);
    }
  }

  private static List<String> said(JsonNode outputs) {
    return outputs.valueStream().map(output -> text(output, "content")).toList();
  }

  private static String next(JsonNode view) {
    JsonNode pagination = view.path("pagination");
    String cursor = text(pagination, "next_cursor");
    assertThat(pagination.path("has_more").asBoolean()).isEqualTo(!cursor.isEmpty());
    return cursor;
  }

  private List<String> all() {
    List<String> all = new ArrayList<>();
    for (int i = 0; i < RUNS; i++) {
      all.add("You said: " + i);
    }
    return all;
  }

  @Test
  void outputs_that_are_cut_say_so_and_the_pages_have_all_of_them() {
    String path = "/v1/sessions/" + session;
    JsonNode view = http.get(path).expect(200).json();
    assertThat(said(view.path("outputs"))).isEqualTo(all().subList(RUNS - 50, RUNS));
    JsonNode rest = http.get(path + "?cursor=" + next(view)).expect(200).json();
    assertThat(said(rest.path("outputs"))).isEqualTo(all().subList(0, RUNS - 50));
    assertThat(next(rest)).isEmpty();
    assertThat(text(rest.path("snapshot"), "last_assistant_message"))
        .isEqualTo("You said: " + (RUNS - 1));

    List<String> pages = new ArrayList<>();
    String cursor = "";
    do {
      JsonNode page = http.get(path + "?page=true&limit=20" + cursor).expect(200).json();
      pages.addAll(0, said(page.path("outputs")));
      cursor = next(page).isEmpty() ? "" : "&cursor=" + next(page);
    } while (!cursor.isEmpty());
    assertThat(pages).isEqualTo(all());

    JsonNode small = http.get("/v1/sessions/" + session()).expect(200).json();
    assertThat(small.has("pagination")).as("of a session that shows all").isFalse();
    refused(http.get(path + "?cursor=nonsense"), 400, "pagination", "invalid_cursor");
    refused(http.get(path + "?limit=0"), 400, "pagination", "invalid_limit");
  }

  @Test
  void events_come_in_pages_that_have_each_once_and_what_was_said_with_them() {
    String path = "/v1/sessions/" + session + "/events";
    JsonNode whole = http.get(path).expect(200).json();
    assertThat(whole.has("pagination")).isFalse();
    assertThat(next(whole.path("session"))).as("outputs are cut there").isNotEmpty();

    List<JsonNode> events = new ArrayList<>();
    List<String> outputs = new ArrayList<>();
    String cursor = "";
    do {
      JsonNode page = http.get(path + "?page=true&limit=7" + cursor).expect(200).json();
      assertThat(page.path("run_events").size()).isBetween(1, 7);
      page.path("run_events").forEach(events::add);
      outputs.addAll(said(page.path("daemon_outputs")));
      cursor = next(page).isEmpty() ? "" : "&cursor=" + next(page);
    } while (!cursor.isEmpty());

    assertThat(events).isEqualTo(whole.path("run_events").valueStream().toList());
    assertThat(outputs).isEqualTo(all());
    JsonNode two = http.get(path + "?limit=2").expect(200).json();
    assertThat(two.path("run_events").size()).isEqualTo(2);
    refused(http.get(path + "?cursor=nonsense"), 400, "pagination", "invalid_cursor");
  }
}

package dev.holdpoint.ui;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.holdpoint.acceptance.Staged;
import tools.jackson.databind.JsonNode;

/** Words for questions that wait, and for the card that shows one. */
abstract class QuestionPages extends BrowserTest {
  /** One database or the other, or something else in one's own words. */
  static final String STORAGE =
      json(
          "{'id':'db','header':'Storage','question':'Which database?','options':["
              + "{'id':'pg','label':'PostgreSQL','description':'One server for all.'},"
              + "{'id':'lite','label':'SQLite','preview':'CREATE TABLE runs (id TEXT);'}]}");

  static final String NAME = json("{'id':'name','question':'What is it called?'}");

  static final String TARGETS =
      json(
          "{'id':'where','header':'Targets','question':'Where to?','multi_select':true,'options':["
              + "{'id':'s','label':'Staging'},{'id':'p','label':'Production'},"
              + "{'id':'e','label':'Edge'}]}");

  /** A question that waits, where its run is. */
  record Asked(String session, String run, String id) {
    String path() {
      return "/ui/questions/" + id;
    }
  }

  static String json(String text) {
    return text.replace('\'', '"');
  }

  /** An agent outside asks, and waits. */
  final Asked raise(String... questions) {
    String session = session();
    JsonNode raised =
        http()
            .post(
                "/v1/sessions/" + session + "/question-requests",
                "{\"questions\":[" + String.join(",", questions) + "]}")
            .expect(201)
            .json();
    return new Asked(
        session, raised.path("run_id").asString(), raised.at("/request/id").asString());
  }

  /** What the run waits for. */
  final Asked asked(JsonNode run) {
    return new Asked(
        run.path("session_id").asString(),
        run.path("run_id").asString(),
        run.path("pending_question_ids").get(0).asString());
  }

  /** What an agent over the Agent Client Protocol asks in a session of its own. */
  final Asked staged(String... requests) {
    String run = Staged.tell(http(), session(), "stage", Staged.ask(requests));
    return asked(Staged.waiting(http(), run));
  }

  /** How it ended, as the daemon tells it. */
  final JsonNode resolution(Asked asked) {
    return http()
        .await(
            "/v1/questions/" + asked.id(), row -> !row.path("status").asString().equals("pending"))
        .path("resolution");
  }

  final String answers(Asked asked) {
    return resolution(asked).path("answers").toString();
  }

  final boolean isPending(Asked asked) {
    return http()
        .get("/v1/questions/" + asked.id())
        .expect(200)
        .json()
        .path("status")
        .asString()
        .equals("pending");
  }

  static Locator card(Page page) {
    return page.getByRole(AriaRole.ARTICLE);
  }

  static Locator button(Page page, String name) {
    return card(page)
        .getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName(name).setExact(true));
  }

  static Locator radio(Page page, String label) {
    return card(page)
        .getByRole(AriaRole.RADIO, new Locator.GetByRoleOptions().setName(label).setExact(true));
  }

  static Locator checkbox(Page page, String label) {
    return card(page)
        .getByRole(AriaRole.CHECKBOX, new Locator.GetByRoleOptions().setName(label).setExact(true));
  }

  /** A field to write in, by a part of its label. */
  static Locator field(Page page, String label) {
    return card(page).getByLabel(label);
  }

  static Locator dialog(Page page) {
    return page.getByRole(AriaRole.DIALOG);
  }

  static Locator inDialog(Page page, String button) {
    return dialog(page)
        .getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName(button).setExact(true));
  }

  /** What became of it, once it is over. */
  static Locator end(Page page) {
    return card(page)
        .getByRole(AriaRole.REGION, new Locator.GetByRoleOptions().setName("What became of it"));
  }
}

package dev.holdpoint.ui;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.holdpoint.acceptance.Script;
import dev.holdpoint.acceptance.Staged;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Questions on the page: what is asked, by whom, and every way to settle it. */
class QuestionPageTest extends QuestionPages {
  private static final String ANSWERED_BY_ADMIN = "Answered by admin";

  @Test
  // A2-63
  void a_question_of_a_run_is_shown_with_its_options_and_answered() {
    Asked asked = asked(park(session(), Script.ask(STORAGE, ""), Script.SAY_LAST_RESULT));
    Page page = open(asked.path());

    assertThat(card(page)).containsText("Which database?");
    assertThat(card(page)).containsText("Storage");
    assertThat(card(page)).containsText("One server for all.");
    assertThat(radio(page, "PostgreSQL")).hasAccessibleDescription("One server for all.");
    axe(page);
    radio(page, "SQLite").check();
    assertThat(card(page).getByText("CREATE TABLE runs (id TEXT);")).isVisible();
    button(page, "Answer").click();

    assertThat(end(page)).containsText(ANSWERED_BY_ADMIN);
    assertThat(card(page).getByRole(AriaRole.DEFINITION)).containsText("SQLite");
    assertThat(button(page, "Answer")).isHidden();
    axe(chosen(page));
    JsonNode run = http().awaitRun(asked.run(), "completed");
    assertThat(Staged.said(run)).contains("\"selected_option_ids\":[\"lite\"]");
  }

  /** How often people see a text on the card. */
  private static Object seen(Page page, String text) {
    return card(page)
        .evaluate(
            """
            (card, text) => {
              const walk = document.createTreeWalker(card, NodeFilter.SHOW_TEXT);
              let count = 0;
              while (walk.nextNode()) {
                const isLaidOut = (box) => box === card || (box.offsetWidth > 1 && isLaidOut(box.parentElement));
                if (walk.currentNode.data.includes(text) && isLaidOut(walk.currentNode.parentElement)) count++;
              }
              return count;
            }
            """,
            text);
  }

  // PG-48: the heading, or the form where it is too long for a heading or one of several
  @Test
  void PG_48_a_question_is_said_once() {
    String asks = "Which refund should the customer get";
    for (String more : List.of("?", " and what do we tell the carrier?".repeat(6), "?\nNow.")) {
      Asked asked = raise(JSON.writeValueAsString(Map.of("id", "q", "question", asks + more)));
      Page page = open(asked.path());
      assertThat(card(page)).hasAccessibleName(Pattern.compile("^" + asks));
      assertThat(seen(page, asks)).as(more).isEqualTo(1);
      field(page, asks).fill("Half");
      button(page, "Answer").click();
      assertThat(end(page)).containsText(ANSWERED_BY_ADMIN);
      assertThat(seen(page, asks)).as(more).isEqualTo(1);
    }
    Page page = open(raise(STORAGE, TARGETS).path());
    // PG-01: the title is that of the row, the message and the tab
    assertThat(card(page)).hasAccessibleName("Which database?");
    assertThat(card(page)).containsText("2 questions");
    assertThat(seen(page, "Which database?")).isEqualTo(1);
    assertThat(page).hasTitle(Pattern.compile("Which database\\?.*"));
  }

  @Test
  // A2-63
  void a_question_of_a_run_is_rejected_with_a_reason_and_the_run_goes_on() {
    Asked asked = asked(park(session(), Script.ask(STORAGE, ""), Script.SAY_LAST_RESULT));
    Page page = open(asked.path());

    button(page, "Decline…").click();
    assertThat(dialog(page)).containsText("Its run continues.");
    axe(dialog(page));
    dialog(page).getByLabel("Reason").fill("Not mine to say.");
    inDialog(page, "Decline").click();

    assertThat(end(page)).containsText("Declined by admin");
    assertThat(end(page)).containsText("Not mine to say.");
    JsonNode run = http().awaitRun(asked.run(), "completed");
    assertThat(Staged.said(run)).contains("\"declined\":true").contains("Not mine to say.");
  }

  @Test
  // A2-63
  void a_question_of_an_agent_over_acp_is_shown_and_answered() {
    Asked asked = staged(Staged.question("Which one?"));
    Page page = open(asked.path());

    assertThat(card(page)).containsText("Which one?");
    assertThat(field(page, "Other")).hasCount(1); // the agent has not said "custom": false
    checkbox(page, "SQLite").check(); // nor "multiple": false
    button(page, "Answer").click();

    assertThat(end(page)).containsText(ANSWERED_BY_ADMIN);
    assertThat(Staged.said(Staged.ended(http(), asked.run())))
        .isEqualTo("[{\"status\":\"answered\",\"answers\":[[\"lite\"]]}]");
  }

  @Test
  // A2-63
  void a_question_of_an_agent_over_acp_is_rejected() {
    Asked asked = staged(Staged.question("Which one?"));
    Page page = open(asked.path());

    button(page, "Decline…").click();
    inDialog(page, "Decline").click();

    assertThat(end(page)).containsText("Declined by admin");
    assertThat(Staged.said(Staged.ended(http(), asked.run())))
        .isEqualTo("[{\"status\":\"rejected\"}]");
  }

  @Test
  // A2-63
  void a_question_that_wants_one_text_is_shown_and_answered() {
    Asked asked =
        staged(
            "{'method':'_sandboxagent/session/request_question','params':{'questionId':'t1',"
                + "'prompt':'What is it called?'}}");
    Page page = open(asked.path());

    field(page, "What is it called?").fill("Ada");
    button(page, "Answer").click();

    assertThat(card(page).getByRole(AriaRole.DEFINITION)).containsText("Ada");
    assertThat(Staged.said(Staged.ended(http(), asked.run())))
        .isEqualTo("[{\"status\":\"answered\",\"answers\":[[\"Ada\"]]}]");
  }

  @Test
  void several_questions_are_answered_together() {
    Asked asked = raise(STORAGE, TARGETS, NAME);
    Page page = open(asked.path());

    assertThat(
            card(page)
                .getByRole(
                    AriaRole.HEADING, new Locator.GetByRoleOptions().setName("Which database?")))
        .isVisible();
    group(page, "Which database?").getByLabel("Or write your own answer").fill("DuckDB");
    checkbox(page, "Production").check();
    checkbox(page, "Staging").check();
    checkbox(page, "Edge").check();
    checkbox(page, "Edge").uncheck();
    field(page, "What is it called?").fill("Ada\nLovelace");
    button(page, "Answer").click();

    assertThat(end(page)).containsText(ANSWERED_BY_ADMIN);
    assertThat(answers(asked))
        .isEqualTo(
            json(
                "[{'question_id':'db','selected_option_ids':[],'freeform_answer':'DuckDB'},"
                    + "{'question_id':'where','selected_option_ids':['s','p']},"
                    + "{'question_id':'name','selected_option_ids':[],"
                    + "'freeform_answer':'Ada\\nLovelace'}]"));
  }

  @Test
  void what_is_missing_is_said_at_its_field_and_nothing_is_sent() {
    Asked asked = raise(TARGETS, NAME);
    Page page = open(asked.path());
    checkbox(page, "Staging").check();

    button(page, "Answer").click();

    assertThat(card(page).getByRole(AriaRole.ALERT))
        .containsText("1 answer is missing. Nothing was sent.");
    assertThat(field(page, "What is it called?")).hasAccessibleDescription("Write an answer.");
    assertThat(field(page, "What is it called?")).isFocused();
    assertThat(card(page).getByText("Choose an option or write an answer.")).hasCount(0);
    axe(chosen(page));
    assertThat(isPending(asked)).isTrue();
    field(page, "What is it called?").fill("Ada");
    assertThat(card(page).getByText("Write an answer.")).hasCount(0);
  }

  @Test
  void a_choice_can_be_taken_back() {
    Asked asked = raise(STORAGE);
    Page page = open(asked.path());

    radio(page, "SQLite").check();
    button(page, "Clear selection").click();
    assertThat(radio(page, "SQLite")).not().isChecked();
    field(page, "Or write your own answer").fill("Neither");
    button(page, "Answer").click();

    assertThat(end(page)).containsText(ANSWERED_BY_ADMIN);
    assertThat(answers(asked)).contains("\"selected_option_ids\":[]").contains("Neither");
  }

  @Test
  void cancelling_says_that_it_ends_the_run_and_asks_before() {
    Asked asked = asked(park(session(), Script.ask(STORAGE, ""), Script.SAY_LAST_RESULT));
    Page page = open(asked.path());

    button(page, "Cancel run…").click();
    assertThat(dialog(page)).containsText("This cancels the run that asked");
    inDialog(page, "Back").click();
    assertThat(isPending(asked)).isTrue();
    button(page, "Cancel run…").click();
    dialog(page).getByLabel("Reason").fill("Wrong session.");
    inDialog(page, "Cancel run").click();

    assertThat(end(page)).containsText("Cancelled by admin");
    assertThat(end(page)).containsText("Wrong session.");
    assertThat(http().run(asked.run()).path("status").asString()).isEqualTo("cancelled");
  }

  @Test
  void a_childs_question_shows_the_way_it_came() {
    String parent = session();
    JsonNode spawned = tell(parent, Script.spawn(Script.clarify(), Script.SAY_LAST_RESULT));
    String childRun = spawned.path("run_id").asString();
    http().awaitRun(childRun, "waiting_for_user_question");
    JsonNode row = http().get("/v1/sessions/" + parent + "/questions").expect(200).json().get(0);
    Page page = open("/ui/questions/" + row.at("/request/id").asString());

    Locator path =
        card(page)
            .getByRole(
                AriaRole.REGION,
                new Locator.GetByRoleOptions().setName("Where the question comes from"));
    Locator child = path.getByRole(AriaRole.LISTITEM).nth(0);
    assertThat(child).containsText("Child session");
    // What led to it may quote the parent, whose script says the ids.
    assertThat(path).not().containsText("agt_");
    assertThat(child.getByRole(AriaRole.LINK).nth(0))
        .hasAttribute("href", "/ui/sessions/" + spawned.path("session_id").asString());
    assertThat(child.getByRole(AriaRole.LINK).nth(1)).hasAttribute("href", "/ui/runs/" + childRun);
    assertThat(path.getByRole(AriaRole.LISTITEM).nth(1)).containsText("Parent session " + parent);
    axe(chosen(page));

    // Cancelling would do no more.
    assertThat(button(page, "Cancel run…")).hasCount(0);
    button(page, "Decline…").click();
    assertThat(dialog(page)).containsText("Its run continues.");
    inDialog(page, "Decline").click();
    assertThat(end(page)).containsText("Declined by admin");
    assertThat(Staged.said(http().awaitRun(childRun, "completed"))).contains("\"declined\":true");
  }

  @Test
  void what_somebody_else_has_answered_says_by_whom_and_what_and_stays() {
    Asked asked = raise(STORAGE);
    raise(NAME);
    Page page = open(asked.path());
    radio(page, "SQLite").check();

    http()
        .withRole("operator", "bob-" + asked.run())
        .post(
            "/v1/runs/" + asked.run() + "/questions",
            json(
                ("{'resolution':{'request_id':'%s','answers':[{'question_id':'db',"
                        + "'selected_option_ids':['pg'],'freeform_answer':'With a replica.'}]}}")
                    .formatted(asked.id())))
        .expect(202);

    assertThat(end(page)).containsText("Answered by bob-");
    assertThat(card(page)).containsText("Which database?");
    assertThat(card(page).getByRole(AriaRole.DEFINITION).nth(0)).containsText("PostgreSQL");
    assertThat(card(page).getByRole(AriaRole.DEFINITION).nth(1)).containsText("With a replica.");
    assertThat(page).hasURL(Pattern.compile(".*" + asked.path()));
    assertThat(page.getByRole(AriaRole.STATUS).getByText("settled: Answered by bob-")).isVisible();
  }

  @Test
  void whoever_may_not_decide_reads_why() {
    Asked asked = raise(STORAGE);
    Page page = openAs(token("viewer-" + asked.run(), "viewer"), asked.path());

    String why = "Your role (viewer) can't decide.";
    assertThat(card(page).getByText(why)).hasCount(1);
    for (String name : new String[] {"Answer", "Decline…", "Cancel run…"}) {
      assertThat(button(page, name)).isDisabled();
      assertThat(button(page, name)).hasAccessibleDescription(why);
    }
    assertThat(radio(page, "SQLite")).isDisabled();
    button(page, "Decline…").dispatchEvent("click");
    assertThat(dialog(page)).hasCount(0);
    axe(chosen(page));
  }

  @Test
  void an_answer_takes_no_mouse() {
    Asked asked = raise(STORAGE);
    Page page = open(asked.path());
    assertThat(radio(page, "SQLite")).isVisible();

    takesKeys(page);
    page.keyboard().press("d");
    assertThat(dialog(page)).isVisible();
    page.keyboard().press("Escape");
    assertThat(dialog(page)).isHidden();
    // The dialog is gone a moment before the field in it has lost the focus.
    assertThat(page.getByLabel("Reason")).not().isFocused();
    page.keyboard().press("a");
    assertThat(radio(page, "PostgreSQL")).isFocused();
    assertThat(page.getByRole(AriaRole.STATUS).getByText("1 answer is missing.").first())
        .isVisible();
    page.keyboard().press("2");
    assertThat(radio(page, "SQLite")).isChecked();
    assertThat(radio(page, "SQLite")).isFocused();
    page.keyboard().press("ArrowUp");
    assertThat(radio(page, "PostgreSQL")).isChecked();
    assertThat(card(page)).containsText("All questions are answered.");
    page.keyboard().press("a");

    assertThat(page.getByRole(AriaRole.STATUS).getByText("Answered.", exactly())).isVisible();
    assertThat(answers(asked)).contains("\"pg\"");
  }

  @Test
  @DisplayName("PG-49 what led to it is shown, the bar is in view, and counts what is missing")
  void PG_49_the_bar_is_in_view_and_counts() {
    Asked asked =
        asked(park(session(), Script.say("I have looked."), Script.ask(STORAGE + "," + NAME, "")));
    Page page = open(asked.path());
    assertThat(card(page)).containsText("2 answers are missing.");
    assertThat(
            card(page)
                .getByRole(
                    AriaRole.HEADING, new Locator.GetByRoleOptions().setName("What led to this")))
        .hasCount(1);
    assertThat(card(page).locator(".card-led")).containsText("I have looked.");
    assertThat(card(page).locator(".card-led .tr-question")).hasCount(0);
    page.setViewportSize(1440, 600);
    assertThat(button(page, "Answer")).isInViewport();
    page.setViewportSize(1280, 800);
    radio(page, "SQLite").check();
    assertThat(card(page)).containsText("1 answer is missing.");
    radio(page, "SQLite").blur();
    takesKeys(page);
    page.keyboard().press("a");
    assertThat(field(page, "What is it called?")).isFocused();
    assertThat(isPending(asked)).isTrue();
    Page phone = phone(asked.path());
    assertThat(button(phone, "Answer")).isInViewport();
    phone.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("More")).tap();
    assertThat(button(phone, "Cancel run…")).isVisible();
  }

  private static Locator.GetByTextOptions exactly() {
    return new Locator.GetByTextOptions().setExact(true);
  }

  private Locator group(Page page, String question) {
    return card(page).getByRole(AriaRole.GROUP, new Locator.GetByRoleOptions().setName(question));
  }

  /** What an agent of this session is told when it does so. */
  private JsonNode tell(String session, String line) {
    String run = http().submit(session, line, Script.SAY_LAST_RESULT);
    return JSON.readTree(Staged.said(http().awaitRun(run, "completed")));
  }
}

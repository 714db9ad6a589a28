package dev.holdpoint.ui;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.holdpoint.acceptance.Script;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** How a request ended, in the same word on the card, in the list and in the history. */
// DX-42
class OutcomePageTest extends ApprovalPages {
  private static final String SOON = "'expires_after_ms':1500,";

  /**
   * One request on its card and the words for how it ended.
   *
   * @param end what ends it elsewhere; null where it ends by itself
   */
  private record Case(Gate gate, @Nullable Runnable end, String word, String means) {}

  private record Gate(String kind, String id, String run, String session) {
    String path() {
      return "/ui/" + kind + "s/" + id;
    }
  }

  // In the list of this class nothing else waits.
  @Override
  boolean isAlone() {
    return true;
  }

  private static String quoted(String text) {
    return text.replace('\'', '"');
  }

  private Gate ask(String kind, String session, String body) {
    JsonNode raised =
        http()
            .post("/v1/sessions/" + session + "/" + kind + "-requests", quoted(body))
            .expect(201)
            .json();
    return new Gate(
        kind, raised.at("/request/id").asString(), raised.path("run_id").asString(), session);
  }

  private Gate approval(String more) {
    return approval(session(), more);
  }

  private Gate approval(String session, String more) {
    return ask(
        "approval",
        session,
        "{" + more + "'tool_name':'deploy','input':{'to':'eu'},'reason':'The release is due.'}");
  }

  private Gate question(String more) {
    return ask(
        "question",
        session(),
        "{"
            + more
            + "'questions':[{'id':'q','question':'Where to?','options':["
            + "{'id':'eu','label':'Frankfurt'}],'default':{'selected_option_ids':['eu']}}]}");
  }

  private Case decided(String behavior, String more, String word, String means) {
    Gate gate = approval("");
    return new Case(
        gate,
        () ->
            http()
                .post(
                    "/v1/runs/" + gate.run + "/approvals",
                    JSON.writeValueAsString(
                            Map.of(
                                "resolutions",
                                List.of(Map.of("request_id", gate.id, "behavior", behavior))))
                        .replace("}]}", quoted(more) + "}]}"))
                .expect(202),
        word + " by admin",
        means);
  }

  private Case answered(String members, String word, String means) {
    Gate gate = question("");
    return new Case(
        gate,
        () ->
            http()
                .post(
                    "/v1/runs/" + gate.run + "/questions",
                    quoted("{'resolution':{'request_id':'" + gate.id + "'," + members + "}}"))
                .expect(202),
        word + " by admin",
        means);
  }

  private Case cancelled(Gate gate, String path) {
    return new Case(
        gate,
        () -> http().post(path, "{}").expect(200),
        "Cancelled by admin",
        gate.kind.equals("question") ? "The run that asked has ended." : "without a decision");
  }

  private static Case alone(Gate gate, String word, String means) {
    return new Case(gate, null, word, means);
  }

  private void shownInOneWord(Case it) {
    Page page = open(it.gate.path());
    Locator row = page.locator("[data-key='" + it.gate.kind + ":" + it.gate.id + "']");
    // What ends by itself may have left the list before the page was there.
    if (it.end != null) {
      assertThat(row).isVisible();
      it.end.run();
    }

    Locator end = end(page);
    assertThat(end).containsText(it.word);
    assertThat(end).containsText(it.means);
    if (it.end != null) {
      assertThat(row.locator(".chip").last())
          .hasText(Pattern.compile("^" + it.word + "$", Pattern.CASE_INSENSITIVE));
    }

    page.reload();
    assertThat(end(page)).containsText(it.word);
    assertThat(end(page)).containsText(it.means);

    move(page, "/ui/history?session_id=" + it.gate.session);
    assertThat(
            page.getByRole(AriaRole.LISTITEM)
                .filter(
                    new Locator.FilterOptions()
                        .setHas(page.locator("a[href*='" + it.gate.id + "']")))
                .locator(".chip")
                .first())
        .hasText(it.word.replace(" by admin", ""));
  }

  @Test
  void DX_42_what_people_decide_is_one_word_on_the_page() {
    for (Case it :
        List.of(
            decided("allow", "", "Allowed", ""),
            decided("deny", ",'reason':'Not now.'", "Denied", "Not now."),
            decided(
                "request_changes",
                ",'reason':'Use staging.'",
                "Changes requested",
                "The agent got these instructions. The call did not run."),
            decided("ask_back", ",'reason':'Why?'", "Asked back", "The agent got this question."),
            decided(
                "respond",
                ",'response':'Done by hand.'",
                "Answered in the tool's place",
                "The agent got this text as the result."),
            answered(
                "'answers':[{'question_id':'q','selected_option_ids':['eu']}]", "Answered", ""),
            answered("'answers':[],'declined':true", "Declined", "the agent was informed"))) {
      shownInOneWord(it);
    }
  }

  @Test
  void DX_42_what_nobody_decided_is_one_word_on_the_page() {
    Gate first = approval("");
    Gate own = approval("");
    Gate run = question("");
    Gate alone = question("");
    for (Case it :
        List.of(
            cancelled(own, "/v1/runs/" + own.run + "/cancel"),
            cancelled(run, "/v1/runs/" + run.run + "/cancel"),
            cancelled(alone, "/v1/runs/" + alone.run + "/questions/" + alone.id + "/cancel"),
            new Case(
                first,
                () -> approval(first.session, "'revises':'" + first.id + "','reply':'Smaller.',"),
                "Replaced by a revision",
                "The agent asks for something else now."))) {
      shownInOneWord(it);
    }
  }

  @Test
  void DX_42_what_a_deadline_did_is_said_beside_its_word() {
    String allowing = session();
    http()
        .post(
            "/v1/approval-policies",
            quoted(
                "{'name':'soon "
                    + allowing
                    + "','match':{'sessions':['"
                    + allowing
                    + "'],'tools':['deploy']},'risk':'low',"
                    + "'needs':'1 of anyone within 2s else allow'}"))
        .expect(201);
    JsonNode two =
        park(session(), Script.together(Script.approval("due", 1_500), Script.bash("make")));
    Gate sibling =
        new Gate(
            "approval",
            two.path("pending_approval_ids").get(1).asString(),
            two.path("run_id").asString(),
            two.path("session_id").asString());
    for (Case it :
        List.of(
            alone(sibling, "Withdrawn", "its run no longer needs a decision"),
            alone(approval(SOON), "Expired", "and the run failed"),
            alone(approval(SOON + "'on_expiry':'deny',"), "Expired", "The agent got a no."),
            alone(approval(SOON + "'on_expiry':'cancel',"), "Expired", "the run was cancelled"),
            alone(approval(allowing, ""), "Expired", "Its policy allowed the call."),
            alone(question(SOON), "Expired", "the run was cancelled"),
            alone(question(SOON + "'on_expiry':'decline',"), "Expired", "continues without one"),
            alone(
                question(SOON + "'on_expiry':'default',"),
                "Expired",
                "The agent got the default answers."))) {
      shownInOneWord(it);
    }
  }
}

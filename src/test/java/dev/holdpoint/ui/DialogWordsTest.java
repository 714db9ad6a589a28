package dev.holdpoint.ui;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import dev.holdpoint.acceptance.Script;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The words of all that opens when somebody presses something: dialogs, forms and panels. */
class DialogWordsTest extends BrowserTest {
  private static final String DIALOG = "dialog[open]";
  private static final String CONFIRM = "dialog.pg-confirm[open]";
  private static final String FORM = "main form.pg-form";

  /**
   * Every element that is a dialog, by its place in the page: each is among those that are opened.
   */
  private static final List<String> KINDS =
      List.of(
          "keys-title",
          "views-title",
          "bulk-title",
          "always-title",
          "high-title",
          "refuse-title",
          "confirm-title",
          "new-session");

  /**
   * Something to open.
   *
   * @param shows what is there when it is open
   * @param presses keys, and what is clicked: a selector begins with a dot, a hash or a name of an
   *     element
   */
  private record Opens(String path, String shows, List<String> presses) {}

  private final List<Opens> all = new ArrayList<>();

  @Override
  boolean isAlone() {
    return true;
  }

  private void opens(String path, String shows, String... presses) {
    all.add(new Opens("/ui" + path, shows, List.of(presses)));
  }

  private String gate(String kind, JsonNode run) {
    return "/" + kind + "s/" + run.path("pending_" + kind + "_ids").get(0).asString();
  }

  private JsonNode post(String path, String body) {
    return http().post(path, body.replace('\'', '"')).expect(201).json();
  }

  private void seed() {
    all.clear();
    String session = session();
    JsonNode push = park(session, Script.bash("git push origin main"));
    String approval = gate("approval", push);
    String high = gate("approval", park(session(), Script.bash("sudo systemctl restart auditd")));
    String question = gate("question", park(session(), Script.ask()));
    String deploy =
        "/approvals/"
            + post(
                    "/v1/sessions/" + session() + "/approval-requests",
                    "{'tool_name':'deploy','reason':'x','input':{'ziel':'prod'}}")
                .at("/request/id")
                .asString();
    post("/v1/groups", "{'name':'%s','members':['ines']}".formatted(session));
    post(
        "/v1/approval-policies",
        "{'name':'%1$s','match':{'tools':['none']},'needs':'1 of group:%1$s within 2h else deny'}"
            .formatted(session));
    post("/v1/tokens", "{'name':'%s','role':'viewer'}".formatted(session));
    String rule =
        post(
                "/v1/permission-rules",
                "{'behavior':'deny','tool':'bash','command':'rm *','scope':{'kind':'user'}}")
            .path("rule_id")
            .asString();
    context(desktop(), http().token()); // one's own browser is not revoked
    opens("", "#keys-title", "?");
    opens("", "hp-filter-bar [aria-expanded=true]", "hp-filter-bar [aria-expanded]");
    opens("", "#views-title", "hp-filter-bar [aria-haspopup=dialog]");
    opens("", "#bulk-title", "*", ".inbox-bar .allow");
    opens("", "#bulk-title", "*", ".inbox-bar .deny");
    opens(approval, ".approval-deny", "d");
    opens(approval, ".approval-edit", "e");
    opens(approval, "#always-title", "r");
    opens(approval, ".more-panel:not([hidden])", ".more-button");
    opens(approval, "hp-triage [aria-expanded=true]", "hp-triage [aria-expanded] >> nth=0");
    opens(approval, "hp-triage [aria-expanded=true]", "hp-triage [aria-expanded] >> nth=1");
    opens(high, "#high-title", "a");
    for (String key : List.of("f", "t", "b")) {
      opens(deploy, ".approval-deny", key);
    }
    opens(question, "#refuse-title", "d");
    opens(question, "#refuse-title", ".q-bar .deny");
    opens("/rules", FORM, "main .primary");
    opens("/rules/" + rule, CONFIRM, "main .deny");
    opens("/runs/" + push.path("run_id").asString(), CONFIRM, "main .deny");
    opens("/sessions/" + session, CONFIRM, "main .deny");
    opens("/sessions/" + session, CONFIRM, "main .line button:not(.deny)");
    opens("/sessions", "#new-session", "main .primary");
    opens("/people", FORM, "main .primary");
    opens("/people", CONFIRM, "main .deny");
    opens("/people?tab=tokens", CONFIRM, "main .deny");
    opens("/people?tab=browsers", CONFIRM, "main .deny");
    opens("/policies", FORM, "main .primary");
    opens("/policies", CONFIRM, "main .deny");
  }

  /** Opens one of them, from a view that has just come up; gives what had the focus before. */
  private void show(Page page, Opens one) {
    // A view that is there already is not drawn anew.
    move(page, "/ui/nowhere");
    move(page, one.path);
    assertThat(page.locator("main h1").first()).isAttached();
    assertThat(page.locator("main .spinner")).hasCount(0);
    takesKeys(page);
    for (String press : one.presses) {
      if (press.length() == 1) {
        page.evaluate("() => { window.before = document.activeElement; }");
        page.keyboard().press(press);
      } else {
        Locator button = page.locator(press).first();
        button.click();
        button.evaluate("one => { window.before = one; }");
      }
    }
    assertThat(page.locator(one.shows).first()).isVisible();
    assertThat(page.locator(one.shows + " .spinner")).hasCount(0);
  }

  /**
   * What is shown with each of them open. When a dialog is closed, the focus is where it was.
   *
   * @param astray gets what had the focus instead
   */
  private List<String[]> shown(Page page, List<String> astray) {
    List<String[]> texts = new ArrayList<>();
    List<String> kinds = new ArrayList<>();
    for (Opens one : all) {
      show(page, one);
      page.evaluate(LanguageTest.OPEN_ALL);
      for (Object text : (List<?>) page.evaluate(LanguageTest.SHOWN)) {
        texts.add(new String[] {one.path + " " + one.presses, text.toString()});
      }
      Locator dialog = page.locator(DIALOG);
      if (dialog.count() > 0) {
        kinds.add(dialog.first().getAttribute("aria-labelledby"));
        page.keyboard().press("Escape");
        assertThat(dialog).hasCount(0);
        takesKeys(page);
        if (!(boolean) page.evaluate("() => document.activeElement === window.before")) {
          String has =
              (String) page.evaluate("() => document.activeElement.outerHTML.slice(0, 120)");
          astray.add(one.path + " " + one.presses + ": " + has);
        }
      }
    }
    assertThat(kinds).containsAll(KINDS);
    return texts;
  }

  @Test
  @DisplayName(
      "PG-85 no dialog shows a text of the table that was replaced;"
          + " PG-73 the focus is where it was when a dialog is closed")
  void PG_85_PG_73_dialogs_speak_in_our_words_and_give_the_focus_back() throws IOException {
    seed();
    List<String> astray = new ArrayList<>();
    assertThat(LanguageTest.replaced(shown(open("/ui"), astray))).isEmpty();
    assertThat(astray).isEmpty();
  }

  @Test
  @DisplayName("PG-70 in German no dialog shows an English word of ours")
  void PG_70_no_dialog_shows_an_english_word() throws IOException {
    seed();
    Page page = page(context(desktop().setLocale("de-DE"), http().token()), "/ui");
    assertThat(LanguageTest.english(shown(page, new ArrayList<>()))).isEmpty();
  }
}

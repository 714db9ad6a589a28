package dev.holdpoint.ui;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.RequestOptions;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** What was typed and not sent is kept, for those who typed it. */
class QuestionDraftTest extends QuestionPages {
  private static final String KEPT =
      "() => Object.keys(localStorage).filter(key => key.startsWith('holdpoint.draft.')).length";

  @Test
  void a_draft_is_kept_over_a_reload_and_gone_when_it_was_sent() {
    Asked asked = raise(STORAGE, NAME);
    Page page = open(asked.path());
    radio(page, "SQLite").check();
    field(page, "What is it called?").fill("Ada");
    button(page, "Decline…").click();
    dialog(page).getByLabel("Reason").fill("Perhaps not.");
    inDialog(page, "Back").click();

    page.reload();

    assertThat(radio(page, "SQLite")).isChecked();
    assertThat(field(page, "What is it called?")).hasValue("Ada");
    button(page, "Decline…").click();
    assertThat(dialog(page).getByLabel("Reason")).hasValue("Perhaps not.");
    inDialog(page, "Back").click();
    button(page, "Answer").click();
    assertThat(end(page)).containsText("Answered by admin");
    // The stream may tell of it before the answer to the call is there.
    page.waitForCondition(() -> page.evaluate(KEPT).equals(0));
  }

  @Test
  void a_draft_is_kept_while_another_question_is_looked_at() {
    Asked one = raise(STORAGE);
    Asked other = raise(STORAGE);
    Page page = open(one.path());
    field(page, "Or write your own answer").fill("For the first");

    page.navigate(address() + other.path());
    assertThat(field(page, "Or write your own answer")).hasValue("");
    page.goBack();

    assertThat(field(page, "Or write your own answer")).hasValue("For the first");
  }

  @Test
  // DX-73
  void DX_73_a_draft_stays_in_its_box_when_somebody_else_has_settled_the_question() {
    Asked asked = raise(NAME);
    Page page = open(asked.path());
    field(page, "What is it called?").fill("Ada");

    http()
        .post("/v1/runs/" + asked.run() + "/questions/" + asked.id() + "/cancel", "{}")
        .expect(200);

    assertThat(end(page)).containsText("Cancelled by admin");
    assertThat(page.locator("#late-text")).hasValue("Ada");
    assertThat(page.getByText("This was settled before you sent what you wrote.")).isVisible();
    page.reload();
    assertThat(page.locator("#late-text")).hasValue("Ada");
    button(page, "Discard").click();
    assertThat(page.locator("#late-text")).hasCount(0);
    assertThat(page.evaluate(KEPT)).isEqualTo(0);
  }

  @Test
  void whoever_signs_in_next_does_not_find_it() {
    Asked asked = raise(NAME);
    Page page = openAs(http().token(), asked.path());
    field(page, "What is it called?").fill("Ada");

    page.context()
        .request()
        .post(
            address() + "/v1/web-sessions",
            RequestOptions.create()
                .setHeader("Content-Type", "application/json")
                .setData(Map.of("token", token("eve", "operator"))));
    page.reload();

    assertThat(field(page, "What is it called?")).hasValue("");
  }

  @Test
  void whoever_signs_out_leaves_none_and_an_ended_session_keeps_them() {
    Asked asked = raise(NAME);
    Page page = openAs(http().token(), asked.path());
    field(page, "What is it called?").fill("Ada");
    page.context().clearCookies();
    page.reload();
    assertThat(page.getByLabel("Token")).isVisible();
    assertThat(page.evaluate(KEPT)).isEqualTo(1);

    page.getByLabel("Token").fill(Objects.requireNonNull(http().token()));
    page.getByLabel("Token").press("Enter");
    assertThat(field(page, "What is it called?")).hasValue("Ada");
    move(page, "/ui/account");
    page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Sign out")).click();
    assertThat(page.getByLabel("Token")).isVisible();
    assertThat(page.evaluate(KEPT)).isEqualTo(0);
  }

  @Test
  void drafts_do_not_grow_without_end() {
    Asked asked = raise(NAME);
    Page page = open(asked.path());
    page.evaluate(
        """
        () => { for (let i = 0; i < 80; i++) {
          localStorage.setItem('holdpoint.draft.x.' + i, JSON.stringify({atMs: i, value: i}));
        } }
        """);

    field(page, "What is it called?").fill("Ada");

    assertThat(page.evaluate(KEPT)).isEqualTo(50);
    page.reload();
    assertThat(field(page, "What is it called?")).hasValue("Ada");
  }
}

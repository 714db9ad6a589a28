package dev.holdpoint.ui;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What is high risk is allowed in a dialog that says why. */
class HighRiskPageTest extends ApprovalPages {
  private static final String DISABLED = "aria-disabled";

  private Asked removal() {
    return raise("bash", Map.of("command", "rm -rf build"), "Cleans up.");
  }

  private boolean isWaiting(Asked asked) {
    return resolution(asked).isMissingNode();
  }

  @Test
  @DisplayName("PG-17 the dialog says why, and allows anyway after a moment")
  void PG_17_the_dialog_allows_after_a_moment() {
    Asked asked = removal();
    Page page = open(asked.path());
    assertThat(button(page, "Allow once")).hasAttribute(DISABLED, "false");
    // Pressed as soon as it is there.
    Object first =
        page.evaluate(
            """
            async () => {
              const named = (name) => [...document.querySelectorAll('button')].find(one => one.textContent.trim() === name);
              named('Allow once').click();
              for (let frames = 0; frames < 30 && !named('Allow anyway'); frames++) await new Promise(requestAnimationFrame);
              await document.querySelector('hp-high-risk').updateComplete;
              const first = named('Allow anyway').getAttribute('aria-disabled') + ' ' + document.activeElement.textContent;
              named('Allow anyway').click();
              return first;
            }
            """);
    assertThat(first).isEqualTo("true Go back");
    assertThat(dialog(page)).containsText("Run rm -rf build");
    assertThat(dialog(page).getByRole(AriaRole.LISTITEM)).hasText("Deletes files recursively");
    assertThat(isWaiting(asked)).isTrue();
    axe(dialog(page));
    assertThat(inDialog(page, ANYWAY)).hasAttribute(DISABLED, "false");
    inDialog(page, ANYWAY).click();
    assertThat(end(page)).containsText("Allowed by");
    assertThat(dialog(page)).hasCount(0);
  }

  @Test
  @DisplayName("PG-17 a twice does not allow it; Go back leads back")
  void PG_17_a_twice_does_not_allow() {
    Asked asked = removal();
    Page page = open(asked.path());
    assertThat(button(page, "Allow once")).hasAttribute(DISABLED, "false");
    takesKeys(page);
    page.keyboard().press("a");
    assertThat(inDialog(page, "Go back")).isFocused();
    page.keyboard().press("a");
    assertThat(inDialog(page, ANYWAY)).hasAttribute(DISABLED, "false");
    page.keyboard().press("a");
    assertThat(dialog(page)).isVisible();
    assertThat(isWaiting(asked)).isTrue();
    inDialog(page, "Go back").click();
    assertThat(dialog(page)).hasCount(0);
    assertThat(button(page, "Allow once")).isVisible();
    assertThat(isWaiting(asked)).isTrue();
  }

  @Test
  @DisplayName("PG-17 Enter held down opens the dialog and presses nothing in it")
  void PG_17_enter_held_down_does_not_allow() {
    Asked asked = removal();
    Page page = open(asked.path());
    Locator allow = button(page, "Allow once");
    assertThat(allow).hasAttribute(DISABLED, "false");
    allow.focus();
    page.keyboard().down("Enter");
    assertThat(inDialog(page, "Go back")).isFocused();
    for (int i = 0; i < 20; i++) {
      page.keyboard().down("Enter");
    }
    assertThat(inDialog(page, ANYWAY)).hasAttribute(DISABLED, "false");
    inDialog(page, ANYWAY).focus();
    for (int i = 0; i < 20; i++) {
      page.keyboard().down("Enter");
    }
    page.keyboard().up("Enter");
    assertThat(dialog(page)).isVisible();
    assertThat(isWaiting(asked)).isTrue();
    page.keyboard().press("Escape");
    assertThat(dialog(page)).hasCount(0);
    assertThat(isWaiting(asked)).isTrue();
  }

  @Test
  @DisplayName("PG-17 a rule for it takes the narrowest pattern alone, and the same dialog")
  void PG_17_a_rule_for_it_is_the_narrowest() {
    Asked asked = raise("bash", Map.of("command", "git push --force"), "Pushes.");
    assertThat(
            http()
                .get("/v1/approvals/" + asked.id())
                .expect(200)
                .json()
                .at("/request/pattern_keys"))
        .hasSize(1);
    Page page = open(asked.path());
    button(page, "Allow and remember…").click();
    assertThat(dialog(page).getByLabel("exactly this command: git push --force")).isChecked();
    assertThat(dialog(page).getByLabel("simple commands that begin with")).hasCount(0);
    assertThat(dialog(page)).containsText("Would have matched");
    inDialog(page, "Allow and create rule").click();
    Locator high = page.locator("dialog.approval-high");
    assertThat(high).containsText("Overwrites remote history");
    assertThat(isWaiting(asked)).isTrue();
    Locator anyway =
        high.getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName(ANYWAY));
    assertThat(anyway).hasAttribute(DISABLED, "false");
    anyway.click();
    assertThat(end(page)).containsText("Created a rule");
  }
}

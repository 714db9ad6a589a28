package dev.holdpoint.ui;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Many approvals are allowed at once: those that can be, after they were read, and with a way back.
 */
class BulkPageTest extends ApprovalPages {
  @Override
  boolean isAlone() {
    return true;
  }

  @Override
  Map<String, String> settings() {
    return Map.of("HOLDPOINT_PAGE_UNDO_MS", "60000");
  }

  private Asked command(String command) {
    return raise("bash", Map.of("command", command), "Because.");
  }

  private boolean isHeld(Asked asked) {
    return http().get("/v1/approvals/" + asked.id()).expect(200).json().path("request").has("held");
  }

  private static void select(Page page, int rows) {
    assertThat(page.getByRole(AriaRole.OPTION)).hasCount(rows);
    page.keyboard().press("*");
    page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Allow all")).click();
  }

  @Test
  @DisplayName("PG-18 left out by itself: high risk, guarded, questions, and what was not read")
  void PG_18_leaves_out_what_needs_more_and_undoes_the_others() {
    Asked one = command("echo one");
    Asked two = command("echo two");
    Asked high = command("rm -rf build");
    String many =
        IntStream.rangeClosed(1, 120).mapToObj(i -> "echo " + i).collect(Collectors.joining("\n"));
    Asked read = command(many);
    Asked unread = raise("write_file", Map.of("path", "a.txt", "content", "words"), "Writes.");
    Asked tool = raise("switch_tenant", Map.of("command", "staging"), "Old.");
    Asking.question(http(), session(), "Which one?");
    Page page = open("/ui");
    select(page, 7);
    Locator dialog = dialog(page);
    assertThat(dialog).containsText("Allow 2 approvals?");
    assertThat(dialog).containsText("high risk, which needs its own decision");
    assertThat(dialog).containsText("a question, which needs its own answer");
    assertThat(dialog).containsText("Write a.txt (1 line)");
    // Its row shows what a command would be, and it is none.
    assertThat(
            dialog
                .getByRole(AriaRole.LISTITEM)
                .filter(new Locator.FilterOptions().setHasText("switch_tenant")))
        .containsText("Left out until all of it was on the screen.");
    axe(dialog);

    Locator item =
        dialog
            .locator("hp-bulk-item")
            .filter(
                new Locator.FilterOptions()
                    .setHasText("Show all")
                    .setHasNotText(Pattern.compile("Write a\\.txt|switch_tenant")));
    item.getByText("Show all: there is more than the line shows").click();
    Locator box =
        dialog.getByRole(
            AriaRole.GROUP,
            new Locator.GetByRoleOptions().setName("All of the command").setExact(true));
    assertThat(box).isVisible();
    assertThat(dialog).containsText("Allow 2 approvals?");
    box.hover();
    for (int i = 0; i < 200 && !dialog.textContent().contains("Allow 3 approvals?"); i++) {
      page.mouse().wheel(0, 120);
      page.evaluate(
          "() => new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))");
    }
    assertThat(dialog).containsText("Allow 3 approvals?");
    assertThat(dialog).containsText("Read. It is included.");
    inDialog(page, "Allow 3").click();

    assertThat(dialog).containsText("3 allowed");
    for (Asked asked : new Asked[] {one, two, read}) {
      assertThat(isHeld(asked)).isTrue();
    }
    assertThat(isHeld(high)).isFalse();
    assertThat(isHeld(unread)).isFalse();
    assertThat(isHeld(tool)).isFalse();
    axe(dialog);
    inDialog(page, "Undo 3").click();
    assertThat(page.getByText("Undone. 3 requests are waiting again.")).isVisible();
    for (Asked asked : new Asked[] {one, two, read}) {
      assertThat(isHeld(asked)).isFalse();
      assertThat(resolution(asked).isMissingNode()).isTrue();
    }

    select(page, 7);
    inDialog(page, "Allow 2").click();
    assertThat(dialog).containsText("2 allowed");
    inDialog(page, "Close").click();
    page.keyboard().press("Shift+U");
    assertThat(page.getByText("Undone. 2 requests are waiting again.").first()).isVisible();
    assertThat(isHeld(two)).isFalse();
  }

  @Test
  @DisplayName("PG-63 with rows selected, a and d open the dialog for many, whatever card is open")
  void PG_63_keys_are_for_those_that_are_selected() {
    Asked one = command("echo one");
    Asked two = command("echo two");
    Page page = open("/ui");
    assertThat(page.getByRole(AriaRole.OPTION)).hasCount(2);
    page.keyboard().press("j");
    page.keyboard().press("*");
    page.keyboard().press("a");
    assertThat(dialog(page)).containsText("Allow 2 approvals?");
    page.keyboard().press("Escape");
    assertThat(dialog(page)).hasCount(0);
    move(page, one.path());
    assertThat(chosen(page)).containsText("echo one");
    page.keyboard().press("d");
    assertThat(dialog(page)).containsText("Deny 2 approvals?");
    page.keyboard().press("Escape");
    assertThat(dialog(page)).hasCount(0);
    assertThat(isHeld(one) || isHeld(two)).isFalse();
  }

  @Test
  @DisplayName("PG-18 the tab is closed in the middle: each is decided once")
  void PG_18_a_closed_tab_loses_nothing() {
    Asked one = command("echo one");
    Asked two = command("echo two");
    Page page = tab(open("/ui"), "/ui");
    page.getByRole(AriaRole.SEARCHBOX).fill("echo");
    Locator rows = page.getByRole(AriaRole.OPTION);
    rows.filter(new Locator.FilterOptions().setHasText(one.session()))
        .locator("[data-tick]")
        .click();
    rows.filter(new Locator.FilterOptions().setHasText(two.session()))
        .locator("[data-tick]")
        .click();
    page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Allow all")).click();
    AtomicBoolean isTaken = new AtomicBoolean();
    // The daemon has answered, and the page never hears of it.
    page.route("**/v1/approvals/resolutions", route -> isTaken.set(route.fetch().ok()));
    inDialog(page, "Allow 2").click();
    page.waitForCondition(isTaken::get);
    page.close();
    for (Asked asked : new Asked[] {one, two}) {
      http().await("/v1/approvals/" + asked.id(), row -> row.path("request").has("held"));
    }
  }
}

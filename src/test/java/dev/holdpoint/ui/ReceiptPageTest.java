package dev.holdpoint.ui;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.holdpoint.acceptance.Script;
import dev.holdpoint.daemon.TypedHere;
import dev.holdpoint.daemon.TypedHere.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The proof of a decision, as the page saves it. */
class ReceiptPageTest extends ApprovalPages {
  @TempDir private Path folder;

  private static Locator receipt(Page page) {
    return page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName("Download receipt"));
  }

  // PF-55
  @Test
  void PF_55_what_the_page_saves_is_accepted_by_verify_receipt() throws IOException {
    Asked asked = asked(park(session(), Script.bash("echo receipt"), Script.say("done")));
    Page page = open(asked.path());
    assertThat(button(page, "Allow once")).isVisible();
    assertThat(receipt(page)).hasCount(0);
    button(page, "Allow once").click();
    assertThat(receipt(page)).isVisible();
    axe(page);

    Download saved = page.waitForDownload(() -> receipt(page).click());
    assertThat(saved.suggestedFilename()).isEqualTo("receipt-" + asked.id() + ".json");
    Path file = folder.resolve("receipt.json");
    saved.saveAs(file);
    Path keys =
        Files.writeString(
            folder.resolve("keys.json"), http().get("/v1/keys.json").expect(200).text());
    Path token = Files.writeString(folder.resolve("token"), "nobody");
    Outcome outcome =
        TypedHere.at(
            "http://127.0.0.1:1",
            token.toString(),
            "audit",
            "verify-receipt",
            file.toString(),
            "--keys",
            keys.toString());
    assertThat(outcome.exitCode()).as("%s", outcome).isZero();
    assertThat(outcome.out()).contains("receipt     holds", asked.id());
  }

  @Test
  void what_nobody_decided_has_no_receipt_to_save() {
    Asked asked = asked(park(session(), Script.bash("echo gone"), Script.say("done")));
    Page page = open(asked.path());
    assertThat(button(page, "Allow once")).isVisible();
    assertThat(page.getByText("Live", new Page.GetByTextOptions().setExact(true))).isVisible();
    http().post("/v1/runs/" + asked.run() + "/cancel", "{}").expect(200);
    assertThat(end(page)).isVisible();
    assertThat(receipt(page)).hasCount(0);
  }
}

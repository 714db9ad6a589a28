package dev.holdpoint.ui;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.google.gson.JsonObject;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.CDPSession;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.GetByRoleOptions;
import com.microsoft.playwright.options.AriaRole;
import dev.holdpoint.acceptance.Script;
import dev.holdpoint.client.proof.TrustedKeys;
import dev.holdpoint.client.proof.Verifier;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Passkeys in a browser, with the authenticator that Chromium has for tests. */
class PasskeyPageTest extends BrowserTest {
  /** Browsers bind passkeys to a name. */
  private String local() {
    return "http://localhost:" + URI.create(address()).getPort();
  }

  private static Locator button(Page page, String name) {
    return page.getByRole(AriaRole.BUTTON, new GetByRoleOptions().setName(name));
  }

  private static Locator heading(Page page, String name) {
    return page.getByRole(AriaRole.HEADING, new GetByRoleOptions().setName(name).setExact(true));
  }

  /** The session that steers the authenticator, and its id in it. */
  private record Device(CDPSession cdp, String id) {
    static Device in(BrowserContext context, Page page) {
      CDPSession cdp = context.newCDPSession(page);
      cdp.send("WebAuthn.enable");
      JsonObject options = new JsonObject();
      options.addProperty("protocol", "ctap2");
      options.addProperty("transport", "internal");
      options.addProperty("hasResidentKey", true);
      options.addProperty("hasUserVerification", true);
      options.addProperty("isUserVerified", true);
      options.addProperty("automaticPresenceSimulation", true);
      JsonObject sent = new JsonObject();
      sent.add("options", options);
      return new Device(
          cdp,
          cdp.send("WebAuthn.addVirtualAuthenticator", sent).get("authenticatorId").getAsString());
    }
  }

  private static void signIn(Page page, String token) {
    page.getByLabel("Token").fill(token);
    button(page, "Sign in").click();
    assertThat(heading(page, "Inbox")).isVisible();
  }

  private String operator() {
    JsonNode made =
        http().post("/v1/tokens", "{\"name\":\"olga\",\"role\":\"operator\"}").expect(201).json();
    return made.path("token").asString();
  }

  // PF-59, PF-64
  @Test
  void PF_59_PF_64_a_passkey_is_registered_used_and_removed() {
    try (BrowserContext context = Chromium.shared().newContext()) {
      Page page = context.newPage();
      Device.in(context, page);
      page.navigate(local() + "/ui/sign-in");
      signIn(page, operator());
      page.navigate(local() + "/ui/account");
      page.getByLabel("Name of a new passkey").fill("laptop");
      button(page, "Add a passkey").click();
      button(page, "Rename laptop").click();
      page.getByLabel("New name").fill("work laptop");
      button(page, "Save").click();
      assertThat(button(page, "Remove work laptop")).isVisible();

      button(page, "Sign out").click();
      assertThat(page.getByLabel("Token")).isVisible();
      button(page, "Use a passkey").click();
      assertThat(heading(page, "Account")).isVisible();
      assertThat(page.getByText("Signed in as olga.")).isVisible();

      http().session("passkeys");
      http()
          .post(
              "/v1/permission-rules",
              "{\"behavior\":\"ask\",\"tool\":\"bash\",\"command\":\"rm"
                  + " *\",\"step_up\":\"passkey\","
                  + "\"scope\":{\"kind\":\"session\",\"id\":\"passkeys\"}}")
          .expect(201);
      String run = http().submit("passkeys", Script.bash("rm -f x"), Script.SAY_LAST_RESULT);
      JsonNode parked = http().awaitRun(run, "waiting_for_approval");
      page.navigate(
          local() + "/ui/approvals/" + parked.path("pending_approval_ids").get(0).asString());
      allowWithPasskey(page);
      // It deletes, so the page asks once more.
      ApprovalPages.inDialog(page, ApprovalPages.ANYWAY).click();
      http().awaitRun(run, "completed");

      page.navigate(local() + "/ui/account");
      button(page, "Remove work laptop").click();
      assertThat(page.getByText("You have no passkeys.")).isVisible();
      button(page, "Sign out").click();
      button(page, "Use a passkey").click();
      assertThat(page.getByRole(AriaRole.MAIN).getByRole(AriaRole.ALERT))
          .containsText("The passkey is unknown, removed or did not verify");
    }
  }

  // PF-60, PF-66
  @Test
  void PF_60_PF_66_an_invited_approver_registers_and_decides_on_a_phone(@TempDir Path folder)
      throws Exception {
    String tenant = created("/v1/tenants", "{\"name\":\"by phone\"}", "tenant_id");
    String tokenId = created("/v1/tokens", "{\"name\":\"ada\",\"role\":\"operator\"}", "token_id");
    String keys = "/v1/tenants/" + tenant + "/approver-keys";
    String url =
        created(
            keys + "/enrollments",
            "{\"principal\":\"ada\",\"token_id\":\"" + tokenId + "\"}",
            "url");
    http()
        .send(
            "PUT",
            "/v1/tenants/" + tenant + "/approval-policy",
            "{\"signature_required\":true}",
            _ -> {})
        .expect(200);
    http()
        .post(
            "/v1/sessions", "{\"session_id\":\"signed-by-phone\",\"tenant_id\":\"" + tenant + "\"}")
        .expect(201);
    String code = url.substring(url.indexOf('#'));
    try (BrowserContext context = Chromium.shared().newContext(handheld())) {
      Page page = context.newPage();
      Device.in(context, page);
      page.navigate(local() + "/ui/enroll" + code);
      assertThat(page.getByText("by phone")).isVisible();
      button(page, "Register a passkey").click();
      Locator shown = page.locator(".fingerprint");
      assertThat(shown).isVisible();
      assertThat(shown)
          .hasText(http().get(keys).expect(200).json().get(0).path("fingerprint").asString());
      Page late = context.newPage();
      late.navigate(local() + "/ui/enroll" + code);
      assertThat(late.getByRole(AriaRole.ALERT)).containsText("already used");
      late.close();

      page.navigate(local() + "/ui/sign-in");
      button(page, "Use a passkey").click();
      assertThat(heading(page, "Inbox")).isVisible();
      String allowed = parked(page);
      allowWithPasskey(page);
      http().awaitRun(allowed, "completed");
      String denied = parked(page);
      button(page, "Deny with passkey…").click();
      page.getByRole(AriaRole.TEXTBOX).first().fill("not today");
      page.locator("hp-deny button.deny").click();
      http().awaitRun(denied, "completed");
    }
    Path export = folder.resolve("export");
    Files.writeString(export, http().get("/v1/audit/export").expect(200).text());
    String signed = Files.readString(export);
    Assertions.assertThat(signed).contains("\"algorithm\":\"webauthn\"");
    try (InputStream in = Files.newInputStream(export)) {
      Assertions.assertThat(Verifier.verify(in, TrustedKeys.NOTHING).findings()).isEmpty();
    }
  }

  private static void allowWithPasskey(Page page) {
    ApprovalPages.read(page, "Allow with passkey");
    ApprovalPages.button(page, "Allow with passkey").click();
  }

  private String created(String path, String body, String member) {
    return http().post(path, body).expect(201).json().path(member).asString();
  }

  /** A run of the guarded tenant whose approval the page shows. */
  private String parked(Page page) {
    String run = http().submit("signed-by-phone", Script.bash("echo ran"), Script.SAY_LAST_RESULT);
    JsonNode waiting = http().awaitRun(run, "waiting_for_approval");
    page.navigate(
        local() + "/ui/approvals/" + waiting.path("pending_approval_ids").get(0).asString());
    return run;
  }

  // PF-65
  @Test
  void PF_65_at_an_address_the_page_says_what_to_open() {
    try (BrowserContext context = Chromium.shared().newContext()) {
      Page page = context.newPage();
      page.navigate("http://127.0.0.1:" + URI.create(address()).getPort() + "/ui/sign-in");
      button(page, "Use a passkey").click();
      assertThat(page.getByRole(AriaRole.MAIN).getByRole(AriaRole.ALERT))
          .containsText("Open " + local());
    }
  }
}

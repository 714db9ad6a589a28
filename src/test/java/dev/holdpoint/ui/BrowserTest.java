package dev.holdpoint.ui;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import dev.holdpoint.blackbox.Http;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A daemon, and pages of people who are signed in. After every test the browser must have nothing
 * to complain of: no error of a script, nothing that the content security policy had to stop, no
 * request to anybody else.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class BrowserTest {
  static final JsonMapper JSON = new JsonMapper();
  private static final AtomicInteger SESSIONS = new AtomicInteger();

  private @Nullable Workplace workplace;

  /**
   * Whether the class has a daemon to itself: because it stops it, because it counts what it holds,
   * or because it looks at lists in which others would be.
   */
  boolean isAlone() {
    return false;
  }

  /** Further settings for a daemon of one's own. */
  Map<String, String> settings() {
    return Map.of();
  }

  @BeforeAll
  final void start(@TempDir Path data) {
    workplace = isAlone() ? Workplace.in(data, settings()) : Workplace.shared();
  }

  @AfterAll
  final void stop() {
    if (isAlone()) {
      workplace().close();
    }
  }

  private Workplace workplace() {
    if (workplace == null) {
      throw new IllegalStateException("there is no daemon yet");
    }
    return workplace;
  }

  /** The same daemon once more, at the address that it had. */
  final void restart(Runnable meanwhile) {
    if (!isAlone()) {
      throw new IllegalStateException("others use this daemon too");
    }
    workplace().restart(meanwhile);
  }

  /** The data folder of a daemon of one's own. */
  final Path folder() {
    return workplace().folder();
  }

  final Http http() {
    return workplace().http();
  }

  @AfterEach
  final void nothing_was_complained_of() {
    assertThat(workplace().tidy()).isEmpty();
  }

  /** For a test in which something is meant to go wrong. */
  final void forgive(String part) {
    workplace().forgive(part);
  }

  /**
   * A page on a desktop, signed in as the operator. The browser and the first tab of a test are
   * those of the tests before: whoever changes who is signed in takes {@link #openAs} instead, and
   * whoever adds scripts or listeners a {@link #context}.
   */
  final Page open(String path) {
    return workplace().show("desktop", desktop(), path);
  }

  /**
   * The same for whoever has this token, in another browser; one more of a test is one more
   * browser.
   *
   * @param token null for somebody who has not signed in
   */
  final Page openAs(@Nullable String token, String path) {
    return workplace().showGuest(token, path);
  }

  /** The same as the operator on a phone. */
  final Page phone(String path) {
    return workplace().show("phone", handheld(), path);
  }

  /** A page for functions of its modules; it is kept as it is, and nobody is signed in there. */
  static Page functions() {
    return Workplace.shared().functions();
  }

  /** One more tab of the same browser. */
  final Page tab(Page beside, String path) {
    return page(beside.context(), path);
  }

  /** Leads to another place as a link within the page does: nothing is loaded again. */
  final void move(Page page, String path) {
    page.evaluate(
        """
        async path => {
          const { modules } = await import(document.querySelector('script[type=module]').src);
          modules['router.js'].router.go(path);
          await document.querySelector('hp-app').updateComplete;
          await new Promise(drawn => setTimeout(drawn));
        }
        """,
        path);
  }

  /** A key that decides is not taken right after the page or the prompt has come up. */
  static void takesKeys(Page page) {
    page.evaluate("() => new Promise(done => setTimeout(done, 410))");
  }

  /** 1 280 pixels beside the menu. */
  static Browser.NewContextOptions desktop() {
    return new Browser.NewContextOptions().setViewportSize(1280 + 216, 800);
  }

  static Browser.NewContextOptions handheld() {
    return new Browser.NewContextOptions()
        .setViewportSize(390, 844)
        .setHasTouch(true)
        .setIsMobile(true)
        .setDeviceScaleFactor(2);
  }

  /**
   * A browser with nothing in it but, where there is a token, its session; for this test alone.
   *
   * @param token null for somebody who has not signed in
   */
  final BrowserContext context(Browser.NewContextOptions options, @Nullable String token) {
    return workplace().context(options, token);
  }

  final Page page(BrowserContext context, String path) {
    return workplace().page(context, path);
  }

  final String address() {
    return workplace().address();
  }

  /** Axe-core finds nothing to object to in all that is shown now. */
  static void axe(Page page) {
    axe(page.locator("html"));
  }

  /** The same of a part alone, where the rest is a view that is looked at elsewhere. */
  static void axe(Locator part) {
    if (part.page().evaluate("() => typeof axe").equals("undefined")) {
      part.page().evaluate(AXE);
    }
    // A bar that stays in view covers what can be scrolled from under it, and axe counts that.
    Object found =
        part.evaluate(
            """
            async part => {
              const bars = [...document.querySelectorAll('.approval-bar, .q-bar')];
              bars.forEach(bar => (bar.style.position = 'static'));
              const found = (await axe.run(part, {resultTypes: ['violations'], runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']}))
                .violations.flatMap(one => one.nodes.map(node => `${one.id}: ${node.target} ${node.failureSummary} ${node.html.slice(0, 200)}`));
              bars.forEach(bar => (bar.style.position = ''));
              return found;
            }
            """);
    assertThat((List<?>) found).as(part.page().url()).isEmpty();
  }

  /** The part of the inbox that shows what is chosen. */
  static Locator chosen(Page page) {
    return page.locator(".inbox-prompt");
  }

  private static final String AXE = resource("/axe.min.js");

  private static String resource(String name) {
    try (InputStream in = BrowserTest.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("no resource " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Calls a function that a module of the page exports; gives what it returns, as JSON. */
  static JsonNode module(Page page, String path, String function, Object... arguments) {
    return moduleForEach(page, path, function, List.of(List.of(arguments))).get(0);
  }

  /** The same for each of these arguments; gives what it returns for each. */
  static JsonNode moduleForEach(
      Page page, String path, String function, List<? extends List<?>> arguments) {
    Object results =
        page.evaluate(
            """
            async ([path, name, all]) => {
              const { modules } = await import(document.querySelector('script[type=module]').src);
              await modules['parts/later.js'].later.want('views');
              return JSON.stringify(all.map(args => modules[path][name](...args)));
            }
            """,
            List.of(path, function, arguments));
    return JSON.readTree((String) results);
  }

  /** A new session. */
  final String session() {
    String id = "session-" + SESSIONS.incrementAndGet();
    http().session(id);
    return id;
  }

  /** Submits a script to a session and waits until the run has parked or ended. */
  final JsonNode park(String sessionId, String... lines) {
    http()
        .post(
            "/v1/sessions/" + sessionId + "/input",
            JSON.writeValueAsString(Map.of("content", "#!script\n" + String.join("\n", lines))))
        .expect(200);
    return http().get("/v1/runs?limit=1&session_id=" + sessionId).expect(200).json().get(0);
  }

  /** A token of this role. */
  final String token(String name, String role) {
    return http()
        .post("/v1/tokens", JSON.writeValueAsString(Map.of("name", name, "role", role)))
        .expect(201)
        .json()
        .path("token")
        .asString();
  }
}

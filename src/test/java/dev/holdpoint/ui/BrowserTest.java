package dev.holdpoint.ui;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.ConsoleMessage;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.RequestOptions;
import dev.holdpoint.blackbox.Http;
import dev.holdpoint.daemon.TestDaemon;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
 * A daemon for each class, and pages of people who are signed in. After every test the browser must
 * have nothing to complain of: no error of a script, nothing that the content security policy had
 * to stop, no request to anybody else.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class BrowserTest {
  static final JsonMapper JSON = new JsonMapper();
  private static final AtomicInteger SESSIONS = new AtomicInteger();
  private static final double PATIENCE_MS = 30_000;

  private final List<BrowserContext> contexts = new ArrayList<>();

  /** The operator's own, by what they run on: all tests of a class share what they have cached. */
  private final Map<String, BrowserContext> kept = new HashMap<>();

  private final List<String> complaints = new ArrayList<>();
  private @Nullable TestDaemon daemon;
  private @Nullable Path folder;

  /** Further settings of the daemon, by their variables. */
  Map<String, String> settings() {
    return Map.of();
  }

  @BeforeAll
  final void start(@TempDir Path data) {
    folder = data;
    daemon = TestDaemon.start(data, settings());
  }

  @AfterAll
  final void stop() {
    kept.values().forEach(BrowserContext::close);
    daemon().close();
  }

  final TestDaemon daemon() {
    if (daemon == null) {
      throw new IllegalStateException("there is no daemon yet");
    }
    return daemon;
  }

  /** The same daemon once more, at the address that it had. */
  final void restart(Runnable meanwhile) {
    int port = http().address().getPort();
    daemon().close();
    meanwhile.run();
    Map<String, String> again = new HashMap<>(settings());
    again.put("HOLDPOINT_PORT", Integer.toString(port));
    daemon = TestDaemon.start(Objects.requireNonNull(folder), again);
  }

  final Http http() {
    return daemon().http();
  }

  @AfterEach
  final void nothing_was_complained_of() {
    contexts.forEach(BrowserContext::close);
    contexts.clear();
    kept.values().stream().map(BrowserContext::pages).flatMap(List::stream).forEach(this::leave);
    List<String> heard = List.copyOf(complaints);
    complaints.clear();
    assertThat(heard).isEmpty();
  }

  /** What a page has left behind goes with it, but for its files. */
  private void leave(Page page) {
    page.evaluate("() => localStorage.clear()");
    page.close();
  }

  /** For a test in which something is meant to go wrong. */
  final void forgive(String part) {
    complaints.removeIf(complaint -> complaint.contains(part));
  }

  /** A page on a desktop, signed in as the operator. */
  final Page open(String path) {
    return page(kept.computeIfAbsent("desktop", _ -> fresh(desktop(), http().token())), path);
  }

  /** The same for whoever has this token, in a browser of his own. */
  final Page openAs(@Nullable String token, String path) {
    return page(context(desktop(), token), path);
  }

  /** The same on a phone. */
  final Page phone(String path) {
    return page(kept.computeIfAbsent("phone", _ -> fresh(handheld(), http().token())), path);
  }

  /** One more tab of the same browser. */
  final Page tab(Page beside, String path) {
    return page(beside.context(), path);
  }

  static Browser.NewContextOptions desktop() {
    return new Browser.NewContextOptions().setViewportSize(1280, 800);
  }

  static Browser.NewContextOptions handheld() {
    return new Browser.NewContextOptions()
        .setViewportSize(390, 844)
        .setHasTouch(true)
        .setIsMobile(true)
        .setDeviceScaleFactor(2);
  }

  /**
   * A browser with nothing in it but, where there is a token, its session.
   *
   * @param token null for somebody who has not signed in
   */
  final BrowserContext context(Browser.NewContextOptions options, @Nullable String token) {
    BrowserContext context = fresh(options, token);
    contexts.add(context);
    return context;
  }

  private BrowserContext fresh(Browser.NewContextOptions options, @Nullable String token) {
    String home = address(); // a daemon that has stopped has none
    BrowserContext context = Chromium.shared().newContext(options);
    context.setDefaultTimeout(PATIENCE_MS);
    context.onConsoleMessage(this::heard);
    context.onWebError(error -> complaints.add("error: " + error.error()));
    context.onRequest(
        request -> {
          if (!request.url().startsWith(home) && !request.url().startsWith("data:")) {
            complaints.add("request to " + request.url());
          }
        });
    if (token != null) {
      var answer =
          context
              .request()
              .post(
                  address() + "/v1/web-sessions",
                  RequestOptions.create()
                      .setHeader("Content-Type", "application/json")
                      .setData(Map.of("token", token)));
      assertThat(answer.status()).as(answer.text()).isEqualTo(201);
    }
    return context;
  }

  final Page page(BrowserContext context, String path) {
    Page page = context.newPage();
    page.navigate(address() + path);
    return page;
  }

  final String address() {
    return daemon().address();
  }

  /** What a browser says of an answer that is no 2xx is not ours to prevent. */
  private void heard(ConsoleMessage message) {
    if ((message.type().equals("error") || message.type().equals("warning"))
        && !message.text().startsWith("Failed to load resource")) {
      complaints.add(message.type() + ": " + message.text());
    }
  }

  /** Axe-core finds nothing to object to in what is shown now. */
  static void axe(Page page) {
    page.evaluate(AXE);
    Object found =
        page.evaluate(
            """
            async () => (await axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']}))
              .violations.flatMap(one => one.nodes.map(node => `${one.id}: ${node.target} ${node.failureSummary} ${node.html.slice(0, 200)}`))
            """);
    assertThat((List<?>) found).isEmpty();
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
    Object result =
        page.evaluate(
            """
            async ([path, name, args]) => {
              const { modules } = await import(document.querySelector('script[type=module]').src);
              return JSON.stringify(modules[path][name](...args)) ?? 'null';
            }
            """,
            List.of(path, function, List.of(arguments)));
    return JSON.readTree((String) result);
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

package dev.holdpoint.ui;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.ConsoleMessage;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.RequestOptions;
import com.microsoft.playwright.options.ServiceWorkerPolicy;
import com.microsoft.playwright.options.ViewportSize;
import dev.holdpoint.Folders;
import dev.holdpoint.acceptance.Staged;
import dev.holdpoint.blackbox.Http;
import dev.holdpoint.daemon.TestDaemon;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A daemon, and browsers of people who work with it. Both are kept from test to test: to load the
 * page into a tab that has shown it before costs half of what a new tab does. What a test has left
 * in a tab, in its browser or in the inbox is taken away before the next one.
 */
final class Workplace implements AutoCloseable {
  private static final double PATIENCE_MS = 30_000;
  private static final String NOTHING = "about:blank";

  /** What these browsers say in the place of the service worker; ServiceWorkerTest has it. */
  private static final String WITHOUT_WORKER = "Service Worker registration blocked";

  private static @Nullable Workplace shared;

  private final Path folder;
  private final Map<String, String> settings;
  private final Map<String, Kept> kept = new LinkedHashMap<>();
  private final List<Kept> guests = new ArrayList<>();

  /** Browsers of one test alone. */
  private final List<BrowserContext> passing = new ArrayList<>();

  private final List<String> complaints = new ArrayList<>();
  private TestDaemon daemon;
  private @Nullable Page functions;

  /** A browser that is kept, and its tab. */
  private static final class Kept {
    final BrowserContext context;
    @Nullable Page tab;

    /** Of the tab when it was new. */
    @Nullable ViewportSize size;

    boolean isTaken;

    Kept(BrowserContext context) {
      this.context = context;
    }

    /** Whether its tab shows something that follows what happens. */
    boolean isLooking() {
      return tab != null && !tab.isClosed() && !tab.url().equals(NOTHING);
    }
  }

  private Workplace(Path folder, Map<String, String> more) {
    this.folder = folder;
    settings = new HashMap<>(Staged.settings(Path.of("nowhere"))); // they are asked to keep nothing
    settings.put("HOLDPOINT_OUTBOUND_ALLOW_PRIVATE_ADDRESSES", "true");
    settings.put("HOLDPOINT_DELIVERIES_MAX_ATTEMPTS", "1");
    // A click takes effect at once; HoldPageTest looks at what is held.
    settings.put("HOLDPOINT_PAGE_UNDO_MS", "0");
    settings.putAll(more);
    daemon = TestDaemon.start(folder, settings);
  }

  /** The one of all tests of this JVM that can do with what others have left in its lists. */
  static synchronized Workplace shared() {
    if (shared == null) {
      Workplace made = new Workplace(Folders.inMemory("holdpoint-ui-"), Map.of());
      Runtime.getRuntime()
          .addShutdownHook(Thread.ofPlatform().unstarted(() -> made.daemon.close()));
      shared = made;
    }
    return shared;
  }

  /** One more, in a folder of the caller's own and with further settings. */
  static Workplace in(Path folder, Map<String, String> more) {
    return new Workplace(folder, more);
  }

  Path folder() {
    return folder;
  }

  Http http() {
    return daemon.http();
  }

  String address() {
    return daemon.address();
  }

  /** The same daemon once more, at the address that it had. */
  void restart(Runnable meanwhile) {
    int port = http().address().getPort();
    daemon.close();
    meanwhile.run();
    Map<String, String> again = new HashMap<>(settings);
    again.put("HOLDPOINT_PORT", Integer.toString(port));
    daemon = TestDaemon.start(folder, again);
  }

  /**
   * The page in a browser that is kept, where the operator is signed in; a further one of the same
   * test is a further tab.
   *
   * @param name which browser
   */
  Page show(String name, Browser.NewContextOptions options, String path) {
    Kept browser = kept.get(name);
    if (browser == null) {
      browser = new Kept(fresh(options));
      signIn(browser.context, http().token());
      kept.put(name, browser);
    }
    return browser.isTaken ? page(browser.context, path) : take(browser, path);
  }

  /**
   * The page in a browser that was used by others before, each of whom signed in there; a further
   * one of the same test is a further browser.
   *
   * @param token null for somebody who has not signed in
   */
  Page showGuest(@Nullable String token, String path) {
    Kept browser =
        guests.stream()
            .filter(one -> !one.isTaken)
            .findFirst()
            .orElseGet(
                () -> {
                  Kept one = new Kept(fresh(BrowserTest.desktop()));
                  guests.add(one);
                  return one;
                });
    browser.context.clearCookies();
    signIn(browser.context, token);
    return take(browser, path);
  }

  private Page take(Kept browser, String path) {
    kept().filter(one -> one != browser && !one.isTaken).forEach(Workplace::rest);
    browser.isTaken = true;
    Page tab = browser.tab;
    if (tab == null || tab.isClosed()) {
      tab = browser.context.newPage();
      browser.tab = tab;
      browser.size = tab.viewportSize();
    } else if (browser.isLooking()) {
      tab.mouse().move(0, 0);
      forget(tab);
    }
    tab.navigate(address() + path);
    return tab;
  }

  private Stream<Kept> kept() {
    return Stream.concat(kept.values().stream(), guests.stream());
  }

  /** Right before the tab leaves: what is still shown may write. */
  private static void forget(Page tab) {
    tab.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }");
  }

  /**
   * A tab for functions of the page's modules, which nobody is signed in to and nothing changes.
   */
  Page functions() {
    Page tab = functions;
    if (tab == null) {
      tab = page(fresh(BrowserTest.desktop()), "/ui");
      tab.evaluate(
          """
          async () => {
            const { modules } = await import(document.querySelector('script[type=module]').src);
            await modules['parts/later.js'].later.want('views');
          }
          """);
      functions = tab;
    }
    return tab;
  }

  /** Whoever is not used has no stream, and does not draw what happens in tests of others. */
  private static void rest(Kept browser) {
    if (browser.isLooking()) {
      Page tab = Objects.requireNonNull(browser.tab);
      forget(tab);
      tab.navigate(NOTHING);
    }
  }

  /** A browser for this test alone. */
  BrowserContext context(Browser.NewContextOptions options, @Nullable String token) {
    BrowserContext context = fresh(options);
    passing.add(context);
    signIn(context, token);
    return context;
  }

  private BrowserContext fresh(Browser.NewContextOptions options) {
    String home = address(); // a daemon that has stopped has none
    if (options.serviceWorkers == null) {
      options.setServiceWorkers(ServiceWorkerPolicy.BLOCK);
    }
    if (options.locale == null) {
      options.setLocale("en-US"); // whatever language this machine speaks
    }
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
    return context;
  }

  private void signIn(BrowserContext context, @Nullable String token) {
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
  }

  Page page(BrowserContext context, String path) {
    Page page = context.newPage();
    page.navigate(address() + path);
    return page;
  }

  /** What a browser says of an answer that is no 2xx is not ours to prevent. */
  private void heard(ConsoleMessage message) {
    if ((message.type().equals("error") || message.type().equals("warning"))
        && !message.text().startsWith("Failed to load resource")
        && !message.text().startsWith(WITHOUT_WORKER)) {
      complaints.add(message.type() + ": " + message.text());
    }
  }

  void forgive(String part) {
    complaints.removeIf(complaint -> complaint.contains(part));
  }

  /** Makes room for the next test; gives what the browsers have complained of. */
  List<String> tidy() {
    passing.forEach(BrowserContext::close);
    passing.clear();
    kept().filter(browser -> browser.isTaken).forEach(Workplace::giveBack);
    settle();
    List<String> heard = List.copyOf(complaints);
    complaints.clear();
    return heard;
  }

  private static void giveBack(Kept browser) {
    browser.isTaken = false;
    browser.context.setOffline(false);
    for (Page page : List.copyOf(browser.context.pages())) {
      if (page.equals(browser.tab)) {
        page.unrouteAll();
        page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(null).setContrast(null));
        ViewportSize size = Objects.requireNonNull(browser.size);
        page.setViewportSize(size.width, size.height);
      } else {
        page.close();
      }
    }
  }

  /** Nothing is left waiting: the next test may count what it sees. */
  private void settle() {
    for (Set<String> runs = waiting(); !runs.isEmpty(); runs = waiting()) {
      runs.forEach(run -> http().post("/v1/runs/" + run + "/cancel", null).expect(200));
    }
  }

  private Set<String> waiting() {
    Set<String> runs = new TreeSet<>();
    for (String list : List.of("approvals", "questions")) {
      for (JsonNode row : http().get("/v1/" + list).expect(200).json()) {
        runs.add(row.path("run_id").asString());
      }
    }
    return runs;
  }

  @Override
  public void close() {
    kept().forEach(browser -> browser.context.close());
    daemon.close();
  }
}

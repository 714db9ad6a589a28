package dev.holdpoint.ui;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.APIResponse;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.ServiceWorkerPolicy;
import dev.holdpoint.blackbox.Http;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * The page as an app: its manifest, its icons, and the files that it keeps for when it is alone.
 */
class ServiceWorkerTest extends BrowserTest {
  private static final Pattern BASE = Pattern.compile("/ui/a/([0-9a-f]{16})/");

  @Override
  boolean isAlone() {
    return true;
  }

  private Page installed() {
    BrowserContext context =
        context(desktop().setServiceWorkers(ServiceWorkerPolicy.ALLOW), http().token());
    Page page = page(context, "/ui");
    page.evaluate("async () => { await navigator.serviceWorker.ready; }");
    return page;
  }

  private String hash() {
    Matcher found = BASE.matcher(http().as(null).get("/ui").expect(200).text());
    assertThat(found.find()).isTrue();
    return found.group(1);
  }

  // PG-66
  @Test
  void PG_66_the_manifest_names_pictures_of_the_size_that_they_claim() throws IOException {
    Http anybody = http().as(null);
    String base = "/ui/a/" + hash() + "/";
    JsonNode manifest = anybody.get(base + "app.webmanifest").expect(200).json();
    assertThat(manifest.path("id").asString()).isEqualTo("/ui");
    assertThat(manifest.path("shortcuts").findValuesAsString("url"))
        .containsExactly("/ui", "/ui/history");
    List<String> sizes = List.of("192x192", "512x512", "512x512");
    for (int i = 0; i < sizes.size(); i++) {
      JsonNode icon = manifest.path("icons").get(i);
      assertThat(icon.path("sizes").asString()).isEqualTo(sizes.get(i));
      assertThat(size(anybody, base + icon.path("src").asString())).isEqualTo(sizes.get(i));
    }
    assertThat(manifest.path("icons").get(2).path("purpose").asString()).isEqualTo("maskable");
    assertThat(anybody.get("/ui").expect(200).text())
        .contains("rel=\"apple-touch-icon\" href=\"" + base + "icons/180.png\"");
    assertThat(size(anybody, base + "icons/180.png")).isEqualTo("180x180");
  }

  private String size(Http anybody, String path) throws IOException {
    assertThat(anybody.get(path).expect(200).header("Content-Type")).isEqualTo("image/png");
    try (InputStream in = URI.create(address() + path).toURL().openStream()) {
      ByteBuffer png = ByteBuffer.wrap(in.readAllBytes());
      assertThat(png.getLong()).isEqualTo(0x89504E470D0A1A0AL);
      return png.getInt(16) + "x" + png.getInt(20);
    }
  }

  // PG-66
  @Test
  void PG_66_the_worker_is_for_the_page_alone() {
    Http.Answer worker = http().as(null).get("/ui/sw.js").expect(200);
    assertThat(worker.header("Service-Worker-Allowed")).isEqualTo("/ui");
    assertThat(worker.header("Cache-Control")).isEqualTo("no-cache");
    assertThat(worker.header("Content-Type")).startsWith("text/javascript");
    assertThat(worker.header("Content-Security-Policy"))
        .isEqualTo("default-src 'none'; connect-src 'self'");
    assertThat(worker.text())
        .contains("/ui/a/" + hash() + "/")
        .doesNotContain("{parts}", "{files}");
    Page page = installed();
    assertThat(page.evaluate("async () => (await navigator.serviceWorker.ready).scope"))
        .isEqualTo(address() + "/ui");
    assertThat(page.evaluate("() => trustedTypes.createPolicy === undefined")).isEqualTo(false);
    assertThat(
            page.evaluate(
                "() => { try { trustedTypes.createPolicy('other', {}); return 'made'; } catch { return 'refused'; } }"))
        .isEqualTo("refused");
    forgive("trusted");
    forgive("Trusted");
  }

  // PG-67
  @Test
  void PG_67_nothing_of_the_api_is_kept_and_the_shell_opens_without_the_daemon() {
    String session = session();
    for (int i = 0; i < 50; i++) {
      Asking.approval(http(), session(), "echo never-kept-" + i);
    }
    Page page = installed();
    // Now through the worker.
    page.reload();
    assertThat(page.getByText("never-kept-0").first()).isVisible();
    move(page, "/ui/history");
    move(page, "/ui/sessions/" + session);
    // Any site can ask for a file with whatever it likes behind the name, and for other files.
    String before = addresses(page);
    String asked =
        (String)
            page.evaluate(
                """
                async () => {
                  const base = document.querySelector('script[type=module]').src.replace(/[^/]+$/, '');
                  const found = [];
                  for (const file of ['icon.svg?1', 'icon.svg?2', 'app.webmanifest', 'icons/180.png?3']) {
                    found.push((await fetch(base + file)).status);
                  }
                  return found.join(' ');
                }
                """);
    assertThat(asked).isEqualTo("200 200 200 200");
    assertThat(addresses(page)).isEqualTo(before).doesNotContain("?", "180.png");
    Object kept =
        page.evaluate(
            """
            async () => {
              const found = [];
              for (const name of await caches.keys()) {
                const cache = await caches.open(name);
                for (const request of await cache.keys()) {
                  const text = await (await cache.match(request)).text();
                  found.push(new URL(request.url).pathname + (/never-kept|csrf_token":/.test(text) ? ' LEAK' : ''));
                }
              }
              return found;
            }
            """);
    assertThat((List<?>) kept)
        .hasSizeGreaterThan(10)
        .allMatch(
            path -> path.equals("/ui") || ((String) path).matches("/ui/a/" + hash() + "/\\S+"));
    restart(
        () -> {
          page.reload();
          assertThat(page.getByText("Can't reach Holdpoint.").first()).isVisible();
          axe(page);
        });
    assertThat(page.getByText("Can't reach Holdpoint.")).hasCount(0);
    assertThat(page.locator("h1").first()).isVisible();
  }

  /** Of all that is kept. */
  private static String addresses(Page page) {
    return (String)
        page.evaluate(
            """
            async () => {
              const found = [];
              for (const name of await caches.keys()) {
                for (const one of await (await caches.open(name)).keys()) found.push(one.url);
              }
              return found.sort().join('\\n');
            }
            """);
  }

  @Test
  void PG_68_a_tab_of_the_version_before_goes_on_and_no_tab_mixes_parts() {
    String old = hash();
    String now = "0123456789abcdef";
    Page before = installed();
    before.reload();
    assertThat(asked(before)).isEqualTo(old + " 404 200");
    BrowserContext browser = before.context();
    // The daemon is of another version from here on.
    Pattern own = Pattern.compile(".*/ui/a/" + old + "/.*");
    browser.route(own, route -> route.fulfill(new Route.FulfillOptions().setStatus(404)));
    browser.route(
        Pattern.compile(".*/ui/a/" + now + "/.*"),
        route ->
            fulfil(route, route.request().url().replace(now, old), text -> text.replace(old, now)));
    for (String path : List.of("/ui", "/ui/sw.js")) {
      browser.route(
          address() + path,
          route -> fulfil(route, route.request().url(), text -> text.replace(old, now)));
    }

    Asking.approval(http(), session(), "echo for both");
    assertThat(before.getByText("echo for both").first()).isVisible();
    assertThat(asked(before)).endsWith(" 200 200");
    Page after = browser.newPage();
    after.navigate(address() + "/ui");
    assertThat(after.getByText("echo for both").first()).isVisible();

    assertThat(versions(before)).containsExactly(old);
    assertThat(versions(after)).containsExactly(now);
    assertThat(http().get("/v1/me").expect(200).header("X-Holdpoint-Page"))
        .as("programs are not told")
        .isEmpty();
  }

  /** What the daemon answers, changed; its policy has the hash of an import map of before. */
  private static void fulfil(Route route, String from, UnaryOperator<String> change) {
    APIResponse answer = route.fetch(new Route.FetchOptions().setUrl(from));
    Map<String, String> headers = new HashMap<>(answer.headers());
    headers
        .keySet()
        .removeAll(List.of("content-security-policy", "content-encoding", "content-length"));
    route.fulfill(
        new Route.FulfillOptions().setHeaders(headers).setBody(change.apply(answer.text())));
  }

  /**
   * The daemon's version by /v1/me, and how a part of another version and one's own are answered.
   */
  private static String asked(Page page) {
    return (String)
        page.evaluate(
            """
        async () => {
          const me = await fetch('/v1/me');
          const other = await fetch('/ui/a/0123456789abcdef/page.js');
          const own = await fetch(document.querySelector('script[type=module]').src, {cache: 'no-store'});
          return [me.headers.get('X-Holdpoint-Page'), other.status, own.status].join(' ');
        }
        """);
  }

  /** Of all parts that a tab has loaded by itself. */
  private static List<String> versions(Page page) {
    return ((List<?>)
            page.evaluate(
                """
            () => [...new Set(performance.getEntriesByType('resource')
              .filter(one => one.initiatorType !== 'fetch')
              .map(one => /\\/ui\\/a\\/([0-9a-f]+)\\//.exec(one.name)?.[1]).filter(Boolean))]
            """))
        .stream().map(String.class::cast).toList();
  }
}

package dev.holdpoint.ui;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.PlaywrightException;
import com.microsoft.playwright.Request;
import com.microsoft.playwright.Response;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.RequestOptions;
import dev.holdpoint.blackbox.DaemonProcess;
import dev.holdpoint.blackbox.Http;
import dev.holdpoint.blackbox.Script;
import dev.holdpoint.blackbox.Seed;
import dev.holdpoint.cli.OnTerminal;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Two people in browsers, one of them on a phone, and a third in a terminal, while the daemon is
 * killed.
 */
@ExtendWith(Seed.Named.class)
class StormIT {
  private static final JsonMapper JSON = new JsonMapper();
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  /** How long a hand waits for what it wants to press. */
  private static final double SHORT_MS = 1_500;

  @TempDir private Path folder;

  private final List<String> complaints = new ArrayList<>();

  /** Who decided what, as the daemon acknowledged it: the names by request and behavior. */
  private final Map<String, Set<String>> acknowledged = new HashMap<>();

  /** The same as it was sent: an answer may be lost with the daemon that has committed it. */
  private final Map<String, Set<String>> sent = new HashMap<>();

  private @Nullable DaemonProcess started;
  private String address = "";

  @Test
  @DisplayName("PG-86 people decide, undo and comment in two browsers and a terminal over kills")
  void PG_86_a_storm_loses_and_doubles_nothing() throws Exception {
    storm(12, 2, Duration.ofSeconds(20));
  }

  @Test
  @Tag("long")
  @DisplayName("PG-86 the same with 200 requests for five minutes and ten kills")
  void PG_86_a_long_storm_loses_and_doubles_nothing() throws Exception {
    storm(200, 10, Duration.ofMinutes(5));
  }

  private void storm(int many, int kills, Duration span) throws Exception {
    assumeTrue(
        Files.isExecutable(Path.of("/usr/bin/script")),
        "script (util-linux) is needed for a pseudo-terminal");
    Random chance = Seed.random("storm");
    Map<String, String> runs = new HashMap<>();
    try (DaemonProcess process =
        DaemonProcess.start(
            folder, Map.of("HOLDPOINT_PAGE_UNDO_MS", "3000"), "--port", Integer.toString(free()))) {
      started = process;
      address = process.address();
      Http http = process.http();
      for (int i = 0; i < many; i++) {
        String session = "s-" + i;
        http.session(session);
        String run = http.submit(session, Script.bash("echo ran >> ran-" + i), Script.say("bye"));
        runs.put(http.awaitApproval(run), run);
      }
      BrowserContext desk = browser(BrowserTest.desktop(), "ada");
      BrowserContext hand = browser(BrowserTest.handheld(), "bob");
      try (OnTerminal terminal =
          OnTerminal.start(
              folder,
              Map.of("HOLDPOINT_URL", address, "HOLDPOINT_TOKEN", token("carl")),
              "inbox",
              "--undo",
              "1s")) {
        terminal.shows("requests waiting");
        Page ada = page(desk);
        Page bob = page(hand);
        long began = System.nanoTime();
        int killed = 0;
        for (long passed = 0;
            passed < span.toNanos() || killed < kills;
            passed = System.nanoTime() - began) {
          if (killed < kills && passed > span.toNanos() / (kills + 1) * (killed + 1)) {
            kill(chance, ada, bob, terminal);
            killed++;
          }
          hands(chance, ada, bob, terminal);
        }
        process.http().get("/readyz").expect(200);
        agree(ada);
        agree(bob);
        String count = Integer.toString(waiting(process.http()).size());
        await()
            .atMost(PATIENCE)
            .untilAsserted(
                () ->
                    assertThat(terminal.screen())
                        .contains(count.equals("0") ? "caught up" : count + " request"));
        terminal.types("q");
      } finally {
        desk.close();
        hand.close();
      }
      assertThat(complaints).isEmpty();
      check(process.http(), runs);
      Set<String> told = new TreeSet<>();
      acknowledged.values().forEach(told::addAll);
      assertThat(told).anyMatch(one -> one.startsWith("allow by"));
    }
  }

  private DaemonProcess daemon() {
    return Objects.requireNonNull(started);
  }

  private static int free() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private String token(String name) throws IOException {
    return daemon()
        .http()
        .post("/v1/tokens", JSON.writeValueAsString(Map.of("name", name, "role", "operator")))
        .expect(201)
        .json()
        .path("token")
        .asString();
  }

  private BrowserContext browser(Browser.NewContextOptions options, String name)
      throws IOException {
    BrowserContext context = Chromium.shared().newContext(options);
    context.setDefaultTimeout(SHORT_MS);
    context.setDefaultNavigationTimeout((double) PATIENCE.toMillis());
    assertThat(
            context
                .request()
                .post(
                    address + "/v1/web-sessions",
                    RequestOptions.create()
                        .setHeader("Content-Type", "application/json")
                        .setData(Map.of("token", token(name))))
                .status())
        .isEqualTo(201);
    context.onConsoleMessage(
        message -> {
          if ((message.type().equals("error") || message.type().equals("warning"))
              && !message.text().startsWith("Failed to load resource")) {
            complaints.add(name + ": " + message.text());
          }
        });
    context.onWebError(error -> complaints.add(name + ": " + error.error()));
    context.onRequest(request -> decisions(name, request, sent));
    context.onResponse(response -> heard(name, response));
    return context;
  }

  private void heard(String name, Response response) {
    String url = response.url();
    if (response.request().method().equals("DELETE") && url.endsWith("/held")) {
      if (response.status() == 200) {
        String id = url.replaceFirst(".*/approvals/", "").replace("/held", "");
        acknowledged.getOrDefault(id, new TreeSet<>()).add("undone");
      }
      return;
    }
    if (response.status() == 202) {
      decisions(name, response.request(), acknowledged);
    }
  }

  /** What a request of a page decides, if it decides anything. */
  private static void decisions(String name, Request request, Map<String, Set<String>> into) {
    String body = request.postData();
    if (body == null || !request.url().matches(".*/runs/[^/]+/approvals")) {
      return;
    }
    for (JsonNode one : JSON.readTree(body).path("resolutions")) {
      into.computeIfAbsent(one.path("request_id").asString(), id -> new TreeSet<>())
          .add(one.path("behavior").asString() + " by " + name);
    }
  }

  private Page page(BrowserContext context) {
    Page page = context.newPage();
    page.navigate(address + "/ui?tab=all");
    page.getByRole(AriaRole.OPTION)
        .first()
        .waitFor(new Locator.WaitForOptions().setTimeout(30_000));
    return page;
  }

  /** Each of them does one thing, whatever the daemon does meanwhile. */
  private static void hands(Random chance, Page ada, Page bob, OnTerminal terminal)
      throws Exception {
    int what = chance.nextInt(10);
    Page.GetByRoleOptions allow = button("Allow once");
    tries(
        () -> {
          ada.keyboard().press("j");
          ada.keyboard().press("Enter");
          ada.locator(".approval-bar").waitFor();
          BrowserTest.takesKeys(ada);
          if (what < 5) {
            ada.keyboard().press("a");
          } else if (what < 7) {
            ada.keyboard().press("d");
            ada.getByLabel("Reason (optional)").fill("not now");
            ada.keyboard().press("Control+Enter");
          } else if (what < 9) {
            ada.keyboard().press("m");
            ada.keyboard().type("I look into it.");
            ada.keyboard().press("Control+Enter");
          }
          if (what % 3 == 0) {
            ada.keyboard().press("U");
          }
        });
    // What was not sent stays open, as the person would leave it.
    tries(() -> ada.keyboard().press("Escape"));
    tries(
        () -> {
          Locator rows = bob.getByRole(AriaRole.OPTION);
          rows.nth(chance.nextInt(Math.min(8, Math.max(1, rows.count())))).tap();
          bob.locator(".approval-bar").waitFor();
          bob.getByRole(AriaRole.BUTTON, allow).tap();
          if (what % 4 == 0) {
            bob.getByRole(AriaRole.BUTTON, button("Undo")).tap();
          }
        });
    tries(() -> bob.locator(".bar-back").tap());
    terminal.types(what < 4 ? "a" : what < 6 ? "djust no\r" : what < 7 ? "U" : "j");
    terminal.types("\r");
  }

  private static Page.GetByRoleOptions button(String name) {
    return new Page.GetByRoleOptions().setName(name).setExact(true);
  }

  /** What is not there cannot be pressed. */
  private static void tries(Runnable hand) {
    try {
      hand.run();
    } catch (PlaywrightException _) {
      // The next turn begins anew.
    }
  }

  private void kill(Random chance, Page ada, Page bob, OnTerminal terminal) throws Exception {
    daemon().kill9();
    if (chance.nextBoolean()) {
      hands(chance, ada, bob, terminal);
    }
    daemon().restart();
  }

  private static Set<String> waiting(Http http) {
    Set<String> ids = new TreeSet<>();
    http.get("/v1/inbox?limit=500")
        .expect(200)
        .json()
        .path("items")
        .forEach(row -> ids.add(row.path("id").asString()));
    return ids;
  }

  /** What the page shows as waiting waits, and all that waits is known to it. */
  private void agree(Page page) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              Set<String> there = waiting(daemon().http());
              String shown =
                  (String)
                      page.evaluate(
                          """
                          async () => {
                            const { modules } = await import(document.querySelector('script[type=module]').src);
                            const { inbox } = modules['state/inbox.js'];
                            while (inbox.hasMore) await inbox.more();
                            const card = document.querySelector('hp-approval')?.prompt;
                            return JSON.stringify([inbox.waiting, inbox.pending.map(({ id }) => id), inbox.rows.fresh.size, card ? [card.id, !card.settled] : null]);
                          }
                          """);
              JsonNode all = JSON.readTree(shown);
              Set<String> pending = new TreeSet<>();
              all.path(1).forEach(id -> pending.add(id.asString()));
              assertThat(all.path(0).asInt()).isEqualTo(there.size());
              assertThat(there).containsAll(pending);
              assertThat(pending.size() + all.path(2).asInt()).isEqualTo(there.size());
              if (all.path(3).isArray()) {
                assertThat(all.at("/3/1").asBoolean())
                    .as("a stale card")
                    .isEqualTo(there.contains(all.at("/3/0").asString()));
              }
            });
  }

  /** Each was settled once at most, as somebody has decided, and ran once if it was allowed. */
  private void check(Http http, Map<String, String> runs) throws IOException {
    for (Map.Entry<String, String> one : runs.entrySet()) {
      JsonNode row = http.get("/v1/approvals/" + one.getKey()).expect(200).json();
      JsonNode history = http.get("/v1/runs/" + one.getValue() + "/events").expect(200).json();
      long settled =
          history.findValuesAsString("type").stream().filter("approval_resolved"::equals).count();
      Set<String> told = acknowledged.getOrDefault(one.getKey(), Set.of());
      if (row.path("status").asString().equals("pending")) {
        assertThat(settled).isZero();
        // The answer to an undo may be lost; that it was done stands in the history.
        if (!told.isEmpty() && !row.path("request").has("held")) {
          assertThat(history.findValuesAsString("change"))
              .as("acknowledged, and lost: " + told + row + history)
              .contains("undone");
        }
        continue;
      }
      assertThat(settled).as("settled once: " + row).isEqualTo(1);
      String how =
          row.at("/resolution/behavior").asString() + " by " + row.at("/resolution/by").asString();
      if (!how.endsWith(" by carl")) {
        assertThat(sent.getOrDefault(one.getKey(), Set.of()))
            .as("nobody sent: " + row)
            .contains(how);
      }
      JsonNode run =
          http.await(
              "/v1/runs/" + one.getValue(),
              now ->
                  Set.of("completed", "waiting_for_user_question")
                      .contains(now.path("status").asString()));
      if (run.path("status").asString().equals("completed")) {
        assertThat(ran(one.getValue(), http)).as(how).isEqualTo(how.startsWith("allow") ? 1 : 0);
      }
    }
  }

  private long ran(String run, Http http) throws IOException {
    Path workspace = daemon().workspace(http.run(run).path("session_id").asString());
    if (!Files.isDirectory(workspace)) {
      return 0;
    }
    try (Stream<Path> files = Files.list(workspace)) {
      long lines = 0;
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        lines += Files.readAllLines(file).size();
      }
      return lines;
    }
  }
}

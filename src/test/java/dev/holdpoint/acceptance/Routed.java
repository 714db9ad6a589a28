package dev.holdpoint.acceptance;

import dev.holdpoint.agent.provider.StandInVendor;
import dev.holdpoint.agent.provider.Vendor;
import dev.holdpoint.blackbox.Http;
import dev.holdpoint.daemon.TestDaemon;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import tools.jackson.databind.JsonNode;

/** A daemon of our own whose default route leads to a vendor of ours. */
abstract class Routed {
  static final String KEY = "canary/Key+42\"with~signs-and-0123456789";

  final Path folder = Database.newFolder();
  final StandInVendor vendor = new StandInVendor();
  private final Map<String, String> database;

  Routed(Database database) {
    this.database = database.settings(Map.of());
  }

  @AfterEach
  void closeVendor() {
    vendor.close();
  }

  /**
   * @param more settings by their names, name and value in turn; those of the route begin with a
   *     dot
   */
  final Map<String, String> settings(Vendor kind, String... more) {
    Map<String, String> all = new HashMap<>(database);
    all.put("HOLDPOINT_DEFAULT_ROUTE", "main");
    all.put("CANARY", KEY);
    route(all, "provider", kind.word());
    route(all, "model", kind.model());
    route(all, "base_url", vendor.url());
    route(all, "api_key_env", "CANARY");
    route(all, "price_input", "2.50");
    route(all, "price_output", "10");
    route(all, "attempts", "2");
    for (int i = 0; i < more.length; i += 2) {
      if (more[i].startsWith(".")) {
        route(all, more[i].substring(1), more[i + 1]);
      } else {
        all.put(more[i], more[i + 1]);
      }
    }
    return all;
  }

  private static void route(Map<String, String> settings, String member, String value) {
    settings.put("HOLDPOINT_ROUTES_MAIN_" + member.toUpperCase(Locale.ROOT), value);
  }

  final void daemon(Map<String, String> settings, Consumer<Http> visit) {
    try (TestDaemon daemon = TestDaemon.start(folder, settings)) {
      visit.accept(daemon.http());
    }
  }

  /** Submits to a new session and gives the run's id. */
  static String submit(Http http, String session, String body) {
    http.session(session);
    return http.post("/v1/sessions/" + session + "/runs", Acceptance.json(body))
        .expect(202)
        .json()
        .path("run_id")
        .asString();
  }

  static JsonNode settled(Http http, String run) {
    return http.await("/v1/runs/" + run, now -> now.path("finished_at_ms").isNumber());
  }
}

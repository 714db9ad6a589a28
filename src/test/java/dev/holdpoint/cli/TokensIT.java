package dev.holdpoint.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.DaemonProcess;
import dev.holdpoint.cli.Typed.Outcome;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The commands of people, typed against a real daemon. */
class TokensIT {
  @TempDir private Path folder;

  @Test
  void a_token_is_made_used_listed_and_revoked() throws Exception {
    try (DaemonProcess daemon = DaemonProcess.start(folder)) {
      Map<String, String> admin =
          Map.of("HOLDPOINT_URL", daemon.address(), "HOLDPOINT_DATA", daemon.data().toString());

      Outcome added = type(admin, "tokens", "add", "ci", "--role", "viewer", "--expires-in", "30d");
      assertThat(added.exitCode()).as(added.err()).isZero();
      assertThat(added.out()).as("the token and nothing else").matches("hpt_[\\w-]+\n");
      assertThat(added.err()).contains("Token of ci (viewer), expires 20");

      Outcome json = type(admin, "tokens", "add", "bot", "--role", "agent", "--json");
      JsonNode bot = JsonMapper.shared().readTree(json.out());
      assertThat(bot.path("token").asString()).startsWith("hpt_");

      Outcome list = type(admin, "tokens", "list");
      assertThat(list.out().lines().map(line -> line.replaceAll("  +", "|")))
          .contains("ID|NAME|PERSON|ROLE|SESSIONS|CREATED|EXPIRES")
          .anyMatch(
              line -> line.matches("tok_\\w+\\|ci\\|ci\\|viewer\\|all\\|(now|.* ago)\\|in 29 days"))
          .anyMatch(
              line ->
                  line.matches("tok_\\w+\\|bot\\|bot\\|agent\\|own\\|(now|.* ago)\\|in 89 days"));
      String own = bot.path("token_id").asString();
      assertThat(type(admin, "tokens", "change", own, "--never-expires", "--sessions", "own").out())
          .isEqualTo("Changed " + own + " (bot).\n");
      assertThat(type(admin, "tokens", "list").out().replaceAll("  +", "|"))
          .containsPattern("bot\\|bot\\|agent\\|own\\|[^|]*\\|never");
      assertThat(type(admin, "tokens", "change", "--all-agents", "--sessions", "all").out())
          .isEqualTo("Changed " + own + " (bot).\n");
      assertThat(type(admin, "tokens", "change", own).exitCode()).isEqualTo(2);
      JsonNode rows = JsonMapper.shared().readTree(type(admin, "tokens", "list", "--json").out());
      assertThat(rows.size()).isEqualTo(2);

      Map<String, String> viewer = new HashMap<>(admin);
      viewer.put("HOLDPOINT_TOKEN", added.out().strip());
      assertThat(type(viewer, "status").out()).startsWith("holdpoint 0.1.0 at " + daemon.address());
      Outcome forbidden = type(viewer, "tokens", "list");
      assertThat(forbidden.exitCode()).isEqualTo(4);
      assertThat(forbidden.err()).contains("403 auth/forbidden").hasLineCount(1);

      String botId = bot.path("token_id").asString();
      assertThat(type(admin, "tokens", "revoke", botId).out())
          .isEqualTo("Revoked " + botId + ".\n");
      assertThat(type(admin, "tokens", "revoke", botId).exitCode()).isEqualTo(5);

      Map<String, String> revoked = new HashMap<>(admin);
      revoked.put("HOLDPOINT_TOKEN", bot.path("token").asString());
      Outcome refused = type(revoked, "status");
      assertThat(refused.exitCode()).isEqualTo(4);
      assertThat(refused.err())
          .isEqualTo("holdpoint: The daemon rejected the token from HOLDPOINT_TOKEN\n");

      Outcome invalid = type(admin, "tokens", "add", "", "--role", "agent");
      assertThat(invalid.exitCode()).isEqualTo(2);
      assertThat(invalid.err()).contains("/name: ");
    }
  }

  @Test
  void a_daemon_that_is_not_there_is_one_clear_line() throws Exception {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    String url = "http://127.0.0.1:" + port;

    assertThat(type(Map.of(), "status", "--url", url))
        .isEqualTo(
            new Outcome(
                3,
                "",
                "holdpoint: No daemon answers at "
                    + url
                    + "; start one with 'holdpoint serve', or give its URL with --url or HOLDPOINT_URL\n"));
  }

  @Test
  void what_cannot_be_meant_is_bad_usage() throws Exception {
    assertThat(type(Map.of(), "tokens", "add", "x", "--role", "boss"))
        .isEqualTo(
            new Outcome(
                2,
                "",
                "holdpoint: Invalid value for option '--role': 'boss' is not a role; use admin, operator, agent or viewer. See 'holdpoint tokens add --help'\n"));
    assertThat(type(Map.of("HOLDPOINT_URL", "nonsense"), "status").err())
        .contains("'nonsense' is not the URL of a daemon")
        .hasLineCount(1);
  }

  private Outcome type(Map<String, String> environment, String... args) throws Exception {
    return new Typed(folder).run(environment, "", args);
  }
}

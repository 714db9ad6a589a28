package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.daemon.TestDaemon;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Secrets reach no artifact, at whichever level and on whichever way. */
@OnOneDatabase
class DebugLeakTest extends Captured {
  private static final String BLOCK = "MIIEpAIBAAKCAQEA7vq0Zk3mS1xR";

  /** What must not be found, and how it is said. */
  private static final List<List<String>> PLANTED =
      List.of(
          List.of("abcdef0123456789abcdef", "Authorization: Bearer abcdef0123456789abcdef"),
          List.of("zyxw9876zyxw9876", "use Bearer zyxw9876zyxw9876 for it"),
          List.of("0123456789abcdefghij", "sk-proj-0123456789abcdefghij"),
          List.of("AKIAIOSFODNN7EXAMPLE", "AKIAIOSFODNN7EXAMPLE"),
          List.of("wJalrXUtnFEMIbPxRfiCYKEY", "aws_secret_access_key = wJalrXUtnFEMIbPxRfiCYKEY"),
          List.of(
              "16C7e42F292c6912E7710c838347Ae178B4a", "ghp_16C7e42F292c6912E7710c838347Ae178B4a"),
          List.of("correct-horse", "the password is correct-horse"),
          List.of("s3cr3t", "postgres://ann:s3cr3t@db/prod"),
          List.of(
              BLOCK,
              "-----BEGIN RSA PRIVATE KEY-----\n" + BLOCK + "\n-----END RSA PRIVATE KEY-----"));

  DebugLeakTest(Database database) {
    super(database);
  }

  private String adminToken() {
    try {
      return Files.readString(folder.resolve("admin-token")).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void says(Http http, String text) {
    // As input, echoed in pieces; as a call's input; as a name; as a result; in the history.
    work(http, "s", "x".repeat(50) + " " + text);
    String quoted = Acceptance.JSON.writeValueAsString(text);
    script(
        http,
        "s",
        Script.say(text),
        "{\"tool\":\"request_approval\",\"input\":{\"reason\":" + quoted + "," + quoted + ":1}}",
        Script.SAY_LAST_RESULT);
    JsonNode run = http.get("/v1/runs?limit=1&session_id=s").json().get(0);
    if (Acceptance.status(run).startsWith("waiting")) {
      http.post("/v1/runs/" + Acceptance.id(run) + "/cancel", "").expect(200);
    }
    script(http, "s", Script.fail(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"redacted", "full"})
  void no_planted_secret_reaches_an_artifact(String level) {
    daemon(
        http -> {
          says(http, "first " + adminToken() + " and then");
          PLANTED.forEach(planted -> says(http, planted.getLast()));
          String kept = onDisk();
          assertThat(kept).doesNotContain(adminToken());
          PLANTED.forEach(planted -> assertThat(kept).doesNotContain(planted.getFirst()));
          assertThat(kept).contains(level.equals("full") ? "[redacted]" : "characters, sha256");
        },
        "CAPTURE",
        level);
  }

  @Test
  void the_operators_own_secrets_are_known_whatever_they_look_like() {
    String token = "plain-words-as-a-token";
    try (TestDaemon daemon =
        TestDaemon.start(
            folder, Map.of("HOLDPOINT_ADMIN_TOKEN", token, "HOLDPOINT_DEBUG_CAPTURE", "full"))) {
      says(daemon.http(token), "our token is: " + token + ", is it?");
      assertThat(onDisk()).doesNotContain(token).contains("is it?");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"redacted", "full"})
  void what_lets_connectors_in_is_known_whatever_it_looks_like(String level) throws Exception {
    String slack = "plain-words-for-slack";
    String telegram = "42:plain-words-for-telegram";
    String crm = "plain\"words\\for-the-crm";
    String key = "bm90aGluZyBidXQgcGxhaW4gd29yZHMgaW4gYSBrZXk";
    Files.writeString(folder.resolve("telegram-token"), telegram + "\n");
    Files.writeString(folder.resolve("crm-token"), crm);
    Files.writeString(folder.resolve("crm-secret"), "whsec_" + key + "=");
    Map<String, String> settings = new HashMap<>();
    settings.put("HOLDPOINT_DEBUG_CAPTURE", level);
    settings.put("SLACK_WORDS", slack);
    connector(settings, "work", "kind", "slack", "token_env", "SLACK_WORDS");
    connector(settings, "ops", "kind", "telegram", "token_file", "telegram-token");
    connector(settings, "crm", "kind", "external", "token_file", "crm-token");
    connector(settings, "crm", "base_url", "https://crm.example", "secret_file", "crm-secret");
    try (TestDaemon daemon = TestDaemon.start(folder, settings)) {
      String own = Files.readString(folder.resolve("webhook-secret")).strip();
      String ownKey = own.substring("whsec_".length()).replace("=", "");
      String ownHex = HexFormat.of().formatHex(Base64.getDecoder().decode(ownKey));
      List<String> secrets = List.of(slack, telegram, key, ownKey, ownHex);
      Http http = daemon.http();
      says(http, "here: " + String.join(" / ", secrets) + " / " + own + " / " + crm + ", is it?");
      says(http, "and again whsec_" + key + "= of course");

      String kept = onDisk();
      assertThat(kept)
          .doesNotContain(secrets)
          .doesNotContain("words\\")
          .doesNotContain("for-the-crm");
      assertThat(kept).contains(level.equals("full") ? "is it?" : "characters, sha256");
    }
  }

  /** Files are named as they are in the folder. */
  private void connector(Map<String, String> settings, String name, String... members) {
    for (int i = 0; i < members.length; i += 2) {
      String value = members[i + 1];
      settings.put(
          "HOLDPOINT_CONNECTORS_%s_%s".formatted(name, members[i]).toUpperCase(Locale.ROOT),
          members[i].endsWith("_file") ? folder.resolve(value).toString() : value);
    }
  }
}

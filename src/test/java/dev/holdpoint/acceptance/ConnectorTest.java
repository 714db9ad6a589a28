package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.standardwebhooks.Webhook;
import dev.holdpoint.blackbox.Http;
import dev.holdpoint.daemon.TestDaemon;
import dev.holdpoint.outbound.Receiver;
import dev.holdpoint.outbound.Receiver.Got;
import dev.holdpoint.outbound.Receiver.Says;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** An output goes where its session's reply targets say, through whatever connector they name. */
@OnBothDatabases
class ConnectorTest {
  private static final AtomicInteger SESSIONS = new AtomicInteger();
  private static final Map<Database, Setting> SETTINGS = new EnumMap<>(Database.class);

  private final Receiver receiver;
  private final Path folder;
  private final Http http;

  ConnectorTest(Database database) {
    Setting setting = SETTINGS.computeIfAbsent(database, ConnectorTest::set);
    this.receiver = setting.receiver.forget();
    this.folder = setting.folder;
    this.http = setting.daemon.http();
  }

  /** One for all tests: the daemon, and who is at the other end of its connectors. */
  private record Setting(Receiver receiver, Path folder, TestDaemon daemon) {}

  private static Setting set(Database database) {
    Receiver receiver = new Receiver();
    Path folder = Database.newFolder();
    Map<String, String> settings = new HashMap<>();
    settings.put("HOLDPOINT_DELIVERIES_FIRST_RETRY_MS", "1");
    settings.put("HOLDPOINT_DELIVERIES_LONGEST_RETRY_MS", "10");
    settings.put("SLACK_TOKEN", "xoxb-1");
    settings.put("TELEGRAM_TOKEN", "42:abc");
    settings.put("HOLDPOINT_CONNECTORS_WORK_KIND", "slack");
    settings.put("HOLDPOINT_CONNECTORS_WORK_TOKEN_ENV", "SLACK_TOKEN");
    settings.put("HOLDPOINT_CONNECTORS_OPS_KIND", "telegram");
    settings.put("HOLDPOINT_CONNECTORS_OPS_TOKEN_ENV", "TELEGRAM_TOKEN");
    settings.put("HOLDPOINT_CONNECTORS_CRM_KIND", "external");
    settings.put("HOLDPOINT_CONNECTORS_HOOKS_KIND", "http");
    for (String name : List.of("WORK", "OPS", "CRM", "HOOKS")) {
      settings.put("HOLDPOINT_CONNECTORS_" + name + "_BASE_URL", receiver.url());
    }
    return new Setting(receiver, folder, TestDaemon.start(folder, database.settings(settings)));
  }

  @AfterAll
  static void stop() {
    SETTINGS.values().forEach(setting -> setting.daemon.close());
    SETTINGS.values().forEach(setting -> setting.receiver.close());
    SETTINGS.clear();
  }

  private String session(String target) {
    String id = "out-" + SESSIONS.incrementAndGet();
    http.session(id);
    http.post(
            "/v1/sessions/" + id + "/reply-targets",
            Acceptance.json("{'reply_targets':[%s]}".formatted(target)))
        .expect(200);
    return id;
  }

  /** The run's only delivery, when nothing more will happen to it. */
  private JsonNode settled(String run) {
    http.awaitRun(run, "completed");
    return http.await(
            "/v1/deliveries?run_id=" + run,
            list ->
                list.size() == 1
                    && !list.get(0).path("status").asString().equals("pending")
                    && !list.get(0).path("status").asString().equals("retrying"))
        .get(0);
  }

  private static void delivered(JsonNode delivery, int attempts) {
    assertThat(delivery.path("status").asString()).isEqualTo("delivered");
    assertThat(delivery.path("attempts").asInt()).isEqualTo(attempts);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {'type':'slack','connector':'work','channel_id':'C1'}     | slack    | /chat.postMessage      | 'text':'Done.'
          {'plugin':'work','address':'C1'}                          | work     | /chat.postMessage      | 'channel':'C1'
          {'type':'telegram','connector':'ops','chat_id':7}         | telegram | /bot42:abc/sendMessage | 'text':'Done.'
          {'type':'external','connector':'crm','route':'tickets'}   | external | /tickets               | 'content':'Done.'
          {'plugin':'hooks','address':'URL/x'}                      | hooks    | /x                     | 'type':'output'
          """)
  // K4-352
  void K4_352_every_kind_of_connector_brings_an_output_once(
      String target, String plugin, String path, String part) {
    receiver.says(Says.json(200, "{'ok':true}"));
    String session = session(target.replace("URL", receiver.url()));

    JsonNode delivery = settled(http.submit(session, Script.say("Done.")));

    delivered(delivery, 1);
    assertThat(delivery.path("plugin").asString()).isEqualTo(plugin);
    assertThat(receiver.all()).hasSize(1);
    assertThat(receiver.all().getFirst().path()).isEqualTo(path);
    assertThat(receiver.all().getFirst().body()).contains(part.replace('\'', '"'));
  }

  @Test
  void a_webhook_is_signed_with_the_secret_of_the_data_folder() throws Exception {
    String session = session("{'type':'external','connector':'crm','route':'t'}");

    JsonNode delivery = settled(http.submit(session, Script.say("Done.")));

    Got got = receiver.next();
    String secret = Files.readString(folder.resolve("webhook-secret")).strip();
    Map<String, List<String>> headers = new TreeMap<>();
    got.headers().forEach((name, value) -> headers.put(name.toLowerCase(Locale.ROOT), value));
    new Webhook(secret).verify(got.body(), headers);
    assertThat(got.header("Idempotency-Key")).isEqualTo(delivery.path("delivery_id").asString());
    assertThat(got.header("User-Agent")).isEqualTo("holdpoint/test");
  }

  @Test
  // K4-384
  void K4_384_what_is_refused_for_now_comes_again_under_the_same_id() {
    AtomicInteger calls = new AtomicInteger();
    receiver.says(_ -> Says.status(calls.incrementAndGet() < 3 ? 503 : 200));
    String session = session("{'type':'external','connector':'crm','route':'t'}");

    delivered(settled(http.submit(session, Script.say("Done."))), 3);

    assertThat(receiver.all()).hasSize(3);
    assertThat(receiver.all().stream().map(got -> got.header("webhook-id")).distinct()).hasSize(1);
    assertThat(receiver.all().stream().map(Got::body).distinct()).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({"400, failed:terminal", "404, failed:terminal", "302, failed:status"})
  // K4-359
  void K4_359_what_is_refused_for_good_is_a_dead_letter_at_once(int status, String error) {
    receiver.says(Says.status(status));
    String session = session("{'type':'external','connector':'crm','route':'t'}");

    JsonNode delivery = settled(http.submit(session, Script.say("Done.")));

    assertThat(delivery.path("status").asString()).isEqualTo("dead_lettered");
    assertThat(delivery.path("last_error").asString()).isEqualTo(error);
    assertThat(receiver.all()).hasSize(1);
  }

  @Test
  void what_came_of_a_long_message_is_heard_at_its_first_attempt() {
    receiver.says(
        Says.json(200, "{'message':{'text':'%s'},'ok':true}".formatted("&lt;".repeat(100_000))));
    String session = session("{'type':'slack','connector':'work','channel_id':'C1'}");

    delivered(settled(http.submit(session, Script.say("Done."))), 1);

    assertThat(receiver.all()).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {'type':'slack','connector':'work','channel_id':'C1'}
          {'type':'telegram','connector':'ops','chat_id':7}
          """)
  void a_message_of_which_nobody_says_what_became_is_posted_once_and_left_to_a_person(
      String target) {
    receiver.says(Says.json(200, "<html>Log in</html>"));
    String session = session(target);

    JsonNode delivery = settled(http.submit(session, Script.say("Done.")));

    assertThat(delivery.path("status").asString()).isEqualTo("dead_lettered");
    assertThat(delivery.path("last_error").asString()).isEqualTo("failed:status");
    assertThat(receiver.all()).hasSize(1);
  }

  @Test
  void a_connector_that_nobody_configured_is_a_dead_letter_at_once() {
    String session = session("{'type':'slack','connector':'nobody','channel_id':'C1'}");

    JsonNode delivery = settled(http.submit(session, Script.say("Done.")));

    assertThat(delivery.path("status").asString()).isEqualTo("dead_lettered");
    assertThat(delivery.path("last_error").asString()).isEqualTo("failed:terminal");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          'connector_allow':['work'],'connector_credential_allow':['SLACK_TOKEN']  | delivered
          'connector_allow':['*'],'connector_credential_allow':['*']               | delivered
          'connector_allow':['ops'],'connector_credential_allow':['*']             | failed:blocked
          'connector_deny':['work'],'connector_credential_allow':['*']             | failed:blocked
          'connector_deny':['ops'],'connector_credential_allow':['*']              | delivered
          'connector_credential_allow':['SLACK_TOKEN']                             | delivered
          'connector_credential_allow':['TELEGRAM_TOKEN']                          | failed:blocked
          'connector_credential_deny':['SLACK_TOKEN']                              | failed:blocked
          'connector_credential_deny':['TELEGRAM_TOKEN']                           | delivered
          'connector_allow':['work']                                               | failed:blocked
          'connector_deny':['ops']                                                 | failed:blocked
          'route_allow':['scripted']                                               | delivered
          """)
  // K4-101, K4-102, K4-103, K4-104, K4-108, K4-115
  void K4_101_to_K4_104_K4_115_a_scope_decides_which_connectors_and_credentials_are_used(
      String scope, String outcome) {
    receiver.says(Says.json(200, "{'ok':true}"));
    String session = session("{'type':'slack','connector':'work','channel_id':'C1'}");
    http.post(
            "/v1/sessions/" + session + "/credential-scope",
            Acceptance.json("{'credential_scope':{%s}}".formatted(scope)))
        .expect(200);

    JsonNode delivery = settled(http.submit(session, Script.say("Done.")));

    if (outcome.equals("delivered")) {
      delivered(delivery, 1);
      assertThat(receiver.all()).hasSize(1);
    } else {
      assertThat(delivery.path("status").asString()).isEqualTo("dead_lettered");
      assertThat(delivery.path("last_error").asString()).isEqualTo(outcome);
      assertThat(receiver.all()).isEmpty();
    }
  }
}

package dev.holdpoint.acceptance;

import static dev.holdpoint.acceptance.Acceptance.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.daemon.TestDaemon;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Where deliveries go, as people are told. */
final class DeliveryLabelTest {
  private static TestDaemon daemon;
  private static Http http;
  private static Http viewer;

  @BeforeAll
  static void start() {
    daemon = TestDaemon.start(Database.newFolder(), Map.of());
    http = daemon.http();
    viewer = http.withRole("viewer", "vera");
  }

  @AfterAll
  static void stop() {
    daemon.close();
  }

  // PG-56
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          external | crm               | {'type':'external','connector':'crm','route':'hook/s3cret-route'}
          slack    | work C024BE91L    | {'type':'slack','connector':'work','channel_id':'C024BE91L','thread_ts':'s3cret'}
          slack    | work              | {'type':'slack','connector':'work','channel_id':'C1/x?token=s3cret'}
          telegram | ops -100123       | {'type':'telegram','connector':'ops','chat_id':-100123}
          http     | hooks.example.org | {'type':'http','url':'https://hooks.example.org:8443/services/s3cret?token=s3cret'}
          crm      | crm               | {'plugin':'crm','address':'s3cret/route'}
          crm      | in.example.org    | {'plugin':'crm','address':'https://user:s3cret@in.example.org/s3cret'}
          """)
  void PG_56_where_a_delivery_goes_is_told_without_path_query_or_token(
      String plugin, String label, String target) {
    String session = "to-" + Integer.toHexString(target.hashCode());
    http.session(session);
    http.post(
            "/v1/sessions/" + session + "/reply-targets",
            json("{'reply_targets':[%s]}".formatted(target)))
        .expect(200);
    String run = http.submit(session, Script.say("Done."));
    http.awaitRun(run, "completed");
    JsonNode row = http.get("/v1/deliveries?run_id=" + run).expect(200).json().get(0);
    String path = "/v1/deliveries/" + row.path("delivery_id").asString();

    assertThat(row.path("target_label").asString()).isEqualTo(label);
    assertThat(row.path("title").asString()).isEqualTo("Scripted run (1 step)");
    assertThat(viewer.get(path).expect(200).json().path("target_label").asString())
        .isEqualTo(plugin);
    JsonNode seen = http.get("/v1/runs/" + run).expect(200).json().at("/deliveries/0");
    assertThat(seen.has("target_label")).isFalse();
    assertThat(http.get("/v1/deliveries").text() + seen + viewer.get("/v1/deliveries").text())
        .doesNotContain("s3cret", "hooks.example.org:", "/services");
  }
}

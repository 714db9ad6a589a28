package dev.holdpoint.outbound;

import static org.assertj.core.api.Assertions.assertThat;

import com.standardwebhooks.Webhook;
import dev.holdpoint.core.delivery.AttemptResult;
import dev.holdpoint.core.delivery.DeliveryAttempt;
import dev.holdpoint.core.delivery.DeliveryFault;
import dev.holdpoint.core.session.CredentialScope;
import dev.holdpoint.outbound.Receiver.Got;
import dev.holdpoint.outbound.Receiver.Says;
import java.net.URI;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Each kind of connector, against a server that writes down what it is sent. */
class ConnectorsTest {
  private static final JsonMapper JSON = new JsonMapper();
  private static final Credential OWN =
      new Credential("own", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
  private static final Credential CRM_SECRET =
      new Credential("crm.secret", "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA");

  private final Receiver receiver = new Receiver();
  private final Connectors outlets = outlets(false);

  private Connectors outlets(boolean anywhere) {
    URI base = URI.create(receiver.url() + "/base");
    return new Connectors(
        new Connectors.Settings(
            List.of(
                connector("work", ConnectorKind.SLACK, base, "SLACK_TOKEN", null),
                connector("ops", ConnectorKind.TELEGRAM, base, "TELEGRAM_TOKEN", null),
                connector("crm", ConnectorKind.EXTERNAL, base, "crm.token", CRM_SECRET),
                connector("open", ConnectorKind.EXTERNAL, base, null, null),
                connector("inner", ConnectorKind.HTTP, base, null, null)),
            OWN,
            anywhere,
            "holdpoint/test"),
        InstantSource.system());
  }

  private static Connector connector(
      String name,
      ConnectorKind kind,
      URI base,
      @Nullable String token,
      @Nullable Credential secret) {
    return new Connector(
        name, kind, base, token == null ? null : new Credential(token, "42:" + token), secret);
  }

  @AfterEach
  void stop() {
    outlets.close();
    receiver.close();
  }

  private Got sent(Connectors through, DeliveryAttempt parcel) throws InterruptedException {
    assertThat(through.carry(parcel)).isInstanceOf(AttemptResult.Taken.class);
    assertThat(receiver.all()).hasSize(1);
    return receiver.next();
  }

  private static JsonNode json(Got got) {
    return JSON.readTree(got.body());
  }

  private static void verify(Credential secret, Got got) throws Exception {
    new Webhook(secret.value()).verify(got.body(), lowerCase(got.headers()));
  }

  private static Map<String, List<String>> lowerCase(Map<String, List<String>> headers) {
    return headers.entrySet().stream()
        .collect(
            java.util.stream.Collectors.toMap(
                header -> header.getKey().toLowerCase(java.util.Locale.ROOT), Map.Entry::getValue));
  }

  @Test
  void a_url_gets_the_payload_signed_and_under_the_id_of_the_delivery() throws Exception {
    try (Connectors anywhere = outlets(true)) {
      Got got =
          sent(
              anywhere,
              Parcels.to(
                  "http",
                  "{'url':'%s/hook?a=b','headers':{'X-Team':'blue'}}".formatted(receiver.url())));

      assertThat(got.method()).isEqualTo("POST");
      assertThat(got.path()).isEqualTo("/hook?a=b");
      assertThat(got.body()).isEqualTo("{\"type\":\"output\",\"text\":\"héllo\"}");
      assertThat(got.header("Content-Type")).startsWith("application/json");
      assertThat(got.header("Host")).isEqualTo("127.0.0.1:" + receiver.port());
      assertThat(got.header("User-Agent")).isEqualTo("holdpoint/test");
      assertThat(got.header("X-Team")).isEqualTo("blue");
      assertThat(got.header("Idempotency-Key")).isEqualTo(Parcels.DELIVERY);
      assertThat(got.header("webhook-id")).isEqualTo(Parcels.DELIVERY);
      assertThat(got.header("Authorization")).isNull();
      assertThat(got.header("Accept-Encoding")).isNull();
      verify(OWN, got);
    }
  }

  @Test
  void an_external_route_is_below_the_base_with_token_and_secret_of_its_connector()
      throws Exception {
    Got got = sent(outlets, Parcels.to("external", "{'connector':'crm','route':'t/n w'}"));

    assertThat(got.path()).isEqualTo("/base/t/n%20w");
    assertThat(got.header("Authorization")).isEqualTo("Bearer 42:crm.token");
    assertThat(got.header("Idempotency-Key")).isEqualTo(Parcels.DELIVERY);
    verify(CRM_SECRET, got);
  }

  @Test
  void a_connector_without_a_secret_signs_with_that_of_the_daemon() throws Exception {
    Got got = sent(outlets, Parcels.to("open", "tickets"));

    assertThat(got.header("Authorization")).isNull();
    verify(OWN, got);
  }

  @Test
  void what_the_operator_chose_may_be_private() throws Exception {
    Got got = sent(outlets, Parcels.to("inner", receiver.url() + "/base/x"));

    assertThat(got.path()).isEqualTo("/base/x");
  }

  @Test
  void slack_gets_a_message_in_its_thread() throws Exception {
    receiver.says(Says.json(200, "{'ok':true}"));

    Got got =
        sent(
            outlets,
            Parcels.to(
                "slack",
                "{'connector':'work','channel_id':'C1','team_id':'T1','thread_ts':'1.2'}",
                "Done <!channel>",
                Parcels.OPEN));

    assertThat(got.path()).isEqualTo("/base/chat.postMessage");
    assertThat(got.header("Authorization")).isEqualTo("Bearer 42:SLACK_TOKEN");
    assertThat(got.header("Content-Type")).startsWith("application/json");
    assertThat(got.header("webhook-signature")).isNull();
    JsonNode body = json(got);
    assertThat(body.path("channel").asString()).isEqualTo("C1");
    assertThat(body.path("thread_ts").asString()).isEqualTo("1.2");
    assertThat(body.path("text").asString()).isEqualTo("Done &lt;!channel&gt;");
    assertThat(body.path("unfurl_links").asBoolean(true)).isFalse();
  }

  @Test
  void telegram_gets_a_message_in_its_topic() throws Exception {
    receiver.says(Says.json(200, "{'ok':true,'result':{}}"));

    Got got =
        sent(
            outlets,
            Parcels.to(
                "telegram",
                "{'connector':'ops','chat_id':-100,'message_thread_id':4,'reply_to_message_id':5}",
                "x".repeat(5_000),
                Parcels.OPEN));

    assertThat(got.path()).isEqualTo("/base/bot42:TELEGRAM_TOKEN/sendMessage");
    JsonNode body = json(got);
    assertThat(body.path("chat_id").asInt()).isEqualTo(-100);
    assertThat(body.path("message_thread_id").asInt()).isEqualTo(4);
    assertThat(body.at("/reply_parameters/message_id").asInt()).isEqualTo(5);
    assertThat(body.path("text").asString()).hasSize(4_096).endsWith("(cut)");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          work | 300000  | {'ok':true,'message':{'text':'%s'}}     | taken
          work | 300000  | {'message':{'text':'%s'},'ok':true}     | taken
          work | 300000  | {'message':{'text':'%s'},'ok':false,'error':'no_text'} | terminal
          work | 2000000 | {'ok':true,'message':{'text':'%s'}}     | taken
          work | 2000000 | {'message':{'text':'%s'},'ok':true}     | status
          ops  | 300000  | {'result':{'text':'%s'},'ok':true}      | taken
          ops  | 2000000 | {'ok':true,'result':{'text':'%s'}}      | taken
          ops  | 2000000 | {'result':{'text':'%s'},'ok':true}      | status
          """)
  void a_message_is_not_posted_again_because_the_answer_is_long(
      String plugin, int length, String answer, String verdict) throws Exception {
    receiver.says(Says.json(200, answer.formatted("x".repeat(length))));

    String told =
        switch (outlets.carry(Parcels.to(plugin, "1"))) {
          case AttemptResult.Taken _ -> "taken";
          case AttemptResult.Refused refused when refused.isFinal() ->
              refused.fault().wire().substring("failed:".length());
          case AttemptResult.Refused _ -> "again";
        };
    assertThat(told).isEqualTo(verdict);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          mail  | ada@example.com
          slack | {'connector':'nobody','channel_id':'C1'}
          crm   | ../secret
          inner | https://elsewhere.example/base/x
          """)
  void what_leads_nowhere_is_never_tried_again(String plugin, String address) throws Exception {
    assertThat(outlets.carry(Parcels.to(plugin, address)))
        .isEqualTo(new AttemptResult.Refused(DeliveryFault.TERMINAL, true, null, null));
    assertThat(receiver.all()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          other | *           | work
          work  | OTHER       | work
          work  | ''          | work
          crm   | crm.token   | crm
          ops   | SLACK_TOKEN | ops
          """)
  void what_the_scope_denies_is_blocked_without_a_packet(
      String connectors, String credentials, String plugin) throws Exception {
    CredentialScope scope =
        Parcels.scope(
            List.of(connectors), credentials.isEmpty() ? List.of() : List.of(credentials));

    assertThat(outlets.carry(Parcels.to(plugin, "1", "Hello.", scope)))
        .isEqualTo(new AttemptResult.Refused(DeliveryFault.BLOCKED, true, null, null));
    assertThat(receiver.all()).isEmpty();
  }

  @Test
  void what_the_scope_permits_goes() throws Exception {
    sent(
        outlets,
        Parcels.to(
            "crm",
            "1",
            "Hello.",
            Parcels.scope(List.of("crm"), List.of("crm.token", "crm.secret"))));
  }
}

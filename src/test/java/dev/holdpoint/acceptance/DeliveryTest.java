package dev.holdpoint.acceptance;

import static dev.holdpoint.acceptance.Acceptance.json;
import static dev.holdpoint.acceptance.Acceptance.refused;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.daemon.TestDaemon;
import dev.holdpoint.engine.json.Digests;
import dev.holdpoint.outbound.Receiver;
import dev.holdpoint.outbound.Receiver.Says;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Deliveries as an operator sees them, and dead letters that are sent again. */
@OnBothDatabases
class DeliveryTest {
  private static final AtomicInteger SESSIONS = new AtomicInteger();
  private static final Map<Database, Setting> SETTINGS = new EnumMap<>(Database.class);
  private static final String ROUTE = "tickets-of-the-board-4711";

  private final Receiver receiver;
  private final Http http;

  DeliveryTest(Database database) {
    Setting setting = SETTINGS.computeIfAbsent(database, DeliveryTest::set);
    this.receiver = setting.receiver.forget();
    this.http = setting.daemon.http();
  }

  private record Setting(Receiver receiver, TestDaemon daemon) {}

  private static Setting set(Database database) {
    Receiver receiver = new Receiver();
    Map<String, String> settings = new HashMap<>();
    settings.put("HOLDPOINT_DELIVERIES_FIRST_RETRY_MS", "1");
    settings.put("HOLDPOINT_DELIVERIES_LONGEST_RETRY_MS", "2");
    settings.put("HOLDPOINT_DELIVERIES_MAX_ATTEMPTS", "3");
    for (String name : List.of("CRM", "ERP")) {
      settings.put("HOLDPOINT_CONNECTORS_" + name + "_KIND", "external");
      settings.put("HOLDPOINT_CONNECTORS_" + name + "_BASE_URL", receiver.url());
    }
    return new Setting(
        receiver, TestDaemon.start(Database.newFolder(), database.settings(settings)));
  }

  @AfterAll
  static void stop() {
    SETTINGS.values().forEach(setting -> setting.daemon.close());
    SETTINGS.values().forEach(setting -> setting.receiver.close());
    SETTINGS.clear();
  }

  private String session() {
    return session("{'type':'external','connector':'crm','route':'%s'}".formatted(ROUTE));
  }

  private String session(String target) {
    String id = "dlv-" + SESSIONS.incrementAndGet();
    http.session(id);
    http.post(
            "/v1/sessions/" + id + "/reply-targets",
            json("{'reply_targets':[%s]}".formatted(target)))
        .expect(200);
    return id;
  }

  private static boolean isSettled(JsonNode delivery) {
    return Set.of("delivered", "dead_lettered").contains(delivery.path("status").asString());
  }

  private JsonNode settled(String id) {
    return http.await("/v1/deliveries/" + id, DeliveryTest::isSettled);
  }

  private static String id(JsonNode delivery) {
    return delivery.path("delivery_id").asString();
  }

  private String say(String session, String words) {
    String run = http.submit(session, Script.say(words));
    http.awaitRun(run, "completed");
    return run;
  }

  /** The only delivery of a run, when nothing more will happen to it. */
  private JsonNode said(String session) {
    String run = say(session, "Done.");
    return http.await(
            "/v1/deliveries?run_id=" + run, list -> list.size() == 1 && isSettled(list.get(0)))
        .get(0);
  }

  private JsonNode deadLetter(String session) {
    receiver.says(Says.status(400));
    JsonNode dead = said(session);
    assertThat(dead.path("status").asString()).isEqualTo("dead_lettered");
    return dead;
  }

  private Http.Answer replay(JsonNode delivery, String query) {
    return http.post("/v1/deliveries/" + id(delivery) + "/replay" + query, "");
  }

  private JsonNode status() {
    return http.get("/v1/status").expect(200).json();
  }

  // K4-354, K4-355, K4-356, K4-357, K4-358, K4-359, K4-360, K4-361, K4-362
  @Test
  void an_operator_sees_what_happens_and_neither_address_nor_content() {
    AtomicInteger calls = new AtomicInteger();
    receiver.says(_ -> Says.status(calls.incrementAndGet() == 1 ? 503 : 204));
    String session = session();
    String run = say(session, "a secret of the house");

    String path = "/v1/deliveries?run_id=" + run;
    JsonNode view = http.await(path, list -> list.size() == 1 && isSettled(list.get(0))).get(0);
    assertThat(view.path("plugin").asString()).isEqualTo("external");
    assertThat(view.path("target").asString()).matches("external:sha256:[0-9a-f]{16}");
    assertThat(view.path("attempts").asInt()).isEqualTo(2);
    assertThat(view.path("run_id").asString()).isEqualTo(run);
    assertThat(view.path("session_id").asString()).isEqualTo(session);
    assertThat(view.path("created_at_ms").asLong()).isPositive();
    assertThat(view.path("delivered_at_ms").asLong())
        .isGreaterThanOrEqualTo(view.path("created_at_ms").asLong());
    assertThat(view.path("content_size_bytes").asLong()).isGreaterThan(100);
    assertThat(view.has("dead_lettered_at_ms")).isFalse();
    for (String address :
        List.of(path, "/v1/deliveries?page=true", "/v1/deliveries/" + id(view), "/v1/status")) {
      assertThat(http.get(address).expect(200).text())
          .doesNotContain(ROUTE)
          .doesNotContain("a secret of the house")
          .doesNotContain("127.0.0.1:" + receiver.port());
    }
  }

  // K4-359, K4-384
  @Test
  void a_target_that_fails_on_is_given_up_after_so_many_attempts() {
    receiver.says(Says.status(500));
    JsonNode dead = said(session());
    assertThat(dead.path("status").asString()).isEqualTo("dead_lettered");
    assertThat(dead.path("attempts").asInt()).isEqualTo(3);
    assertThat(dead.path("last_error").asString()).isEqualTo("failed:status");
    assertThat(dead.path("dead_lettered_at_ms").asLong()).isPositive();
    assertThat(receiver.all()).hasSize(3);
  }

  // K4-42, K4-43, K4-44, K4-363, K4-364, K4-365, K4-366, K4-367, K4-368
  @Test
  void lists_are_narrowed_and_paged() {
    String session = session();
    JsonNode dead = deadLetter(session);
    receiver.says(Says.status(204));
    JsonNode good = said(session);
    JsonNode other = said(session("{'plugin':'erp','address':'%s'}".formatted(ROUTE)));

    assertThat(ids("/v1/deliveries?session_id=" + session)).containsExactly(id(good), id(dead));
    assertThat(ids("/v1/deliveries?run_id=" + dead.path("run_id").asString()))
        .containsExactly(id(dead));
    assertThat(ids("/v1/deliveries?plugin=erp")).contains(id(other)).doesNotContain(id(good));
    assertThat(ids("/v1/deliveries?plugin=nobody")).isEmpty();
    assertThat(ids("/v1/deliveries?session_id=nobody")).isEmpty();
    assertThat(ids("/v1/deliveries?run_id=nobody")).isEmpty();
    assertThat(ids("/v1/deliveries?status=dead_lettered&session_id=" + session))
        .containsExactly(id(dead));
    assertThat(ids("/v1/deliveries?status=delivered&session_id=" + session))
        .containsExactly(id(good));
    for (String empty : List.of("pending", "retrying")) {
      assertThat(ids("/v1/deliveries?status=" + empty + "&session_id=" + session)).isEmpty();
    }
    assertThat(ids("/v1/deliveries/dead-letter?session_id=" + session)).containsExactly(id(dead));
    refused(http.get("/v1/deliveries?status=lost"), 400, "api", "invalid_request");

    String list = "/v1/deliveries?page=true&limit=1&session_id=" + session;
    JsonNode first = http.get(list).expect(200).json();
    assertThat(first.at("/pagination/total_count").asInt()).isEqualTo(2);
    assertThat(first.at("/pagination/has_more").asBoolean()).isTrue();
    String cursor = first.at("/pagination/next_cursor").asString();
    JsonNode second = http.get(list + "&cursor=" + cursor).expect(200).json();
    assertThat(id(second.at("/items/0"))).isEqualTo(id(dead));
    assertThat(second.at("/pagination/has_more").asBoolean()).isFalse();
    refused(http.get("/v1/deliveries?cursor=" + cursor), 400, "pagination", "invalid_cursor");
    refused(http.get("/v1/deliveries/dlv_nobody"), 404, "deliveries", "delivery_not_found");
  }

  private List<String> ids(String path) {
    return http.get(path).expect(200).json().valueStream().map(DeliveryTest::id).toList();
  }

  // K4-45, K4-369, K4-370, K4-371, K4-372, K4-373, K4-374
  @Test
  void a_dead_letter_is_replayed_once_however_often_it_is_asked_for() {
    JsonNode dead = deadLetter(session());
    receiver.says(Says.status(503));

    JsonNode answer = replay(dead, "").expect(201).json();
    assertThat(answer.path("replayed_from_delivery_id").asString()).isEqualTo(id(dead));
    JsonNode fresh = answer.path("delivery");
    assertThat(fresh.path("status").asString()).isEqualTo("pending");
    assertThat(id(fresh)).isNotEqualTo(id(dead));
    assertThat(fresh.path("replayed_from_delivery_id").asString()).isEqualTo(id(dead));
    JsonNode again = replay(dead, "").expect(200).json();
    assertThat(id(again.path("delivery"))).isEqualTo(id(fresh));

    assertThat(settled(id(fresh)).path("status").asString()).isEqualTo("dead_lettered");
    assertThat(id(replay(dead, "").expect(200).json().path("delivery"))).isEqualTo(id(fresh));
    receiver.says(Says.status(204));
    JsonNode forced = replay(dead, "?force=true").expect(201).json().path("delivery");
    assertThat(id(forced)).isNotEqualTo(id(fresh));
    assertThat(settled(id(forced)).path("status").asString()).isEqualTo("delivered");
    assertThat(id(replay(dead, "?force=false").expect(200).json().path("delivery")))
        .isEqualTo(id(forced));
    assertThat(http.get("/v1/deliveries/" + id(dead)).json())
        .as("history stays as it was")
        .isEqualTo(dead);
  }

  @Test
  void force_may_stand_in_the_body_and_nothing_else_may() {
    JsonNode dead = deadLetter(session());
    String path = "/v1/deliveries/" + id(dead) + "/replay";
    String first = id(http.post(path, "{}").expect(201).json().path("delivery"));
    settled(first);
    JsonNode forced = http.post(path, json("{'force':true}")).expect(201).json().path("delivery");
    assertThat(id(forced)).isNotEqualTo(first);
    settled(id(forced));
    refused(http.post(path, json("{'forced':true}")), 400, "api", "invalid_request");
  }

  // K4-376
  @Test
  void a_forced_replay_with_a_key_is_made_once() {
    JsonNode dead = deadLetter(session());
    String path = "/v1/deliveries/" + id(dead) + "/replay?force=true";
    String key = "again-" + id(dead);
    Http.Answer first =
        http.send("POST", path, "", request -> request.header("Idempotency-Key", key)).expect(201);
    Http.Answer second =
        http.send("POST", path, "", request -> request.header("Idempotency-Key", key)).expect(201);
    assertThat(id(second.json().path("delivery"))).isEqualTo(id(first.json().path("delivery")));
    assertThat(second.header("Idempotency-Replayed")).isEqualTo("true");
    settled(id(first.json().path("delivery")));
  }

  // K4-377
  @Test
  void many_who_replay_at_once_make_one_delivery() {
    String session = session();
    JsonNode dead = deadLetter(session);
    receiver.says(Says.status(204));
    Set<String> made =
        Acceptance.atOnce(16, () -> replay(dead, "").json().path("delivery")).stream()
            .map(DeliveryTest::id)
            .collect(Collectors.toSet());
    assertThat(made).hasSize(1);
    made.forEach(this::settled);
    assertThat(ids("/v1/deliveries?session_id=" + session)).hasSize(2);
  }

  // K4-378
  @ParameterizedTest
  @ValueSource(strings = {"", "?force=true"})
  void only_a_dead_letter_is_replayed(String query) {
    JsonNode good = said(session());
    refused(replay(good, query), 409, "deliveries", "delivery_not_dead_lettered");
    refused(
        http.post("/v1/deliveries/dlv_x/replay" + query, ""),
        404,
        "deliveries",
        "delivery_not_found");
  }

  // K4-379, K4-380, K4-381
  @Test
  void the_status_warns_while_a_dead_letter_has_no_replay_that_arrived() {
    long before = status().at("/delivery/dead_lettered").asLong();
    long unresolved = status().at("/delivery/unresolved_dead_lettered").asLong();
    JsonNode dead = deadLetter(session());

    assertThat(status().at("/delivery/dead_lettered").asLong()).isEqualTo(before + 1);
    assertThat(status().at("/delivery/unresolved_dead_lettered").asLong())
        .isEqualTo(unresolved + 1);
    assertThat(warned()).isTrue();
    // Everything that other tests have left, until nothing is unresolved.
    receiver.says(Says.status(204));
    for (JsonNode one : http.get("/v1/deliveries/dead-letter?limit=100").json()) {
      settled(id(replay(one, "?force=true").expect(201).json().path("delivery")));
    }
    assertThat(status().at("/delivery/unresolved_dead_lettered").asLong()).isZero();
    assertThat(warned()).isFalse();
    assertThat(status().at("/delivery/dead_lettered").asLong()).isGreaterThanOrEqualTo(before + 1);
    assertThat(http.get("/v1/deliveries/" + id(dead)).json()).isEqualTo(dead);
  }

  private boolean warned() {
    return status()
        .at("/health/warnings")
        .valueStream()
        .anyMatch(w -> w.path("code").asString().equals("deliveries_dead_lettered"));
  }

  // K4-382
  @Test
  void every_run_of_a_list_shows_its_own_deliveries() {
    String session = session();
    for (int i = 0; i < 3; i++) {
      said(session);
    }
    http.get("/v1/runs?session_id=" + session)
        .json()
        .forEach(run -> assertThat(run.path("deliveries")).hasSize(1));
  }

  // K4-382
  @ParameterizedTest
  @CsvSource({"204, delivered", "400, dead_lettered"})
  void a_run_shows_what_became_of_its_outputs(int answer, String status) {
    receiver.says(Says.status(answer));
    String session = session();
    JsonNode delivery = said(session);
    String run = delivery.path("run_id").asString();
    assertThat(delivery.path("status").asString()).isEqualTo(status);
    // A run is seen by more people: where its outputs go is told by the list of deliveries.
    JsonNode seen = ((ObjectNode) delivery.deepCopy()).without("target_label");
    assertThat(http.get("/v1/runs/" + run).json().at("/deliveries/0")).isEqualTo(seen);
    assertThat(http.get("/v1/runs?session_id=" + session).json().at("/0/deliveries/0"))
        .isEqualTo(seen);
  }

  // K4-417, K4-427, K4-428, K4-429, K4-432
  @Test
  void every_attempt_is_told_before_and_after_it() {
    AtomicInteger calls = new AtomicInteger();
    receiver.says(_ -> Says.status(calls.incrementAndGet() == 1 ? 503 : 204));
    JsonNode delivery = said(session());
    String path = "/v1/runs/" + delivery.path("run_id").asString() + "/external-actions";
    List<JsonNode> actions = http.get(path).expect(200).json().valueStream().toList();
    assertThat(actions).hasSize(4);
    assertThat(actions.stream().map(a -> a.path("phase").asString()))
        .containsExactly("request", "response", "request", "response");
    assertThat(actions.stream().map(a -> a.path("outcome").asString("")))
        .containsExactly("", "failed:status", "", "ok");
    for (JsonNode action : actions) {
      assertThat(action.path("kind").asString()).isEqualTo("delivery");
      assertThat(action.path("target")).isEqualTo(delivery.path("target"));
      assertThat(action.path("grant_id").asString()).isEqualTo(id(delivery));
      assertThat(action.path("request_digest").asString())
          .as("of the very body that was sent")
          .isEqualTo(Digests.sha256Hex(receiver.all().getFirst().body().getBytes(UTF_8)));
    }
  }

  @Test
  void what_goes_to_one_target_arrives_in_order_whatever_fails_in_between() {
    AtomicInteger calls = new AtomicInteger();
    receiver.says(_ -> Says.status(calls.incrementAndGet() % 2 == 1 ? 503 : 204));
    String session = session();
    String run = http.submit(session, Script.say("one"), Script.say("two"), Script.say("three"));
    http.awaitRun(run, "completed");
    http.await(
        "/v1/deliveries?run_id=" + run,
        list -> list.size() == 3 && list.valueStream().allMatch(DeliveryTest::isSettled));
    assertThat(receiver.all().stream().map(Receiver.Got::body).map(DeliveryTest::content))
        .containsExactly("one", "one", "two", "two", "three", "three");
  }

  @Test
  void what_nobody_could_print_goes_out_too() {
    String run = say(session(), "a\u0000b");
    http.await("/v1/deliveries?run_id=" + run, list -> list.size() == 1 && isSettled(list.get(0)));
    assertThat(content(receiver.next().body())).isEqualTo("a\u0000b");
  }

  private static String content(String body) {
    return Acceptance.JSON.readTree(body).at("/output/content").asString();
  }
}

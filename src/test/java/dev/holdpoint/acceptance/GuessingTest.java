package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.api.Endpoints;
import dev.holdpoint.api.endpoint.Endpoint;
import dev.holdpoint.api.endpoint.Endpoint.Access;
import dev.holdpoint.api.endpoint.Surface;
import dev.holdpoint.blackbox.Http;
import dev.holdpoint.daemon.TestDaemon;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** PF-68 at the doors. The daemon lets one fail a minute, and believes a proxy on this machine. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class GuessingTest {
  private static final AtomicInteger ADDRESSES = new AtomicInteger();

  private final AtomicLong clock = new AtomicLong(System.currentTimeMillis());
  private TestDaemon daemon;
  private Http http;

  @BeforeAll
  void start(@TempDir Path data) {
    daemon =
        TestDaemon.start(
            data,
            Map.of(
                "HOLDPOINT_LIMITS_FAILED_CREDENTIALS_PER_MINUTE",
                "1",
                "HOLDPOINT_TRUSTED_PROXIES",
                "127.0.0.0/8"),
            () -> Instant.ofEpochMilli(clock.get()));
    http = daemon.http();
  }

  @AfterAll
  void stop() {
    daemon.close();
  }

  /** One that nobody has called from. */
  private static String address() {
    int next = ADDRESSES.incrementAndGet();
    return "198.18.%d.%d".formatted(next >> 8, next & 255);
  }

  private Http.Answer call(
      String method, String path, @Nullable String body, @Nullable String token, String address) {
    return http.as(token)
        .send(method, path, body, request -> request.header("X-Forwarded-For", address));
  }

  private int get(String path, String token, String address) {
    return call("GET", path, null, token, address).status();
  }

  private int signIn(String member, String value, String address) {
    String body = Acceptance.json("{'%s':'%s'}", member, value);
    return call("POST", Browser.SESSIONS, body, null, address).status();
  }

  private static String path(Endpoint endpoint) {
    return endpoint.path().replaceAll("\\{[^}]+}", "x");
  }

  // PF-68
  @Test
  void PF_68_every_endpoint_counts_and_refuses() {
    List<Endpoint> closed =
        Endpoints.ALL.stream().filter(each -> each.access() != Access.OPEN).toList();
    assertThat(closed.stream().map(Endpoint::path))
        .as("every surface is here")
        .anyMatch(path -> path.startsWith("/v1/"))
        .anyMatch(path -> path.startsWith("/api/"))
        .anyMatch(path -> Surface.of(path) == Surface.MCP)
        .anyMatch(path -> Surface.of(path) == Surface.SIGNED)
        .anyMatch(path -> path.contains("acp"))
        .anyMatch(path -> path.contains("hook"));
    for (Endpoint endpoint : closed) {
      String from = address();
      String method = endpoint.method().name();
      String called = method + " " + endpoint.path();

      assertThat(call(method, path(endpoint), null, "hpt_wrong", from).status())
          .as(called)
          .isEqualTo(401);
      Http.Answer beyond = call(method, path(endpoint), null, http.token(), from);
      assertThat(beyond.status()).as(called + beyond.text()).isEqualTo(429);
      assertThat(beyond.header("Retry-After")).as(called).isEqualTo("60");
      assertThat(beyond.text()).as(called).doesNotContain("hpt_");
    }
  }

  // PF-68
  @Test
  void PF_68_beyond_the_limit_what_was_good_there_is_served_and_a_day_later_is_not() {
    String from = address();
    String used = String.valueOf(http.withRole("viewer", "used here").token());
    String other = String.valueOf(http.withRole("viewer", "used elsewhere").token());
    assertThat(get("/v1/status", used, from)).isEqualTo(200);
    assertThat(get("/v1/status", other, address())).isEqualTo(200);

    assertThat(get("/v1/status", "hpt_wrong", from)).isEqualTo(401);
    assertThat(get("/v1/status", "hpt_wrong2", from)).isEqualTo(429);
    assertThat(get("/v1/status", other, from)).isEqualTo(429);
    assertThat(get("/v1/status", used, from)).isEqualTo(200);
    assertThat(get("/v1/status", other, address())).isEqualTo(200);

    clock.addAndGet(24 * 3_600_000);
    assertThat(get("/v1/status", "hpt_wrong3", from)).isEqualTo(401);
    assertThat(get("/v1/status", used, from)).isEqualTo(429);
    clock.addAndGet(60_000);
    assertThat(get("/v1/status", other, from)).isEqualTo(200);
  }

  // PF-68
  @ParameterizedTest
  @CsvSource({
    "token, hpt_wrong, token",
    "token, sk_int_wrong, service_key",
    "token, eyJ.wrong.x, platform_token",
    "code, wrong, link_code"
  })
  void PF_68_signing_in_counts_too_and_the_metric_tells_of_it(
      String member, String value, String kind) {
    String from = address();
    String sample = "holdpoint_failed_credentials_total{kind=\"" + kind + "\"} ";
    long before = metric(sample);

    assertThat(signIn(member, value, from)).isEqualTo(401);
    assertThat(metric(sample)).isEqualTo(before + 1);
    assertThat(signIn(member, value + "2", from)).isEqualTo(429);
    assertThat(signIn("token", String.valueOf(http.token()), from)).isEqualTo(429);
    assertThat(get("/v1/status", String.valueOf(http.token()), from)).isEqualTo(429);
    assertThat(metric(sample)).isEqualTo(before + 1);
  }

  private String redeem(String permit, String jws, String key, String address) {
    Http.Answer answer =
        call(
            "POST",
            "/v1/permits/" + permit + "/redeem",
            Acceptance.json(
                "{'permit':'%s','redeemer_key':'%s','tool_name':'deploy','input':{'to':'prod'}}",
                jws, key),
            http.token(),
            address);
    return answer.status() + " " + answer.header("Retry-After");
  }

  private int report(String permit, String key, String address) {
    return call(
            "POST",
            "/v1/permits/" + permit + "/result",
            Acceptance.json("{'redeemer_key':'%s','outcome':'started'}", key),
            http.token(),
            address)
        .status();
  }

  private String allowed() {
    String session = "permits-" + ADDRESSES.incrementAndGet();
    http.session(session);
    JsonNode raised =
        http.post(
                "/v1/sessions/" + session + "/approval-requests",
                Acceptance.json("{'tool_name':'deploy','input':{'to':'prod'},'reason':'release'}"))
            .expect(201)
            .json();
    String gate = raised.at("/request/id").asString();
    http.post(
            "/v1/runs/" + raised.path("run_id").asString() + "/approvals",
            Acceptance.json("{'resolutions':[{'request_id':'%s','behavior':'allow'}]}", gate))
        .expect(202);
    return "prm_" + gate.substring("apr_".length());
  }

  // PF-68
  @Test
  void PF_68_permits_and_the_keys_of_runners_count_too() {
    String sample = "holdpoint_failed_credentials_total{kind=\"permit\"} ";
    long before = metric(sample);
    String used = allowed();
    String other = allowed();
    String right = http.get("/v1/permits/" + used).expect(200).json().path("permit").asString();
    String unused = http.get("/v1/permits/" + other).expect(200).json().path("permit").asString();
    String from = address();
    assertThat(redeem(used, right, "key-of-this-runner", from)).startsWith("200");

    assertThat(report(used, "key-of-another-runner", from)).isEqualTo(403);
    assertThat(metric(sample)).isEqualTo(before + 1);
    assertThat(redeem(other, "a.b.c", "key-of-this-runner", from)).isEqualTo("429 60");
    assertThat(redeem(other, unused, "key-of-this-runner", from)).isEqualTo("429 60");
    assertThat(report(used, "key-of-a-third-runner", from)).isEqualTo(429);
    assertThat(report(used, "key-of-this-runner", from)).as("was good there").isEqualTo(200);
    assertThat(redeem(used, right, "key-of-this-runner", from)).startsWith("200");
    assertThat(metric(sample)).isEqualTo(before + 1);

    String elsewhere = address();
    assertThat(redeem(other, "a.b.c", "key-of-this-runner", elsewhere)).startsWith("403");
    assertThat(redeem(other, "a.b.d", "key-of-this-runner", elsewhere)).isEqualTo("429 60");
    assertThat(metric(sample)).isEqualTo(before + 2);
    assertThat(overMcp(other, "a.b.c", address())).isEqualTo(200);
    assertThat(metric(sample)).isEqualTo(before + 3);
    assertThat(overMcp(other, "a.b.d", elsewhere)).isEqualTo(429);
    assertThat(redeem(other, unused, "key-of-this-runner", address())).startsWith("200");
  }

  private int overMcp(String permit, String jws, String address) {
    return call(
            "POST",
            "/mcp",
            Acceptance.json(
                "{'jsonrpc':'2.0','id':1,'method':'tools/call','params':{'name':'redeem_permit','arguments':"
                    + "{'permit_id':'%s','permit':'%s','redeemer_key':'key-of-this-runner',"
                    + "'tool_name':'deploy','input':{'to':'prod'}}}}",
                permit, jws),
            http.token(),
            address)
        .status();
  }

  private long metric(String sample) {
    return http.get("/metrics")
        .text()
        .lines()
        .filter(line -> line.startsWith(sample))
        .mapToLong(line -> Long.parseLong(line.substring(sample.length())))
        .sum();
  }

  @Test
  void a_browser_with_an_old_cookie_locks_nobody_out_and_one_that_signed_in_stays_in() {
    String from = address();
    Http.Answer signed =
        call(
            "POST",
            Browser.SESSIONS,
            Acceptance.json("{'token':'%s'}", String.valueOf(http.token())),
            null,
            from);
    String cookie = signed.expect(201).header("Set-Cookie").replaceFirst(";.*", "");
    String old = cookie.replaceFirst("=.*", "=old");
    for (int i = 0; i < 5; i++) {
      clock.addAndGet(60_000);
      assertThat(withCookie(old, from)).isEqualTo(401);
    }
    assertThat(get("/v1/status", "hpt_wrong", from)).as("one is left").isEqualTo(401);
    assertThat(withCookie(old, from)).isEqualTo(429);
    assertThat(withCookie(cookie, from)).isEqualTo(200);
  }

  private int withCookie(String cookie, String address) {
    return http.as(null)
        .send(
            "GET",
            "/v1/me",
            null,
            request -> request.header("Cookie", cookie).header("X-Forwarded-For", address))
        .status();
  }

  @Test
  void what_the_caller_writes_of_its_address_left_of_the_proxys_is_not_believed() {
    String from = address();

    assertThat(get("/v1/status", "hpt_a", "203.0.113.1, " + from)).isEqualTo(401);
    assertThat(get("/v1/status", "hpt_b", "203.0.113.2, " + from)).isEqualTo(429);
  }

  @Test
  void on_this_machine_it_holds_once_it_is_set() {
    http.get("/v1/status").expect(200);
    assertThat(http.as("hpt_a").get("/v1/status").status()).isEqualTo(401);
    assertThat(http.as("hpt_b").get("/v1/status").status()).isEqualTo(429);
    http.get("/v1/status").expect(200);
    clock.addAndGet(60_000);
  }
}

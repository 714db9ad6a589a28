package dev.holdpoint.http.server;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.holdpoint.api.endpoint.Role;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.engine.port.failure.StoreFailure;
import dev.holdpoint.http.proxy.AddressBlock;
import dev.holdpoint.http.server.FailedCredentials.CredentialKind;
import dev.holdpoint.http.server.FailedCredentials.From;
import java.net.InetAddress;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.LoggerFactory;

/** PF-68: who guesses is slowed down, and nobody else is. */
class FailedCredentialsTest {
  private static final long MINUTE = 60_000;
  private static final long HOUR = 60 * MINUTE;
  private static final long DAY = 24 * HOUR;
  private static final String HOME = "203.0.113.9";

  private final AtomicLong clock = new AtomicLong(1_763_200_000_000L);
  private final AtomicLong nanos = new AtomicLong();
  private final Set<String> right = new HashSet<>();
  private final AtomicInteger looks = new AtomicInteger();
  private final Logger logger = (Logger) LoggerFactory.getLogger(FailedCredentials.class);
  private final ListAppender<ILoggingEvent> logged = new ListAppender<>();
  private FailedCredentials failures = limitedTo(OptionalInt.of(3));

  @BeforeEach
  void listen() {
    logged.start();
    logger.addAppender(logged);
  }

  @AfterEach
  void stopListening() {
    logger.detachAppender(logged);
  }

  private FailedCredentials limitedTo(OptionalInt perMinute) {
    return new FailedCredentials(() -> Instant.ofEpochMilli(clock.get()), perMinute, nanos::get);
  }

  private static From from(String address) {
    InetAddress parsed = requireNonNull(AddressBlock.literal(address));
    return new From(parsed, parsed.isLoopbackAddress(), "req_1");
  }

  private static Caller caller(String id) {
    return new Caller(id, id, Role.OPERATOR, "root");
  }

  private @Nullable Caller look(String credential) {
    looks.incrementAndGet();
    return right.contains(credential) ? caller("of " + credential) : null;
  }

  /** The status that a caller would get. */
  private int tried(CredentialKind kind, String credential, From from) {
    try {
      return failures.tried(kind, credential, from, () -> look(credential)) == null ? 401 : 200;
    } catch (Refused e) {
      assertThat(e.refusal().problem()).isEqualTo(Problem.RATE_LIMITED);
      assertThat(e.refusal().retryAfterSeconds()).isPositive();
      return 429;
    }
  }

  private int token(String credential, String address) {
    return tried(CredentialKind.TOKEN, credential, from(address));
  }

  /** Fails until nothing is left. */
  private void exhaust(String address) {
    for (int i = 0; i < 3; i++) {
      token("guess " + address + i + clock, address);
    }
    assertThat(token("one more", address)).isEqualTo(429);
  }

  // PF-68
  @Test
  void PF_68_beyond_the_limit_only_what_was_good_from_there_is_looked_up() {
    right.addAll(List.of("known", "new"));
    assertThat(token("known", HOME)).isEqualTo(200);
    for (int i = 0; i < 3; i++) {
      assertThat(token("wrong " + i, HOME)).isEqualTo(401);
    }
    looks.set(0);

    assertThat(token("wrong 3", HOME)).isEqualTo(429);
    assertThat(token("new", HOME)).isEqualTo(429);
    assertThat(looks).hasValue(0);
    assertThat(token("known", HOME)).isEqualTo(200);
    assertThat(token("new", "203.0.113.10")).isEqualTo(200);
    assertThat(token("new", HOME)).as("good elsewhere is not good from there").isEqualTo(429);
    assertThat(failures.count(CredentialKind.TOKEN)).isEqualTo(3);
  }

  @Test
  void all_kinds_are_one_count() {
    From home = from(HOME);
    assertThat(tried(CredentialKind.COOKIE, "a", home)).isEqualTo(401);
    assertThat(tried(CredentialKind.SERVICE_KEY, "b", home)).isEqualTo(401);
    assertThatThrownBy(
            () ->
                failures.tried(
                    CredentialKind.LINK_CODE,
                    "c",
                    home,
                    () -> {
                      throw Problem.UNAUTHORIZED.because("x").asException();
                    }))
        .hasMessageStartingWith("unauthorized");

    for (CredentialKind kind : CredentialKind.values()) {
      assertThat(tried(kind, "d", home)).as(kind.wire()).isEqualTo(429);
    }
    assertThat(List.of(CredentialKind.values()).stream().map(kind -> failures.count(kind)).toList())
        .containsExactly(0L, 1L, 1L, 1L, 0L, 0L, 0L, 0L);
  }

  @Test
  void what_is_left_grows_with_time_and_the_wait_is_told() {
    exhaust(HOME);
    for (int waited = 0; waited < 20; waited++) {
      int seconds = 20 - waited;
      assertThatThrownBy(
              () -> failures.tried(CredentialKind.TOKEN, "x", from(HOME), () -> look("x")))
          .isInstanceOfSatisfying(
              Refused.class, e -> assertThat(e.refusal().retryAfterSeconds()).isEqualTo(seconds));
      clock.addAndGet(1_000);
    }
    assertThat(token("x", HOME)).isEqualTo(401);
    assertThat(token("y", HOME)).isEqualTo(429);
    clock.addAndGet(DAY);
    exhaust(HOME);
    assertThat(failures.count(CredentialKind.TOKEN)).as("never more than 3 at once").isEqualTo(7);
  }

  @Test
  void the_same_wrong_one_counts_once_an_hour() {
    for (int i = 0; i < 100; i++) {
      assertThat(token("an old cookie", HOME)).isEqualTo(401);
    }
    assertThat(token("b", HOME)).isEqualTo(401);
    assertThat(token("c", HOME)).isEqualTo(401);
    assertThat(token("d", HOME)).isEqualTo(429);
    assertThat(failures.count(CredentialKind.TOKEN)).isEqualTo(102);

    failures = limitedTo(OptionalInt.of(1));
    assertThat(token("an old cookie", HOME)).isEqualTo(401);
    clock.addAndGet(HOUR - 1);
    assertThat(token("an old cookie", HOME)).isEqualTo(401);
    assertThat(token("b", HOME)).as("it did not count again").isEqualTo(401);
    clock.addAndGet(MINUTE);
    assertThat(token("an old cookie", HOME)).as("it counts again").isEqualTo(401);
    assertThat(token("c", HOME)).isEqualTo(429);
  }

  /** What is pushed out is what would not have counted: nobody gets a guess for it. */
  @Test
  void a_wrong_one_that_others_have_pushed_out_counts_again() {
    failures = limitedTo(OptionalInt.of(1_000));
    assertThat(token("an old cookie", HOME)).isEqualTo(401);
    for (int i = 1; i < 1_000; i++) {
      assertThat(token("guess " + i, HOME)).isEqualTo(401);
    }
    assertThat(token("one more", HOME)).isEqualTo(429);
    clock.addAndGet(MINUTE / 1_000);
    assertThat(token("an old cookie", HOME)).isEqualTo(401);
    assertThat(token("one more", HOME)).as("it counted").isEqualTo(429);
  }

  @Test
  void good_is_good_for_a_day_after_its_last_use_and_no_longer_than_it_holds() {
    right.addAll(List.of("a", "b"));
    token("a", HOME);
    token("b", HOME);
    clock.addAndGet(DAY - 1);
    exhaust(HOME);
    assertThat(token("a", HOME)).isEqualTo(200);
    clock.addAndGet(1);
    assertThat(token("b", HOME)).isEqualTo(429);
    clock.addAndGet(DAY - 2);
    exhaust(HOME);
    assertThat(token("a", HOME)).isEqualTo(200);

    right.remove("a");
    assertThat(token("a", HOME)).as("revoked").isEqualTo(401);
    right.add("a");
    assertThat(token("a", HOME)).as("and forgotten").isEqualTo(429);
  }

  @Test
  void one_that_was_made_for_the_caller_is_good_at_once() {
    right.add("cookie");
    failures.made(CredentialKind.COOKIE, "cookie", from(HOME), caller("ada"));
    exhaust(HOME);

    assertThat(tried(CredentialKind.COOKIE, "cookie", from(HOME))).isEqualTo(200);
  }

  @ParameterizedTest
  @CsvSource({
    "203.0.113.9, 203.0.113.9, 429",
    "203.0.113.9, 203.0.113.8, 401",
    "2001:db8:0:1::1, 2001:db8:0:1:ffff::2, 429",
    "2001:db8:0:1::1, 2001:db8:0:2::1, 401",
    "::ffff:203.0.113.9, 203.0.113.9, 429",
    "127.0.0.1, 127.0.0.1, 429",
  })
  void an_address_is_one_of_IPv4_or_a_64_of_IPv6(String first, String second, int status) {
    exhaust(first);
    assertThat(token("x", second)).isEqualTo(status);
  }

  @Test
  void callers_without_an_address_share_one() {
    From nowhere = new From(null, false, "req_1");
    for (int i = 0; i < 3; i++) {
      assertThat(tried(CredentialKind.TOKEN, "x" + i, nowhere)).isEqualTo(401);
    }
    assertThat(tried(CredentialKind.TOKEN, "y", nowhere)).isEqualTo(429);
  }

  @Test
  void unless_it_is_set_the_limit_is_30_and_none_on_this_machine() {
    failures = limitedTo(OptionalInt.empty());
    for (int i = 0; i < 100; i++) {
      assertThat(token("x" + i, "127.0.0.1")).isEqualTo(401);
      assertThat(token("x" + i, HOME)).isEqualTo(i < 30 ? 401 : 429);
    }
    assertThat(failures.count(CredentialKind.TOKEN)).isEqualTo(130);
  }

  @Test
  void many_guesses_at_once_are_no_more_than_one_after_the_other() throws Exception {
    CountDownLatch begin = new CountDownLatch(1);
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Integer>> answers =
          IntStream.range(0, 200)
              .mapToObj(
                  i ->
                      threads.submit(
                          () -> {
                            begin.await();
                            return token("guess " + i, HOME);
                          }))
              .toList();
      begin.countDown();
      for (Future<Integer> answer : answers) {
        assertThat(answer.get()).isIn(401, 429);
      }
    }
    assertThat(looks).hasValue(3);
  }

  @Test
  void a_flood_from_everywhere_makes_no_good_one_forgotten() {
    right.add("victim");
    assertThat(token("victim", HOME)).isEqualTo(200);
    for (int i = 0; i < 2 * FailingAddresses.MOST; i++) {
      token("junk " + i, "10.%d.%d.%d".formatted(i >> 16, i >> 8 & 255, i & 255));
    }
    for (int i = 0; i < 1_000; i++) {
      token("junk " + i, HOME);
    }

    assertThat(token("victim", HOME)).isEqualTo(200);
  }

  @Test
  void a_caller_with_many_cookies_or_addresses_makes_it_forget_its_own_alone() {
    right.add("victim");
    assertThat(tried(CredentialKind.COOKIE, "victim", from(HOME))).isEqualTo(200);
    right.add("cookie 0");
    for (int i = 0; i < 2 * GoodCredentials.MOST; i++) {
      failures.made(CredentialKind.COOKIE, "cookie " + i, from(HOME), caller("mallory"));
    }
    exhaust(HOME);

    assertThat(tried(CredentialKind.COOKIE, "victim", from(HOME))).isEqualTo(200);
    assertThat(tried(CredentialKind.COOKIE, "cookie 0", from(HOME))).isEqualTo(429);
  }

  @Test
  void the_good_ones_of_everybody_together_are_bounded_too() {
    GoodCredentials good = new GoodCredentials();
    InetAddress home = requireNonNull(from(HOME).address());
    for (int i = 0; i <= GoodCredentials.MOST; i++) {
      good.add(new GoodCredentials.Key(home, i), "caller " + i, clock.get());
    }
    assertThat(good.has(new GoodCredentials.Key(home, 0), clock.get())).isFalse();
    assertThat(good.has(new GoodCredentials.Key(home, 1), clock.get())).isTrue();
  }

  @Test
  void what_could_not_be_looked_up_has_not_failed() {
    for (int i = 0; i < 10; i++) {
      assertThatThrownBy(
              () ->
                  failures.tried(
                      CredentialKind.TOKEN,
                      "x",
                      from(HOME),
                      () -> {
                        throw new StoreFailure("no connection");
                      }))
          .isInstanceOf(StoreFailure.class);
    }
    assertThat(failures.count(CredentialKind.TOKEN)).isZero();
    assertThat(token("x", HOME)).isEqualTo(401);
  }

  @Test
  void PF_68_each_is_a_line_without_a_value_and_a_flood_is_told_in_one() {
    failures = limitedTo(OptionalInt.of(1_000_000));
    for (int i = 0; i < 10_000; i++) {
      tried(CredentialKind.SERVICE_KEY, "sk_int_value" + i, from("2001:db8::7"));
    }
    assertThat(logged.list).hasSize(LogBudget.AT_ONCE);
    assertThat(line(0))
        .isEqualTo(
            "WARN a credential did not hold [kind=\"service_key\", address=\"2001:db8:0:0:0:0:0:7\", request_id=\"req_1\"]");
    nanos.addAndGet(TimeUnit.SECONDS.toNanos(1));
    tried(CredentialKind.SERVICE_KEY, "sk_int_value", from("2001:db8::7"));
    assertThat(line(LogBudget.AT_ONCE))
        .isEqualTo(
            "WARN more credentials were rejected than are logged one by one [credentials=\"9500\"]");
    assertThat(logged.list).hasSize(LogBudget.AT_ONCE + 2);
    assertThat(logged.list.toString()).doesNotContain("value");
  }

  /** Issue 31, single sign-on: anybody can send the daemon a bad logout token. */
  @Test
  void PF_68_what_strangers_try_with_the_provider_has_a_part_in_the_same_lines() {
    for (int i = 0; i < 10_000; i++) {
      failures.tell("a logout token was rejected", "the token is too long", from(HOME));
    }
    assertThat(logged.list).hasSize(LogBudget.AT_ONCE);
    assertThat(line(0))
        .startsWith("WARN a logout token was rejected [why=\"the token is too long\", address=");
    nanos.addAndGet(TimeUnit.SECONDS.toNanos(1));
    failures.tell("a logout token was rejected", null, from(HOME));
    assertThat(line(LogBudget.AT_ONCE)).contains("credentials=\"9500\"");
    assertThat(logged.list).hasSize(LogBudget.AT_ONCE + 2);
  }

  private String line(int at) {
    ILoggingEvent event = logged.list.get(at);
    return event.getLevel() + " " + event.getFormattedMessage() + " " + event.getKeyValuePairs();
  }

  @ParameterizedTest
  @CsvSource({
    "hpt_x, TOKEN",
    "of my own, TOKEN",
    "sk_int_x, SERVICE_KEY",
    "eyJhbGciOi.x.y, PLATFORM_TOKEN",
    "ey, TOKEN"
  })
  void a_kind_shows_in_the_form(String token, CredentialKind kind) {
    assertThat(CredentialKind.ofBearer(token)).isEqualTo(kind);
  }
}

package dev.holdpoint.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.holdpoint.blackbox.Http;
import dev.holdpoint.daemon.TypedHere.Outcome;
import dev.holdpoint.daemon.start.AdminToken;
import dev.holdpoint.daemon.start.StartRefused;
import dev.holdpoint.store.EmbeddedPostgres;
import dev.holdpoint.vault.AuditKeyFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Where a daemon would not start, the doctor says so beforehand, and makes nothing by looking. */
class DoctorStartTest {
  private static final String NOBODY = "http://127.0.0.1:9";
  private static final String ASK = "{\"tool\":\"request_approval\",\"input\":{\"reason\":\"x\"}}";

  @TempDir private Path folder;

  private Path data() {
    return folder.resolve("data");
  }

  private Outcome doctor(String url, String... more) {
    return TypedHere.run(
        Stream.concat(
                Stream.of("doctor", "--data", data().toString(), "--json", "--url", url),
                Stream.of(more))
            .toArray(String[]::new));
  }

  /** All findings of one check, a line each. */
  private static String found(Outcome outcome, String check) {
    StringBuilder lines = new StringBuilder();
    for (JsonNode one : JsonMapper.shared().readTree(outcome.out()).path("checks")) {
      if (one.path("check").asString().equals(check)) {
        lines.append(one.path("verdict").asString()).append(": ");
        lines.append(one.path("message").asString()).append('\n');
      }
    }
    return lines.toString();
  }

  /** Every file with its mode and what is in it. */
  private Map<String, String> everything() throws IOException {
    Map<String, String> all = new TreeMap<>();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.toList()) {
        all.put(
            file.toString(),
            PosixFilePermissions.toString(Files.getPosixFilePermissions(file))
                + (Files.isRegularFile(file) ? Arrays.hashCode(Files.readAllBytes(file)) : ""));
      }
    }
    return all;
  }

  private static void configure(Path data, String yaml) throws IOException {
    Files.writeString(data.resolve("holdpoint.yaml"), yaml);
  }

  /** Breaks a data folder. */
  interface Deed {
    void on(Path data) throws Exception;
  }

  record Fault(String name, String check, String message, Deed deed) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Fault> faults() {
    return Stream.of(
        new Fault(
            "no audit key",
            "audit_key",
            "The audit key is not in",
            data -> Files.delete(data.resolve("audit-key"))),
        new Fault(
            "audit key for all",
            "audit_key",
            "chmod 600",
            data ->
                Files.setPosixFilePermissions(
                    data.resolve("audit-key"), PosixFilePermissions.fromString("rw-r-----"))),
        new Fault(
            "holds a different audit key; the ledger was last signed with the key",
            "audit_key",
            "holds a different audit key; the ledger was last signed with the key",
            data -> {
              Files.delete(data.resolve("audit-key"));
              AuditKeyFile.open(data.resolve("audit-key"), null, true);
            }),
        new Fault(
            "no key at all",
            "audit_key",
            "must hold the audit key",
            data -> Files.writeString(data.resolve("audit-key"), "hunter2")),
        new Fault(
            "audit key elsewhere",
            "audit_key",
            "The audit key is not in",
            data -> configure(data, "audit: {key_file: ../signing}\n")),
        new Fault(
            "vault key for all",
            "vault_key",
            "chmod 600",
            data ->
                Files.setPosixFilePermissions(
                    data.resolve("vault-key"), PosixFilePermissions.fromString("rw-r-----"))),
        new Fault(
            "no vault key at all",
            "vault_key",
            "must be the vault key",
            data -> Files.writeString(data.resolve("vault-key"), "hunter2")),
        new Fault(
            "no token",
            "connectors",
            "names NOT_SET_ANYWHERE",
            data ->
                configure(data, "connectors: {a: {kind: slack, token_env: NOT_SET_ANYWHERE}}\n")),
        new Fault(
            "no token file",
            "connectors",
            "connectors.b.token_file",
            data -> configure(data, "connectors: {b: {kind: telegram, token_file: gone}}\n")),
        new Fault(
            "no secret file",
            "connectors",
            "connectors.c.secret_file",
            data -> configure(data, "connectors: {c: {kind: http, secret_file: gone}}\n")),
        new Fault(
            "no secret",
            "connectors",
            "must contain only whsec_ and 24 to 64 random bytes in base64",
            data -> Files.writeString(data.resolve("webhook-secret"), "hunter2")),
        new Fault(
            "no capture key",
            "capture_key",
            "debug.capture_key is not a key",
            data -> configure(data, "debug: {capture: full, capture_key: hunter2}\n")),
        new Fault(
            "no admin token",
            "admin_token",
            "does not exist",
            data -> configure(data, "admin_token_file: gone\n")),
        new Fault(
            "a weak admin token that other machines reach",
            "admin_token",
            "easy to guess",
            data -> {
              configure(data, "host: 0.0.0.0\nadmin_token_file: weak\n");
              Files.writeString(data.resolve("weak"), "hunter2");
            }));
  }

  @ParameterizedTest
  @MethodSource("faults")
  void what_a_start_refuses_fails(Fault fault) throws Exception {
    TestDaemon.start(data(), Map.of()).close();
    fault.deed().on(data());
    Map<String, String> before = everything();

    Outcome outcome = doctor(NOBODY);

    assertThat(outcome.exitCode()).as(outcome.out()).isEqualTo(8);
    assertThat(found(outcome, fault.check())).startsWith("fail: ").contains(fault.message());
    assertThat(outcome.out()).doesNotContain("hunter2");
    assertThat(everything()).isEqualTo(before);
    assertThatThrownBy(() -> TestDaemon.start(data(), Map.of()))
        .hasCauseInstanceOf(StartRefused.class);
  }

  // PF-69
  @Test
  void PF_69_a_weak_admin_token_is_warned_of_in_log_status_and_doctor() throws Exception {
    Files.createDirectories(data());
    configure(data(), "admin_token: hunter2\n");
    assertThat(found(doctor(NOBODY), "admin_token")).startsWith("warn: weak_admin_token");
    Logger logger = (Logger) LoggerFactory.getLogger(AdminToken.class);
    ListAppender<ILoggingEvent> logged = new ListAppender<>();
    logged.start();
    logger.addAppender(logged);
    try (TestDaemon daemon = TestDaemon.start(data(), Map.of("HOLDPOINT_ADMIN_TOKEN", "hunter2"))) {
      assertThat(logged.list).hasSize(1);
      assertThat(logged.list.getFirst().getLevel() + " " + logged.list.getFirst())
          .contains("WARN", "the admin token in admin_token is easy to guess")
          .doesNotContain("hunter2");
      assertThat(daemon.http("hunter2").get("/v1/status").json().at("/health/warnings").toString())
          .contains("\"weak_admin_token\"");
      Outcome outcome = doctor(daemon.address());
      assertThat(found(outcome, "health")).contains("warn: weak_admin_token: ");
      assertThat(outcome.out()).doesNotContain("hunter2");
    } finally {
      logger.detachAppender(logged);
    }
  }

  @Test
  void a_folder_in_which_a_daemon_starts_is_well_and_nothing_is_made() throws Exception {
    Files.createDirectories(data());
    Map<String, String> before = everything();
    Outcome empty = doctor(NOBODY);
    assertThat(empty.exitCode()).as(empty.out()).isZero();
    assertThat(found(empty, "audit_key")).startsWith("ok: none yet");
    assertThat(everything()).isEqualTo(before);

    configure(data(), "audit: {key_file: ../no/such}\n");
    assertThat(found(doctor(NOBODY), "audit_key")).startsWith("fail: the folder of");
    assertThat(folder.resolve("no")).doesNotExist();

    configure(data(), "debug: {capture: 'off', capture_key: hunter2}\n");
    TestDaemon.start(data(), Map.of()).close();
    before = everything();
    Outcome started = doctor(NOBODY);
    assertThat(started.exitCode()).as(started.out()).isZero();
    assertThat(found(started, "audit_key")).startsWith("ok: ").doesNotContain("could not");
    assertThat(found(started, "capture_key")).startsWith("warn: ");
    assertThat(found(started, "connectors")).startsWith("ok: 0 configured");
    assertThat(everything()).isEqualTo(before);
  }

  @Test
  void a_key_that_went_while_its_daemon_runs_is_found_before_the_next_start() throws Exception {
    try (TestDaemon daemon = TestDaemon.start(data(), Map.of())) {
      assertThat(found(doctor(daemon.address()), "audit_key"))
          .startsWith("ok: ")
          .doesNotContain("could not");
      assertThat(found(doctor(NOBODY), "audit_key")).startsWith("ok: ").contains("could not");
      configure(data(), "connectors: {a: {kind: slack, token_env: NOT_SET_ANYWHERE}}\n");
      assertThat(found(doctor(daemon.address()), "connectors"))
          .as("the daemon may have it in its own environment")
          .startsWith("warn: ");

      Files.delete(data().resolve("audit-key"));

      assertThat(found(doctor(daemon.address()), "audit_key")).startsWith("fail: ");
      assertThat(found(doctor(NOBODY), "audit_key")).startsWith("fail: ");
    }
  }

  @Test
  void the_ledger_in_postgres_is_asked_for_its_key_too() throws Exception {
    String url = EmbeddedPostgres.shared().newDatabase();
    assertThat(doctor(NOBODY, "--database", url).exitCode()).as("a new database").isZero();
    TestDaemon.start(data(), Map.of("HOLDPOINT_DATABASE", url)).close();
    Outcome well = doctor(NOBODY, "--database", url);
    assertThat(found(well, "audit_key")).startsWith("ok: ").doesNotContain("could not");

    Files.delete(data().resolve("audit-key"));

    Outcome outcome = doctor(NOBODY, "--database", url);
    assertThat(outcome.exitCode()).isEqualTo(8);
    assertThat(found(outcome, "audit_key")).startsWith("fail: The audit key is not in");
  }

  @Test
  void what_is_stuck_and_what_waits_is_told_while_no_daemon_runs() throws Exception {
    try (TestDaemon daemon = TestDaemon.start(data(), Map.of())) {
      Http http = daemon.http();
      http.session("s");
      // Nobody has configured such a connector, so it is a dead letter at once.
      http.post(
              "/v1/sessions/s/reply-targets",
              "{\"reply_targets\":[{\"type\":\"external\",\"connector\":\"x\",\"route\":\"y\"}]}")
          .expect(200);
      http.awaitRun(http.submit("s", "{\"say\":\"Done.\"}"), "completed");
      http.await("/v1/deliveries/dead-letter", list -> list.size() == 1);
      http.session("t");
      http.awaitApproval(http.submit("t", ASK));
    }
    Map<String, String> before = everything();

    Outcome outcome = doctor(NOBODY);

    assertThat(outcome.exitCode()).as(outcome.out()).isZero();
    assertThat(found(outcome, "deliveries")).startsWith("warn: 0 pending, 0 retrying, 1 failed");
    assertThat(found(outcome, "waiting")).startsWith("ok: 1 prompt wait; the oldest for ");
    assertThat(everything()).isEqualTo(before);
  }

  @Test
  void another_vault_key_is_warned_of_before_any_secret_is_stored() throws Exception {
    TestDaemon.start(data(), Map.of()).close();
    assertThat(found(doctor(NOBODY), "vault_key")).startsWith("ok: ");
    byte[] other = new byte[32];
    other[0] = 1;
    Files.writeString(data().resolve("vault-key"), Base64.getEncoder().encodeToString(other));
    Map<String, String> before = everything();

    assertThat(found(doctor(NOBODY), "vault_key"))
        .startsWith("warn: ")
        .contains("is not the one that sealed what the daemon keeps for itself");
    assertThat(everything()).isEqualTo(before);
  }
}

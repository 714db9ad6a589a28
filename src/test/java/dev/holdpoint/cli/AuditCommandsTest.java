package dev.holdpoint.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.daemon.TypedHere.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The proof, exported and verified by hand. */
class AuditCommandsTest {
  @TempDir private static Path folder;
  private static Desk desk;
  private static String run;

  @BeforeAll
  static void start() throws Exception {
    desk = new Desk(folder.resolve("data"));
    String session = desk.session();
    run = desk.park(session, Desk.commands("echo hello"), "{\"say\":\"done\"}");
    assertThat(desk.type("approvals", "allow-all", "--session", session).exitCode()).isZero();
    desk.type("runs", "wait", run);
  }

  @AfterAll
  static void stop() {
    desk.close();
  }

  private static String export(String name) {
    String file = folder.resolve(name).toString();
    assertThat(desk.type("audit", "export", "--to", file).out()).isEqualTo(file + "\n");
    return file;
  }

  private static String key() {
    JsonNode key = desk.json("audit", "keys").get(0);
    return key.path("key_id").asString() + ":" + key.path("public_key").asString();
  }

  @Test
  void an_export_is_verified_without_a_daemon_and_with_one() throws Exception {
    String file = export("whole");
    Path key = Files.writeString(folder.resolve("key"), key() + "\n");
    for (String given : new String[] {key(), key.toString()}) {
      Outcome offline =
          desk.typeAt("http://127.0.0.1:1", "audit", "verify", file, "--public-key", given);
      assertThat(offline.exitCode()).as("%s", offline).isZero();
      assertThat(offline.out()).contains("proof       holds", " actions of 2 runs,");
      assertThat(offline.err()).isEmpty();
    }
    Outcome online = desk.type("audit", "verify");
    assertThat(online.exitCode()).isZero();
    assertThat(online.err()).contains("not who signed it");
    JsonNode verdict = desk.json("audit", "verify", "--public-key", key());
    assertThat(verdict.path("proven").asBoolean()).isTrue();
    assertThat(verdict.path("key_known").asBoolean()).isTrue();
    String head = verdict.path("head_hash").asString();
    assertThat(desk.type("audit", "verify", "--expect-head", head).exitCode()).isZero();
    assertThat(desk.type("audit", "verify", "--min-sequence", "1000").exitCode()).isEqualTo(9);
  }

  @Test
  void what_was_changed_is_named_and_has_its_own_exit_code() throws Exception {
    String text = Files.readString(Path.of(export("changed")));
    Path file =
        Files.writeString(
            folder.resolve("forged"),
            text.replaceFirst("\"target\":\"bash\"", "\"target\":\"ls\""));
    Outcome outcome = desk.type("audit", "verify", file.toString(), "--public-key", key());
    assertThat(outcome.exitCode()).isEqualTo(9);
    assertThat(outcome.out())
        .contains("changed " + run + " 2 (act_", "proof       not valid: 1 finding\n");
    Outcome json = desk.type("audit", "verify", file.toString(), "--json");
    assertThat(json.exitCode()).isEqualTo(9);
    assertThat(json.out()).contains("\"flaw\" : \"changed\"");
  }

  @Test
  void wrong_usage_is_told() {
    assertThat(desk.type("audit", "verify", "/nonexistent").err())
        .contains("/nonexistent does not exist");
    assertThat(desk.type("audit", "verify", "--public-key", "junk").exitCode()).isEqualTo(2);
    assertThat(desk.type("audit", "verify", "--public-key", "junk").err())
        .contains("base64url, key_id:base64url or PEM");
    assertThat(desk.type("audit", "verify", "--expect-head", "abc").exitCode()).isEqualTo(2);
    assertThat(desk.typeAt("http://127.0.0.1:1", "audit", "verify").exitCode()).isEqualTo(3);
    assertThat(desk.typeAt("http://127.0.0.1:1", "audit", "export").exitCode()).isEqualTo(3);
  }

  @Test
  void actions_checkpoints_and_keys_are_listed_and_a_key_is_changed() {
    assertThat(desk.type("runs", "actions", run).out())
        .contains("PHASE", "request", "response", "tool_process", "bash", "ok");
    assertThat(desk.json("runs", "actions", run)).hasSize(3);
    assertThat(desk.type("runs", "actions", "run_1").exitCode()).isEqualTo(5);
    assertThat(desk.type("audit", "checkpoints").out()).contains("SEQUENCE", run, "key ");
    assertThat(desk.type("audit", "admin", "--target", "state.*").out())
        .contains("ACT", "state.adopted", "daemon", "ok");
    assertThat(desk.json("audit", "admin", "--target", "state.adopted", "--since", "1h"))
        .hasSize(1);
    assertThat(desk.type("audit", "admin", "--target", "nothing").out())
        .contains("No acts of administration.");
    assertThat(desk.type("audit", "admin", "--since", "soon").exitCode()).isEqualTo(2);
    String before = key();
    String now = desk.type("audit", "rotate-key").out().strip();
    assertThat(now).matches("[0-9a-f]{16}:[A-Za-z0-9_-]{43}");
    assertThat(desk.type("audit", "keys").out()).containsSubsequence(before, "no more", now, "now");
    for (String known : new String[] {before, now}) {
      assertThat(desk.type("audit", "verify", "--public-key", known).exitCode()).isZero();
    }
  }
}

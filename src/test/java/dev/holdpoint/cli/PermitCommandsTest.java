package dev.holdpoint.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.api.event.StreamFrame;
import dev.holdpoint.blackbox.Http;
import dev.holdpoint.cli.permit.PermitFile;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.daemon.TypedHere.Outcome;
import dev.holdpoint.engine.json.Digests;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A script that carries out what was allowed, once. */
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PermitCommandsTest {
  private Path folder;
  private Desk desk;

  @BeforeAll
  void start(@TempDir Path own) {
    folder = own;
    desk = new Desk(folder.resolve("data"));
  }

  @AfterAll
  void stop() {
    desk.close();
  }

  /** Asks, lets a person allow it, and gives the file with the permit. */
  private Path permit(String command, String... more) throws Exception {
    String session = desk.session();
    Path file = folder.resolve(session + ".permit");
    String[] args = {
      "approvals",
      "request",
      session,
      "--command",
      command,
      "--reason",
      "release",
      "--permit-out",
      file.toString()
    };
    String[] all = java.util.Arrays.copyOf(args, args.length + more.length);
    System.arraycopy(more, 0, all, args.length, more.length);
    CompletableFuture<Outcome> asking = CompletableFuture.supplyAsync(() -> desk.type(all));
    AtomicReference<String> gate = new AtomicReference<>();
    desk.client()
        .events()
        .ofSession(session, "0")
        .follow(
            (_, frame) -> {
              if (frame instanceof StreamFrame.ApprovalRequested(var approval, _, _, _)) {
                gate.set(approval.id());
              }
              return gate.get() == null;
            });
    assertThat(desk.type("approvals", "allow", String.valueOf(gate.get())).exitCode()).isZero();
    Outcome outcome = asking.get();
    assertThat(outcome.exitCode()).as(outcome.toString()).isZero();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    Outcome again = desk.type(all);
    assertThat(again.exitCode()).as("an existing file is not replaced").isEqualTo(2);
    return file;
  }

  private String id(Path file) {
    String session = file.getFileName().toString().replace(".permit", "");
    return desk.json("permits", "list", "--session", session).get(0).path("permit_id").asString();
  }

  // PF-26, PF-27
  @Test
  void PF_27_a_world_that_moved_since_the_request_runs_nothing() throws Exception {
    Path plan = Files.writeString(folder.resolve("plan"), "one");
    Path repository = Files.createDirectories(folder.resolve("repository/.git/refs/heads"));
    Path git = folder.resolve("repository/.git");
    Files.writeString(git.resolve("HEAD"), "ref: refs/heads/main\n");
    Files.writeString(
        git.resolve("packed-refs"), "# pack\n" + "a".repeat(40) + " refs/heads/main\n");
    Path made = folder.resolve("made-in-time");
    String command = "echo x >> " + made;
    String[] world = {
      "--if-file", plan.toString(),
      "--if-absent", folder.resolve("lock").toString(),
      "--if-git-head", folder.resolve("repository").toString(),
      "--if", "plan=7"
    };
    Path good = permit(command, world);
    Path late = permit(command, world);
    assertThat(run(good, command).exitCode()).as("without what it depends on").isEqualTo(2);
    assertThat(run(good, command, world).exitCode()).isZero();
    Files.writeString(repository.resolve("main"), "b".repeat(40) + "\n");
    assertThat(run(late, command, world).exitCode()).isEqualTo(6);
    assertThat(made).hasContent("x");
    assertThat(
            desk.type(
                    "approvals",
                    "request",
                    desk.session(),
                    "--command",
                    command,
                    "--reason",
                    "x",
                    "--if-file",
                    folder.resolve("nowhere").toString())
                .err())
        .contains("cannot be found");
  }

  @Test
  @DisplayName("PF-27 redeem measures what the yes depends on, result takes a digest, revoke words")
  void PF_27_redeem_result_and_revoke_take_what_the_api_takes() throws Exception {
    Path plan = Files.writeString(folder.resolve("plan-of-redeem"), "one");
    String command = "echo never";
    String[] world = {"--if-file", plan.toString()};
    Path good = permit(command, world);
    Path late = permit(command, world);
    String digest = Digests.of("bash", new Json("{\"command\":\"echo never\"}"));
    String key = "runner-0123456789abcdef";
    String[] args = {
      "permits", "redeem", good.toString(), "--digest", digest, "--redeemer-key", key
    };
    assertThat(desk.type(args).exitCode()).as("without what it depends on").isEqualTo(2);
    assertThat(desk.type(plus(args, world)).exitCode()).isZero();
    String output = "ab".repeat(32);
    Outcome reported =
        desk.type(
            "permits",
            "result",
            id(good),
            "succeeded",
            "--redeemer-key",
            key,
            "--output-digest",
            output);
    assertThat(reported.exitCode()).as(reported.toString()).isZero();
    assertThat(
            desk.type(
                    "permits",
                    "result",
                    id(good),
                    "started",
                    "--redeemer-key",
                    key,
                    "--output-digest",
                    "junk")
                .exitCode())
        .isEqualTo(2);
    Files.writeString(plan, "two");
    args[2] = late.toString();
    assertThat(desk.type(plus(args, world)).exitCode()).as("it has changed").isEqualTo(6);

    Path off = permit(command);
    Outcome revoked = desk.type("permits", "revoke", jti(off), "--reason", "release is off");
    assertThat(revoked.exitCode()).as(revoked.toString()).isZero();
    assertThat(revoked.out()).contains("revoked", "release is off");
    assertThat(desk.type("permits", "--help").out()).contains("9 verify");
  }

  private static String jti(Path file) throws java.io.IOException {
    String claims =
        new String(
            java.util.Base64.getUrlDecoder()
                .decode(PermitFile.read(file).permit().split("\\.", -1)[1]),
            java.nio.charset.StandardCharsets.UTF_8);
    return claims.replaceAll("(?s).*\"jti\":\"([^\"]+)\".*", "$1");
  }

  private static String[] plus(String[] args, String... more) {
    String[] all = java.util.Arrays.copyOf(args, args.length + more.length);
    System.arraycopy(more, 0, all, args.length, more.length);
    return all;
  }

  private Outcome run(Path file, String command, String... more) {
    String[] args = {"permits", "run", file.toString(), "--command", command};
    String[] all = java.util.Arrays.copyOf(args, args.length + more.length);
    System.arraycopy(more, 0, all, args.length, more.length);
    return desk.type(all);
  }

  // PF-27
  @Test
  void PF_27_a_command_is_carried_out_once() throws Exception {
    Path made = folder.resolve("made");
    String command = "echo x >> " + made;
    Path file = permit(command);

    assertThat(desk.type("permits", "run", file.toString(), "--command", command + " ").exitCode())
        .as("another text")
        .isEqualTo(6);
    assertThat(made).doesNotExist();
    assertThat(desk.type("permits", "run", file.toString(), "--command", command).exitCode())
        .isZero();
    assertThat(made).hasContent("x");
    Outcome twice = desk.type("permits", "run", file.toString(), "--command", command);
    assertThat(twice.exitCode()).as(twice.toString()).isEqualTo(6);
    assertThat(twice.err()).contains("Nothing was run now");
    assertThat(made).hasContent("x");
    JsonNode shown = desk.json("permits", "show", id(file));
    assertThat(shown.path("state").asString()).isEqualTo("succeeded");

    Path failing = permit("exit 3");
    assertThat(desk.type("permits", "run", failing.toString(), "--command", "exit 3").exitCode())
        .isEqualTo(3);
    assertThat(desk.type("permits", "show", id(failing)).out())
        .contains("failed")
        .contains("exit code 3");
  }

  // PF-28
  @Test
  void PF_28_a_permit_is_verified_without_a_daemon() throws Exception {
    Path file = permit("./deploy 1.4", "--permit-ttl", "1h");
    Path late = permit("./deploy 1.4", "--permit-ttl", "1s");
    Path keys = folder.resolve("keys.json");
    Files.writeString(keys, desk.http().get("/v1/keys.json").expect(200).text());
    // Nobody listens there.
    String nobody = "http://127.0.0.1:1";

    assertThat(verify(nobody, file, keys).exitCode()).isZero();
    assertThat(verify(nobody, file, keys, "--command", "./deploy 1.4").exitCode()).isZero();
    assertThat(verify(nobody, file, keys, "--command", "./deploy 1.5").exitCode()).isEqualTo(9);
    Path changed = folder.resolve("changed");
    String text = Files.readString(file);
    int at = text.lastIndexOf('.') + 9;
    Files.writeString(
        changed,
        text.substring(0, at) + (text.charAt(at) == 'A' ? 'B' : 'A') + text.substring(at + 1));
    assertThat(verify(nobody, changed, keys).exitCode()).isEqualTo(9);
    Http http = desk.http();
    String jws = Files.readString(late).replaceAll("(?s).*\"permit\" *: *\"([^\"]+)\".*", "$1");
    String claims =
        new String(
            java.util.Base64.getUrlDecoder().decode(jws.split("\\.", -1)[1]),
            java.nio.charset.StandardCharsets.UTF_8);
    String id = claims.replaceAll("(?s).*\"jti\":\"([^\"]+)\".*", "$1");
    http.get("/v1/permits/" + id + "?wait_ms=10000").expect(200);
    Outcome over = verify(nobody, late, keys);
    assertThat(over.exitCode()).as(over.toString()).isEqualTo(9);
    assertThat(over.out()).contains("past its end");
  }

  @Test
  // PF-28
  void PF_28_a_file_that_no_longer_has_a_permit_in_it_is_not_valid() throws Exception {
    byte[] whole = Files.readAllBytes(permit("./deploy 1.4"));
    Path keys = folder.resolve("published.json");
    Files.writeString(keys, desk.http().get("/v1/keys.json").expect(200).text());
    Path file = folder.resolve("damaged");
    for (int i = 0; i < 3; i++) {
      byte[] damaged = i == 0 ? java.util.Arrays.copyOf(whole, whole.length - 3) : whole.clone();
      if (i > 0) {
        damaged[i == 1 ? 1 : whole.length / 2] ^= (byte) 0x80;
      }
      Files.write(file, damaged);

      Outcome told = verify("http://127.0.0.1:1", file, keys);

      assertThat(told.exitCode()).as(told.toString()).isEqualTo(9);
      assertThat(told.out()).contains("not valid: the file does not have a permit in it");
      assertThat(run(file, "./deploy 1.4").err()).contains("is not a permit");
    }
    Files.write(file, whole);
    Files.write(keys, new byte[] {'{', (byte) 0xff});
    Outcome told = verify("http://127.0.0.1:1", file, keys);
    assertThat(told.exitCode()).as(told.toString()).isEqualTo(9);
    assertThat(told.out()).contains("the key set is not JSON");
  }

  @Test
  // PF-16
  void PF_16_a_request_does_not_depend_on_a_file_over_64_MiB() throws Exception {
    Path large = folder.resolve("large");
    try (var file = new java.io.RandomAccessFile(large.toFile(), "rw")) {
      file.setLength((64L << 20) + 1);
    }
    String session = desk.session();
    Outcome told =
        desk.type(
            "approvals",
            "request",
            session,
            "--command",
            "./deploy",
            "--reason",
            "release",
            "--no-wait",
            "--if-file",
            large.toString());
    assertThat(told.exitCode()).as(told.toString()).isEqualTo(1);
    assertThat(told.err()).contains("is larger than 64 MiB. Nothing was asked");
    assertThat(desk.json("approvals", "list", "--session", session)).isEmpty();
  }

  private Outcome verify(String url, Path file, Path keys, String... more) {
    String[] args = {"permits", "verify", file.toString(), "--keys", keys.toString()};
    String[] all = java.util.Arrays.copyOf(args, args.length + more.length);
    System.arraycopy(more, 0, all, args.length, more.length);
    return desk.typeAt(url, all);
  }
}

package dev.holdpoint.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Decisions with a secret in their hand, and a daemon that is killed under them. Some kills come
 * before the request is whole, some while it is decided, some after it was answered; at the end
 * both outcomes must have been seen.
 */
final class SignedKillIT {
  private static final JsonMapper JSON = new JsonMapper();
  private static final String ALIAS = "CRM_API_KEY";
  private static final String VALUE = "value-of-this-length";
  private static final int ROUNDS = 12;

  @TempDir private Path folder;

  /** A message that waits for the value and then uses it, once, without asking again. */
  private static Host.Parked park(Host host) {
    String conversation = host.conversation();
    JsonNode said = host.say(host.adapter(), conversation, Script.say("hello")).json();
    String run = said.path("id").asString().replace("msg_", "run_");
    host.operator()
        .post(
            "/v1/permission-rules",
            """
            {"behavior":"allow","tool":"bash","scope":{"kind":"session","id":"%s"}}"""
                .formatted(host.admin().run(run).path("session_id").asString()))
        .expect(201);
    return host.parkIn(
        conversation,
        asksForSecret(),
        Script.bash("echo ran >> ran; printf %s {{secret:CRM_API_KEY}} | wc -c >> ran; cat ran"),
        Script.sayLastResult());
  }

  private static String asksForSecret() {
    ObjectNode input = JSON.createObjectNode().put("reason", "needs it");
    input
        .putArray("requested_items")
        .addObject()
        .put("kind", "secret")
        .put("description", "d")
        .put("alias", ALIAS);
    return Script.tool("request_approval", input);
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource
  @DisplayName(
      "S1-44 S1-63 killed before, while and after an approval with a secret: both or neither, one"
          + " resume, and the same bytes again")
  void killed_around_an_approval(Database database) throws Exception {
    Set<String> outcomes = new HashSet<>();
    try (DaemonProcess daemon = DaemonProcess.start(folder, database.arguments())) {
      Host host = Host.of(daemon.http(), System::currentTimeMillis);
      String serviceKey = String.valueOf(host.adapter().token());
      for (int round = 0; round < ROUNDS; round++) {
        Host here = host.at(daemon.http(), serviceKey);
        Host.Parked parked = park(here);
        String body =
            here.approver()
                .body(
                    parked.approval(),
                    "approve",
                    System.currentTimeMillis() / 1000 + 600,
                    ALIAS,
                    VALUE)
                .toString();
        String key = "round-" + round;
        String heard = sendAndKill(daemon, serviceKey, parked.approve(), body, key, round);

        Host after = host.at(daemon.restart().http(), serviceKey);
        String status = after.status(parked);
        outcomes.add(status);
        assertThat(status).isIn("pending", "approved");
        assertThat(after.aliases(parked.conversation()))
            .as("never the one without the other")
            .isEqualTo(status.equals("approved") ? List.of(ALIAS) : List.of());
        if (!heard.isEmpty()) {
          assertThat(status).as("what was told ok has happened").isEqualTo("approved");
        }

        Http.Answer again = after.adapter().postWithKey(parked.approve(), body, key).expect(200);
        assertThat(again.header("Idempotency-Replayed"))
            .isEqualTo(status.equals("approved") ? "true" : "");
        if (!heard.isEmpty()) {
          assertThat(again.text()).isEqualTo(heard);
        }
        check(daemon, after, parked);
        Http.Answer third = after.adapter().postWithKey(parked.approve(), body, key).expect(200);
        assertThat(third.text()).isEqualTo(again.text());
        assertThat(third.header("Idempotency-Replayed")).isEqualTo("true");
      }
      // Once more, after all of them, in another life.
      assertThat(outcomes)
          .as("kills came on both sides of the commit")
          .containsExactlyInAnyOrder("pending", "approved");
    }
  }

  /** The run went on once: what it did is there once, or not at all if it was cut off. */
  private static void check(DaemonProcess daemon, Host host, Host.Parked parked)
      throws IOException {
    JsonNode message = host.ended(parked);
    JsonNode run = host.admin().run(parked.run());
    Path ran = daemon.workspace(run.path("session_id").asString()).resolve("ran");
    List<String> lines = Files.exists(ran) ? Files.readAllLines(ran) : List.of();
    if (message.path("status").asString().equals("completed")) {
      assertThat(lines).containsExactly("ran", Integer.toString(VALUE.length()));
    } else {
      // Killed while the command ran: it is never run again by itself.
      assertThat(run.path("status").asString()).isEqualTo("interrupted");
      assertThat(lines.stream().filter("ran"::equals).count()).isLessThanOrEqualTo(1);
    }
    assertThat(
            host.admin().events(parked.run()).stream()
                .map(event -> event.at("/event/type").asString())
                .filter("approval_resolved"::equals))
        .hasSize(1);
  }

  /**
   * Sends the approval and kills the daemon: at once with half of the body sent, after some round
   * trips, or after the answer was read, by turns. Gives the answer's body if there was one.
   */
  private static String sendAndKill(
      DaemonProcess daemon, String token, String path, String body, String key, int round)
      throws IOException {
    Http http = daemon.http();
    List<String> lines =
        List.of(
            "POST " + path + " HTTP/1.1",
            "Host: 127.0.0.1",
            "Authorization: Bearer " + token,
            "Idempotency-Key: " + key,
            "Content-Type: application/json",
            "Content-Length: " + body.length(),
            "",
            body);
    byte[] bytes = String.join("\r\n", lines).getBytes(StandardCharsets.US_ASCII);
    switch (round % 3) {
      case 0 -> {
        String heard = http.as(token).postWithKey(path, body, key).expect(200).text();
        daemon.kill9();
        return heard;
      }
      case 1 -> {
        try (Socket socket = new RawHttp(daemon).connect()) {
          socket.getOutputStream().write(bytes, 0, bytes.length - 1 - round);
          http.get("/healthz");
          daemon.kill9();
        }
      }
      default -> {
        try (Socket socket = new RawHttp(daemon).connect()) {
          http.get("/healthz");
          socket.getOutputStream().write(bytes);
          for (int i = 0; i < round / 3; i++) {
            http.get("/healthz");
          }
          daemon.kill9();
        }
      }
    }
    return "";
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource
  @DisplayName("killed between two of two: the first is kept, and its secret is still held back")
  void killed_between_two_voices(Database database) throws Exception {
    try (DaemonProcess daemon = DaemonProcess.start(folder, database.arguments())) {
      Host host = Host.of(daemon.http(), System::currentTimeMillis);
      String serviceKey = String.valueOf(host.adapter().token());
      Approver second = Approver.ed25519(host.admin(), host.tenant(), "");
      host.policy("\"approvals_required\":2,\"signature_required\":true");
      Host.Parked parked = host.parkIn(host.conversation(), asksForSecret(), Script.say("went on"));
      host.approve(parked, ALIAS, VALUE).expect(200);

      Host after = host.at(daemon.kill9().restart().http(), serviceKey);
      assertThat(after.status(parked)).isEqualTo("pending");
      assertThat(after.approval(parked.approval()).path("approvals")).hasSize(1);
      assertThat(after.aliases(parked.conversation())).isEmpty();
      after
          .adapter()
          .post(
              parked.approve(), second.body(parked.approval(), "approve", after.soon()).toString())
          .expect(200);

      Host last = host.at(daemon.kill9().restart().http(), serviceKey);
      assertThat(last.status(parked)).isEqualTo("approved");
      assertThat(last.aliases(parked.conversation())).containsExactly(ALIAS);
      assertThat(last.ended(parked).path("status").asString()).isEqualTo("completed");
    }
  }
}

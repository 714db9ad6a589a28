package dev.holdpoint.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Lives.Moment;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Decisions with a secret in their hand. */
final class SignedKills {
  private static final JsonMapper JSON = new JsonMapper();
  private static final String ALIAS = "CRM_API_KEY";
  private static final String VALUE = "value-of-this-length";
  private static final int ON_THEIR_WAY = 4;
  private static final Random CHANCE = Seed.random("signed");

  private SignedKills() {}

  static void on(Stories stories) {
    stories
        .tell(
            "S1-44 S1-63 killed before, while and after an approval with a secret: both or neither,"
                + " one resume, and the same bytes again",
            lives -> Seed.campaign(() -> killed_around_an_approval(lives)))
        .tell(
            "killed between two of two: the first is kept, and its secret is still held back",
            SignedKills::killed_between_two_voices);
  }

  /** A message that waits for the value and then uses it, once, without asking again. */
  private static Host.Parked park(Host host) {
    String conversation = host.conversation();
    JsonNode said = host.say(host.adapter(), conversation, Script.say("hello")).json();
    String run = said.path("id").asString().replace("msg_", "run_");
    host.operator()
        .post(
            "/v1/permission-rules",
            """
            {"behavior":"allow","tool":"bash","scope":{"kind":"session","id":"%s"}}\
            """
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

  /** An approval with a secret in its hand, and how it is sent. */
  private record Sent(Host.Parked parked, String body, String key) {
    byte[] bytes(String token) {
      List<String> lines =
          List.of(
              "POST " + parked.approve() + " HTTP/1.1",
              "Host: 127.0.0.1",
              "Authorization: Bearer " + token,
              "Idempotency-Key: " + key,
              "Content-Type: application/json",
              "Content-Length: " + body.length(),
              "",
              body);
      return String.join("\r\n", lines).getBytes(StandardCharsets.US_ASCII);
    }

    Http.Answer to(Host host) {
      return host.adapter().postWithKey(parked.approve(), body, key).expect(200);
    }
  }

  private static Sent prepared(Host host, String key) {
    Host.Parked parked = park(host);
    long soon = System.currentTimeMillis() / 1000 + 600;
    String body = host.approver().body(parked.approval(), "approve", soon, ALIAS, VALUE).toString();
    return new Sent(parked, body, key);
  }

  /**
   * Of these approvals one was answered when the daemon is killed, one has not come whole, and of
   * the others it is known how many round trips before the kill they were sent.
   */
  private static void killed_around_an_approval(Lives lives) throws Exception {
    Host host = Host.of(lives.http(), System::currentTimeMillis);
    String serviceKey = String.valueOf(host.adapter().token());
    Sent answered = prepared(host, "answered");
    Sent cut = prepared(host, "cut");
    List<Sent> sent =
        IntStream.range(0, ON_THEIR_WAY).mapToObj(i -> prepared(host, "sent-" + i)).toList();
    List<Socket> sockets = new ArrayList<>();
    CompletableFuture<String> heard = new CompletableFuture<>();

    Http http =
        lives.killed(
            Moment.any()
                .once(
                    () -> {
                      for (int i = 0; i <= ON_THEIR_WAY; i++) {
                        sockets.add(new RawHttp(lives.process()).connect());
                      }
                    })
                .theMomentAfter(
                    () -> {
                      heard.completeAsync(
                          () -> answered.to(host).text(), task -> Thread.ofVirtual().start(task));
                      byte[] half = cut.bytes(serviceKey);
                      sockets
                          .getLast()
                          .getOutputStream()
                          .write(half, 0, half.length - 1 - CHANCE.nextInt(ON_THEIR_WAY * 3));
                      for (int i = 0; i < ON_THEIR_WAY; i++) {
                        host.admin().get("/healthz");
                        sockets.get(i).getOutputStream().write(sent.get(i).bytes(serviceKey));
                      }
                      heard.join();
                    }));

    for (Socket socket : sockets) {
      socket.close();
    }
    Host after = host.at(http, serviceKey);
    Set<String> outcomes = new HashSet<>();
    outcomes.add(check(lives, after, answered, heard.join()));
    outcomes.add(check(lives, after, cut, ""));
    for (Sent one : sent) {
      outcomes.add(check(lives, after, one, ""));
    }
    assertThat(outcomes)
        .as("kills came on both sides of the commit")
        .containsExactlyInAnyOrder("pending", "approved");
  }

  /**
   * @param heard what was answered before the kill, if anything was
   */
  private static String check(Lives lives, Host after, Sent sent, String heard) throws IOException {
    Host.Parked parked = sent.parked;
    String status = after.status(parked);
    assertThat(status).isIn("pending", "approved");
    assertThat(after.aliases(parked.conversation()))
        .as("never the one without the other")
        .isEqualTo(status.equals("approved") ? List.of(ALIAS) : List.of());
    if (!heard.isEmpty()) {
      assertThat(status).as("what was told ok has happened").isEqualTo("approved");
    }

    Http.Answer again = sent.to(after);
    assertThat(again.header("Idempotency-Replayed"))
        .isEqualTo(status.equals("approved") ? "true" : "");
    if (!heard.isEmpty()) {
      assertThat(again.text()).isEqualTo(heard);
    }
    check(lives.process(), after, parked);
    Http.Answer third = sent.to(after);
    assertThat(third.text()).isEqualTo(again.text());
    assertThat(third.header("Idempotency-Replayed")).isEqualTo("true");
    return status;
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

  private static void killed_between_two_voices(Lives lives) throws Exception {
    Host host = Host.of(lives.http(), System::currentTimeMillis);
    String serviceKey = String.valueOf(host.adapter().token());
    Approver second = Approver.ed25519(host.admin(), host.tenant(), "");
    host.policy("\"approvals_required\":2,\"signature_required\":true");
    Host.Parked parked = host.parkIn(host.conversation(), asksForSecret(), Script.say("went on"));

    Http one =
        lives.killed(Moment.any().rightAfter(() -> host.approve(parked, ALIAS, VALUE).expect(200)));

    Host after = host.at(one, serviceKey);
    assertThat(after.status(parked)).isEqualTo("pending");
    assertThat(after.approval(parked.approval()).path("approvals")).hasSize(1);
    assertThat(after.aliases(parked.conversation())).isEmpty();

    Http two =
        lives.killed(
            Moment.any()
                .theMomentAfter(
                    () ->
                        after
                            .adapter()
                            .post(
                                parked.approve(),
                                second.body(parked.approval(), "approve", after.soon()).toString())
                            .expect(200)));

    Host last = host.at(two, serviceKey);
    assertThat(last.status(parked)).isEqualTo("approved");
    assertThat(last.aliases(parked.conversation())).containsExactly(ALIAS);
    assertThat(last.ended(parked).path("status").asString()).isEqualTo("completed");
  }
}

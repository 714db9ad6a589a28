package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.blackbox.Sse;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What clients see of a server: who comes late, comes back, hangs up, or stays too long. */
@SuppressWarnings("FutureReturnValueIgnored") // What a prompt leads to is seen on the stream.
@OnOneDatabase
class AcpStreamTest extends AcpAcceptance {
  AcpStreamTest(Database database) {
    super(database);
  }

  @Test
  void a_late_client_sees_what_waits_and_then_what_comes() {
    String server = server();
    JsonNode request;
    try (Sse stream = stream(server)) {
      prompt(server, 1, "question");
      request = asked(stream);
    }
    try (Sse late = stream(server)) {
      Sse.Frame first = late.next();
      assertThat(first.type()).isEqualTo("message");
      assertThat(first.data()).isEqualTo(request);
      assertThat(http.get(ROOT).expect(200).text()).contains("\"pending\":1");
      send(server, response(text(request, "id"), "{'status':'rejected'}")).expect(202);
      assertThat(got(late)).contains("rejected");
    }
    try (Sse after = stream(server)) {
      send(server, promptBody(2, "hello")).expect(200);
      // The end of the prompt before may come first.
      assertThat(said(after.next(frame -> !said(frame).isEmpty()))).isEqualTo("hello");
    }
  }

  @Test
  void whoever_comes_back_gets_what_was_missed_once_and_in_order() {
    String server = server();
    send(server, promptBody(1, "flood 20")).expect(200);
    List<Sse.Frame> all;
    try (Sse stream = http.stream(ROOT + "/" + server + "?cursor=0")) {
      stream.next(frame -> said(frame).startsWith("got"));
      all = stream.taken();
    }
    assertThat(all).hasSize(21);
    assertThat(all.stream().map(Sse.Frame::number)).isSorted().doesNotHaveDuplicates();
    String seen = String.valueOf(all.get(9).id());
    try (Sse back =
        http.stream(ROOT + "/" + server, request -> request.header("Last-Event-ID", seen))) {
      back.next(frame -> said(frame).startsWith("got"));
      assertThat(back.taken()).isEqualTo(all.subList(10, 21));
    }
  }

  @Test
  void what_is_not_kept_any_more_is_announced_and_what_waits_is_sent_all_the_same() {
    String server = server();
    String before;
    JsonNode request;
    try (Sse stream = stream(server)) {
      prompt(server, 1, "question");
      Sse.Frame asked = stream.next();
      request = asked.data();
      before = Long.toString(asked.number() - 1);
    }
    send(server, promptBody(2, "flood 1100")).expect(200);
    try (Sse back =
        http.stream(ROOT + "/" + server, sent -> sent.header("Last-Event-ID", before))) {
      assertThat(text(back.next().data(), "method")).isEqualTo("_holdpoint/stream_gap");
      assertThat(back.next().data()).isEqualTo(request);
      back.next(frame -> said(frame).startsWith("got"));
      assertThat(back.taken()).hasSize(2 + 1_000);
    }
    try (Sse stranger =
        http.stream(ROOT + "/" + server, sent -> sent.header("Last-Event-ID", "9".repeat(18)))) {
      assertThat(text(stranger.next().data(), "method")).isEqualTo("_holdpoint/stream_gap");
      assertThat(stranger.next().data()).isEqualTo(request);
    }
  }

  @Test
  void an_agent_that_dies_takes_what_it_waited_for_with_it_and_can_be_started_anew() {
    String server = server();
    try (Sse stream = stream(server)) {
      CompletableFuture<Http.Answer> prompt = prompt(server, 1, "permission last wish");
      JsonNode request = asked(stream);
      prompt(server, 2, "die");

      JsonNode problem = refused(prompt.join(), 502, "agents", "agent_failed");
      assertThat(text(problem, "detail")).contains("7");
      assertThat(text(told(stream, "_holdpoint/server_ended"), "reason")).contains("7");
      stream.awaitEnd();
      JsonNode run = runOf(request);
      assertThat(status(run)).isEqualTo("interrupted");
      assertThat(text(run, "error")).contains("7");
      JsonNode gate = http.get("/v1/approvals/" + text(request, "id")).expect(200).json();
      assertThat(text(gate, "status")).isEqualTo("withdrawn");
      assertThat(
              http.post("/v1/runs/" + id(run) + "/approvals", allow(text(request, "id"))).status())
          .isEqualTo(409);
      refused(
          send(server, response(text(request, "id"), "{'outcome':{'outcome':'cancelled'}}")),
          409,
          "agents",
          "acp_request_not_pending");
    }
    refused(http.get(ROOT + "/" + server), 404, "agents", "acp_server_not_found");
    refused(send(server, promptBody(2, "hello")), 400, "api", "invalid_request");
    start(http, server, folder);
    send(server, promptBody(3, "hello")).expect(200);
  }

  @Test
  void an_end_is_answered_at_once_and_twice_and_withdraws_what_waits() {
    String server = server();
    try (Sse stream = stream(server)) {
      CompletableFuture<Http.Answer> prompt = prompt(server, 1, "question");
      JsonNode request = asked(stream);
      delete(server).expect(204);
      delete(server).expect(204);
      delete("never-there").expect(204);
      assertThat(text(told(stream, "_holdpoint/server_ended"), "reason")).contains("admin");
      stream.awaitEnd();
      assertThat(prompt.join().status()).isEqualTo(502);
      assertThat(status(awaitRun(id(runOf(request)), "interrupted"))).isEqualTo("interrupted");
    }
    assertThat(http.get(ROOT).expect(200).text()).doesNotContain(server);
  }

  @Test
  void a_client_that_hangs_up_does_no_harm_and_is_not_told_twice() throws IOException {
    String server = server();
    try (Sse stream = stream(server)) {
      String body = promptBody(1, "question");
      try (Socket socket = connect()) {
        post(socket, server, body);
        asked(stream);
      }
      // The same once more is the same request: the agent is asked nothing new.
      CompletableFuture<Http.Answer> again = prompt(server, 1, "question");
      CompletableFuture<Http.Answer> other = prompt(server, 2, "hello");
      other.join().expect(200);
      JsonNode waiting = http.get(ROOT).expect(200).json();
      assertThat(waiting.at("/0/pending").asInt()).isEqualTo(1);
      String question = text(stream.taken().getFirst().data(), "id");
      send(server, response(question, "{'status':'rejected'}")).expect(202);
      assertThat(again.join().expect(200).json().at("/result/stopReason").asString())
          .isEqualTo("end_turn");
    }
  }

  private Socket connect() throws IOException {
    URI address = http.address();
    return new Socket(address.getHost(), address.getPort());
  }

  private void post(Socket socket, String server, String body) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    String head =
        "POST %s/%s HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
            .formatted(ROOT, server, http.address().getAuthority(), http.token(), bytes.length);
    socket.getOutputStream().write(head.getBytes(StandardCharsets.UTF_8));
    socket.getOutputStream().write(bytes);
    socket.getOutputStream().flush();
  }

  @Test
  void files_are_read_in_the_sessions_folder_and_nowhere_else() throws IOException {
    String server = server();
    Files.writeString(folder.resolve("note.txt"), "inside");
    try (Sse stream = stream(server)) {
      send(server, promptBody(1, "read " + folder.resolve("note.txt"))).expect(200);
      assertThat(got(stream)).contains("inside");
      send(server, promptBody(2, "read /etc/hostname")).expect(200);
      assertThat(got(stream)).contains("-32602");
    }
  }
}

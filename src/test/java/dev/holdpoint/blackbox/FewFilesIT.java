package dev.holdpoint.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A daemon that may open few files refuses streams, and goes on taking decisions. */
final class FewFilesIT {
  private static final int FILES = 128;
  private static final int MANY = 60;

  @TempDir private Path folder;

  @Test
  void streams_are_refused_before_decisions_suffer() throws Exception {
    List<Socket> sockets = new ArrayList<>();
    try (DaemonProcess daemon = DaemonProcess.startWithFiles(folder, FILES)) {
      Http http = daemon.http();
      http.session("work");
      String run = http.submit("work", Script.bash("echo once >> done.txt"), Script.say("bye"));
      String approval = http.awaitApproval(run);
      RawHttp raw = new RawHttp(daemon);
      String token = daemon.adminToken();
      int open = 0;
      int refused = 0;
      for (int i = 0; i < MANY; i++) {
        Socket socket = raw.connect();
        sockets.add(socket);
        socket.getOutputStream().write(get("/v1/events/stream", token));
        RawHttp.Answer answer = raw.read(socket);
        if (answer.status() == 200) {
          open++;
        } else {
          refused++;
          assertThat(answer.status()).isEqualTo(503);
          assertThat(answer.header("Retry-After")).isNotEmpty();
          assertThat(answer.header("Connection")).isEqualTo("close");
          assertThat(answer.body()).contains("Too many open ");
        }
      }
      assertThat(open).isPositive();
      assertThat(refused).isPositive();

      // Nobody else waits on the connections that are left: no hook, no call over MCP, no look.
      String use =
          "{\"session_id\":\"5d1f3c0a-7b52-4d0e-9a1c-0e7f2b9d4c11\",\"cwd\":\"/srv/app\",\"permission_mode\":\"default\",\"hook_event_name\":\"PreToolUse\",\"tool_name\":\"Bash\",\"tool_input\":{\"command\":\"npm test\"},\"tool_use_id\":\"toolu_01ABC123\"}";
      String ask =
          "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"request_approval\",\"arguments\":{\"reason\":\"deploy?\"}}}";
      for (byte[] waits :
          List.of(
              post("/hooks/claude/pre-tool-use", token, use),
              post("/mcp", token, ask),
              get("/v1/approvals/" + approval + "?wait_ms=30000", token))) {
        try (Socket socket = raw.connect()) {
          socket.getOutputStream().write(waits);
          RawHttp.Answer answer = raw.read(socket);
          assertThat(answer.status()).as(answer.body()).isEqualTo(503);
          assertThat(answer.body()).contains("Too many open ");
          assertThat(answer.header("Connection")).isEqualTo("close");
        }
      }

      // By another client, who has no connection yet.
      Http other = daemon.http();
      assertThat(other.get("/v1/approvals/" + approval).expect(200).text()).contains("pending");
      other.approve(run);
      other.awaitRun(run, "completed");
      for (int i = 0; i < MANY; i++) {
        try (Socket socket = raw.connect()) {
          socket.getOutputStream().write(get("/healthz", token));
          assertThat(raw.read(socket).status()).isEqualTo(200);
        }
      }
      JsonNode status = other.get("/v1/status").expect(200).json();
      assertThat(status.at("/health/warnings").toString())
          .contains("file_limit", "The limit of open files is " + FILES);
      assertThat(daemon.log()).contains("The limit of open files is " + FILES);
      // Open streams stay open, and one that ends makes room for another.
      assertThat(status.at("/streams/open").asInt()).isEqualTo(open);
      sockets.removeFirst().close();
      other.await("/v1/status", now -> now.at("/streams/open").asInt() == 0 || isTaken(raw, token));
    } finally {
      for (Socket socket : sockets) {
        socket.close();
      }
    }
  }

  private static boolean isTaken(RawHttp raw, String token) {
    try (Socket socket = raw.connect()) {
      socket.getOutputStream().write(get("/v1/events/stream", token));
      return raw.read(socket).status() == 200;
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static byte[] post(String path, String token, String body) {
    return ("POST "
            + path
            + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
            + token
            + "\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream"
            + "\r\nMCP-Protocol-Version: 2025-06-18\r\nContent-Length: "
            + body.length()
            + "\r\n\r\n"
            + body)
        .getBytes(StandardCharsets.ISO_8859_1);
  }

  private static byte[] get(String path, String token) {
    return ("GET "
            + path
            + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
            + token
            + "\r\n\r\n")
        .getBytes(StandardCharsets.ISO_8859_1);
  }
}

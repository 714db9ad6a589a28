package dev.holdpoint.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What a daemon logs when it logs everything: who did what to which, and nothing private. */
final class LogIT {
  @TempDir private Path folder;

  /** At the level that a daemon has unless it is told otherwise. */
  @Test
  // S1-115
  void S1_115_the_request_id_of_every_problem_is_in_the_log_once() throws Exception {
    try (DaemonProcess daemon = DaemonProcess.start(folder)) {
      Http http = daemon.http();
      Host host = Host.of(http, System::currentTimeMillis);
      http.session("s");
      Http agent = http.withRole("agent", "planted-1");
      List<Http.Answer> refused =
          List.of(
              // /v1
              http.as("hpt_planted-2").get("/v1/runs"),
              agent.post("/v1/tokens", "{\"name\":\"planted-3\",\"role\":\"admin\"}"),
              http.post("/v1/sessions/s/runs", "{\"content\": planted-4"),
              http.post("/v1/sessions/s/runs", "{\"planted-5\":\"planted-6\"}"),
              http.get("/planted-7?planted-8=planted-9"),
              http.get("/v1/runs/planted-10"),
              http.send("DELETE", "/v1/runs", null, _ -> {}),
              http.get("/v1/runs?limit=planted-11"),
              // the signed surface
              host.adapter().get("/approvals/planted-14"),
              host.adapter().as("sk_int_planted-15").get("/approvals"),
              host.adapter().post("/conversations", "{\"external_id\":\"planted-16\"}"),
              // the others
              http.post("/api/clarify/respond", "{\"session_id\":\"planted-17\"}"),
              http.post("/mcp", "planted-18"),
              http.post("/v1/acp/planted-19", "planted-20"),
              http.post("/hooks/claude/pre-tool-use", "planted-21"));
      RawHttp.Answer raw = new RawHttp(daemon).send("GET /planted-22 HTTP/9.9\r\n\r\n");
      daemon.terminate();

      List<String> log = daemon.log().lines().toList();
      for (Http.Answer answer : refused) {
        String id = answer.header("X-Request-Id");
        assertThat(answer.status()).as(answer.text()).isBetween(400, 499);
        assertThat(log.stream().filter(line -> line.contains(id)))
            .as("%s %s", answer.status(), answer.text())
            .filteredOn(line -> !line.contains("\"message\":\"a credential did not hold\""))
            .singleElement()
            .asString()
            .contains("\"status\":" + answer.status(), "\"message\":\"refused\"");
      }
      assertThat(raw.status()).isGreaterThanOrEqualTo(400);
      assertThat(raw.header("X-Request-Id")).startsWith("req_");
      assertThat(log.stream().filter(line -> line.contains(raw.header("X-Request-Id")))).hasSize(1);
      assertThat(daemon.log()).doesNotContain("planted-");
    }
  }

  @Test
  void every_line_is_an_object_and_no_secret_is_in_any() throws Exception {
    Path data = Files.createDirectories(folder.resolve("data"));
    Files.writeString(data.resolve("holdpoint.yaml"), "log:\n  level: trace\n  format: json\n");
    try (DaemonProcess daemon = DaemonProcess.start(folder)) {
      Http http = daemon.http();
      http.session("s");
      String token = http.withRole("operator", "ada").token();
      Http ada = http.as(token);
      http.as("hpt_wrong-secret-1").get("/v1/runs").expect(401);
      ada.post("/v1/tokens", "{\"name\":\"secret-2\",\"role\":\"admin\"}").expect(403);
      http.post("/v1/sessions/s/runs", "{\"content\": secret-3").expect(400);
      http.post("/v1/sessions/s/runs", "{\"secret-4\":\"secret-5\"}").expect(400);
      http.get("/secret-6?secret-7=secret-8").expect(404);
      http.get("/v1/runs/secret-9").expect(404);
      http.post(
              "/v1/sessions/s/reply-targets",
              """
              {"reply_targets":[{"type":"http","url":"https://example.com/secret-10",
                "headers":{"X-Team":"secret-11"}}]}""")
          .expect(200);
      http.postWithKey("/v1/sessions/s/runs", Http.work(Script.say("secret-12")), "secret-13-key")
          .expect(202);
      String run = http.submit("s", Script.bash("echo secret-14; exit 3"), Script.say("x"));
      http.approve(run);
      http.awaitRun(run, "completed");
      Http.Answer seen =
          http.send("GET", "/v1/runs/" + run, null, r -> r.header("X-Custom", "secret-15"));
      String requestId = seen.expect(200).header("X-Request-Id");
      String adminToken = daemon.adminToken();
      daemon.terminate();

      String log = daemon.log();
      List<JsonNode> lines =
          log.lines()
              .filter(line -> !line.isBlank())
              .map(line -> JsonMapper.shared().readTree(line))
              .toList();
      assertThat(lines)
          .isNotEmpty()
          .allSatisfy(
              line ->
                  assertThat(line.propertyNames()).contains("time", "level", "logger", "message"));
      assertThat(log)
          .doesNotContain(adminToken, token, "secret-", "Bearer", adminToken.substring(4, 20));
      JsonNode answered =
          lines.stream()
              .filter(line -> line.path("request_id").asString().equals(requestId))
              .filter(line -> line.path("message").asString().equals("answered"))
              .findFirst()
              .orElseThrow();
      assertThat(answered.path("route").asString()).isEqualTo("/v1/runs/{run_id}");
      assertThat(answered.path("status").asInt()).isEqualTo(200);
      assertThat(answered.path("ms").isNumber()).isTrue();
      assertThat(log).as("ids of callers' things are in no route").doesNotContain("/v1/runs/run_");
    }
  }
}

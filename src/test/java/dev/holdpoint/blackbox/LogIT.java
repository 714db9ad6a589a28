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

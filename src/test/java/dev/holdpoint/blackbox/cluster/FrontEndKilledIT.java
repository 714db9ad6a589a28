package dev.holdpoint.blackbox.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.blackbox.Script;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A node dies while a front end reads a run of it. */
final class FrontEndKilledIT {
  private static final JsonMapper JSON = new JsonMapper();

  @TempDir private Path folder;

  @Test
  @DisplayName(
      "AG-83 a node killed in the middle of a stream: the same body at another shows the rest, and"
          + " the input ran once")
  void the_same_body_at_another_node_shows_the_rest() throws Exception {
    Path ran = folder.resolve("ran");
    ObjectNode body = JSON.createObjectNode().put("threadId", "front").put("runId", "r-1");
    body.putArray("messages")
        .addObject()
        .put("id", "m-1")
        .put("role", "user")
        .put(
            "content",
            "#!script\n"
                + String.join(
                    "\n",
                    Script.bash("echo once >> " + ran),
                    Script.sleep(3_000),
                    Script.say("done")));
    try (ClusterOfNodes cluster = new ClusterOfNodes(folder, 2, Duration.ofSeconds(5))) {
      Http first = cluster.member(1).http();
      first
          .post(
              "/v1/permission-rules",
              "{\"behavior\":\"allow\",\"tool\":\"bash\",\"scope\":{\"kind\":\"user\"}}")
          .expect(201);
      HttpRequest request =
          HttpRequest.newBuilder(first.address().resolve("/ag-ui"))
              .header("Authorization", "Bearer " + first.token())
              .header("Content-Type", "application/json")
              .POST(HttpRequest.BodyPublishers.ofString(body.toString()))
              .build();
      try (HttpClient client = HttpClient.newHttpClient()) {
        Stream<String> lines = client.send(request, HttpResponse.BodyHandlers.ofLines()).body();
        // What the command gave back is committed, and the model is asked again.
        assertThat(lines.anyMatch(line -> line.contains("TOOL_CALL_RESULT"))).isTrue();
        cluster.member(1).kill();
      }

      Http.Answer rest = cluster.member(2).http().post("/ag-ui", body.toString()).expect(200);
      List<JsonNode> events =
          Arrays.stream(rest.text().split("\n\n", -1))
              .filter(frame -> frame.startsWith("data: "))
              .map(frame -> JSON.readTree(frame.substring("data: ".length())))
              .toList();
      List<String> types = events.stream().map(one -> one.path("type").asString()).toList();
      assertThat(types).startsWith("RUN_STARTED").containsOnlyOnce("TOOL_CALL_START");
      assertThat(types.getLast()).as(rest.text()).isEqualTo("RUN_FINISHED");
      assertThat(cluster.column("SELECT count(*)::text FROM runs").getFirst()).isEqualTo("1");
      assertThat(Files.readAllLines(ran)).containsExactly("once");
    }
  }
}

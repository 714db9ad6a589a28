package dev.holdpoint.programs;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What a person does with {@code /hooks} in Codex: trusts the hooks that are there. */
final class CodexTrust implements AutoCloseable {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final Process process;
  private final BufferedReader said;
  private int calls;

  private CodexTrust(ProgramHome home) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(home.command(RealProgram.CODEX).toString(), "app-server")
            .directory(home.project().toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD);
    builder.environment().clear();
    builder.environment().putAll(home.environment());
    process = builder.start();
    said = process.inputReader(StandardCharsets.UTF_8);
  }

  static void inHooksOf(ProgramHome home) throws IOException {
    try (CodexTrust codex = new CodexTrust(home)) {
      codex.call(
          "initialize",
          JSON.valueToTree(Map.of("clientInfo", Map.of("name", "t", "version", "1"))));
      JsonNode listed =
          codex.call(
              "hooks/list",
              JSON.createObjectNode()
                  .set("cwds", JSON.createArrayNode().add(home.project().toString())));
      ObjectNode trusted = JSON.createObjectNode();
      for (JsonNode folder : listed.path("data")) {
        for (JsonNode hook : folder.path("hooks")) {
          trusted
              .putObject(hook.path("key").asString())
              .put("trusted_hash", hook.path("currentHash").asString());
        }
      }
      ObjectNode edit = JSON.createObjectNode().put("keyPath", "hooks.state");
      edit.put("mergeStrategy", "upsert").set("value", trusted);
      codex.call(
          "config/batchWrite",
          JSON.createObjectNode().set("edits", JSON.createArrayNode().add(edit)));
    }
  }

  private JsonNode call(String method, JsonNode params) throws IOException {
    int id = ++calls;
    ObjectNode request = JSON.createObjectNode().put("id", id).put("method", method);
    request.set("params", params);
    process.outputWriter(StandardCharsets.UTF_8).append(request + "\n").flush();
    for (String line = said.readLine(); line != null; line = said.readLine()) {
      JsonNode answer = JSON.readTree(line);
      if (answer.path("id").asInt(0) == id && answer.has("result")) {
        return answer.path("result");
      }
      if (answer.has("error")) {
        break;
      }
    }
    throw new IOException("codex app-server has no answer to " + method);
  }

  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }
}

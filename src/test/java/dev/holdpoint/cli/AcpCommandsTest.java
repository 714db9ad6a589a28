package dev.holdpoint.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.acceptance.PlainAgent;
import dev.holdpoint.client.AcpServerClient;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.ClientJson;
import dev.holdpoint.client.stream.AcpStream;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Servers of agents, spoken to by the client, looked at and ended by hand. */
class AcpCommandsTest {
  @TempDir private Path folder = Path.of("");

  private static JsonNode rpc(String text, Object... values) {
    return ClientJson.parseTree(
        ("{'jsonrpc':'2.0'," + text + "}").replace('\'', '"').formatted(values));
  }

  @Test
  void a_server_is_spoken_to_listed_and_ended() throws Exception {
    Map<String, String> settings = Map.of("HOLDPOINT_AGENTS_PLAIN_COMMAND", PlainAgent.command());
    try (Desk desk = new Desk(folder.resolve("data"), settings)) {
      assertThat(desk.type("acp", "list").out()).contains("No servers");
      AcpServerClient acp = desk.client().acp();
      acp.request("editor", "plain", rpc("'id':1,'method':'initialize','params':{}"));
      acp.request(
          "editor",
          null,
          rpc(
              "'id':2,'method':'session/new','params':{'cwd':'%s'}",
              folder.resolve("data/workspaces")));
      CompletableFuture<JsonNode> prompt = prompt(acp);
      try (AcpStream stream = acp.stream("editor", null)) {
        stream.follow(
            message -> {
              try {
                if (message.path("method").asString().endsWith("request_question")) {
                  assertThat(desk.json("acp", "list").at("/0/pending").asInt()).isEqualTo(1);
                  acp.tell(
                      "editor",
                      null,
                      rpc(
                          "'id':'%s','result':{'status':'rejected'}",
                          message.path("id").asString()));
                  return true;
                }
              } catch (CallFailed e) {
                throw new IllegalStateException(e);
              }
              return !message.path("method").asString().endsWith("request_resolved");
            });
      }
      assertThat(prompt.join().at("/result/stopReason").asString()).isEqualTo("end_turn");

      assertThat(desk.type("acp", "list").out()).contains("editor", "plain", "yes");
      assertThat(desk.type("acp", "end", "editor").out()).contains("editor is ended");
      assertThat(desk.json("acp", "end", "editor").path("ended").asBoolean()).isTrue();
      assertThat(desk.json("acp", "list")).isEmpty();
    }
  }

  private static CompletableFuture<JsonNode> prompt(AcpServerClient acp) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return acp.request(
                "editor",
                null,
                rpc(
                    "'id':3,'method':'session/prompt','params':{'sessionId':'plain-1',"
                        + "'prompt':[{'type':'text','text':'question'}]}"));
          } catch (CallFailed e) {
            throw new IllegalStateException(e);
          }
        });
  }
}

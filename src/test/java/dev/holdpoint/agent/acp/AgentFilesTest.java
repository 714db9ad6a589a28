package dev.holdpoint.agent.acp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdpoint.agent.acp.wire.RpcError;
import dev.holdpoint.agent.peer.PeerSession;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.engine.json.JsonTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

@Timeout(60)
final class AgentFilesTest {
  @TempDir Path folder = Path.of("set by JUnit");
  private Path inside = folder;

  @BeforeEach
  void workspace() throws IOException {
    inside = Files.createDirectories(folder.resolve("workspace"));
  }

  @Test
  void a_file_is_read_whole_or_in_part_by_any_of_its_names() throws Exception {
    Files.writeString(inside.resolve("a.txt"), "eins\r\nzwei ü\ndrei");
    assertThat(read(path(inside.resolve("a.txt").toString()))).isEqualTo("eins\r\nzwei ü\ndrei");
    assertThat(read(path("a.txt").put("line", 2))).isEqualTo("zwei ü\ndrei");
    assertThat(read(path("a.txt").put("line", 2).put("limit", 1))).isEqualTo("zwei ü\n");
    assertThat(read(path("a.txt").put("line", 0).put("limit", 1))).isEqualTo("eins\r\n");
    assertThat(read(path("a.txt").put("line", 9))).isEmpty();
    assertThat(read(path("a.txt").put("limit", 0))).isEmpty();
    assertThat(read(path("a.txt").putNull("line").put("limit", Long.MAX_VALUE))).hasSize(17);
  }

  @Test
  void a_file_is_written_with_the_folders_above_it() throws Exception {
    Json result = AgentFiles.write(inside, path("x/y/z.txt").put("content", "ü\n"));
    assertThat(result).isEqualTo(Json.EMPTY_OBJECT);
    assertThat(inside.resolve("x/y/z.txt")).hasContent("ü\n");
  }

  @Test
  void nothing_outside_the_folder_is_read_or_written() throws Exception {
    Path secret = Files.writeString(folder.resolve("secret"), "s");
    Files.createSymbolicLink(inside.resolve("link"), secret);
    Files.createSymbolicLink(inside.resolve("dangling"), folder.resolve("new"));
    Files.createSymbolicLink(inside.resolve("up"), folder);
    for (String name :
        new String[] {secret.toString(), "../secret", "link", "up/secret", "up/new", "dangling"}) {
      refused(() -> AgentFiles.read(inside, path(name)), RpcError.INVALID_PARAMS);
      refused(
          () -> AgentFiles.write(inside, path(name).put("content", "x")), RpcError.INVALID_PARAMS);
    }
    assertThat(secret).hasContent("s");
    assertThat(folder.resolve("new")).doesNotExist();
  }

  @Test
  void what_is_wrong_is_said() throws Exception {
    Files.writeString(inside.resolve("big"), "x".repeat(AgentFiles.MAX_READ) + "\nend");
    Files.write(inside.resolve("binary"), new byte[] {(byte) 0xff, 0});
    refused(() -> AgentFiles.read(inside, path("none")), -32002)
        .hasMessage("There is no file `none`.");
    refused(() -> AgentFiles.read(inside, path("")), RpcError.INVALID_PARAMS);
    refused(() -> AgentFiles.read(inside, JsonTree.object()), RpcError.INVALID_PARAMS)
        .hasMessage("`path` must be text.");
    refused(() -> AgentFiles.read(inside, path(".")), RpcError.INVALID_PARAMS)
        .hasMessage("`.` is not a regular file.");
    refused(() -> AgentFiles.read(inside, path("big")), RpcError.INVALID_PARAMS)
        .hasMessageContaining("read it in parts with `line` and `limit`");
    assertThat(read(path("big").put("line", 2))).isEqualTo("end");
    refused(() -> AgentFiles.read(inside, path("binary")), RpcError.INVALID_PARAMS)
        .hasMessage("`binary` is not UTF-8 text.");
    refused(() -> AgentFiles.read(inside, path("big").put("line", -1)), RpcError.INVALID_PARAMS);
    refused(() -> AgentFiles.read(inside, path("big").put("line", "1")), RpcError.INVALID_PARAMS);
    refused(() -> AgentFiles.write(inside, path("x")), RpcError.INVALID_PARAMS)
        .hasMessage("`content` must be text.");
    refused(
        () ->
            AgentFiles.write(
                inside, path("x").put("content", "x".repeat(AgentFiles.MAX_WRITE + 1))),
        RpcError.INVALID_PARAMS);
    refused(
        () -> AgentFiles.write(inside, path("x").put("content", "\ud800")),
        RpcError.INVALID_PARAMS);
    assertThat(inside.resolve("x")).doesNotExist();
  }

  @Test
  void an_agent_reads_and_writes_in_the_folder_of_its_session() throws Exception {
    Files.writeString(folder.resolve("secret"), "s");
    String script =
        """
        prompt=$id
        say '{"jsonrpc":"2.0","id":0,"method":"fs/write_text_file","params":{"sessionId":"s1","path":"a","content":"x"}}'
        hear; printf '%s\\n' "$line" >>heard
        say '{"jsonrpc":"2.0","id":1,"method":"fs/read_text_file","params":{"sessionId":"s1","path":"'$PWD'/a"}}'
        hear; printf '%s\\n' "$line" >>heard
        say '{"jsonrpc":"2.0","id":2,"method":"fs/read_text_file","params":{"sessionId":"s1","path":"'$PWD'/../secret"}}'
        hear; printf '%s\\n' "$line" >>heard
        say '{"jsonrpc":"2.0","id":3,"method":"fs/read_text_file","params":{"sessionId":"s2","path":"a"}}'
        hear; printf '%s\\n' "$line" >>heard
        id=$prompt; answer '{"stopReason":"end_turn"}'""";
    try (PeerBench bench = new PeerBench(folder, ShellAgent.prompted(script))) {
      PeerSession talk = bench.open();
      talk.prompt("go");
      assertThat(talk.next()).isEqualTo(PeerBench.done());
      assertThat(Files.readAllLines(bench.workspace.resolve("heard")))
          .satisfiesExactly(
              line -> assertThat(line).contains("\"id\":0,\"result\":{}"),
              line -> assertThat(line).contains("\"id\":1,\"result\":{\"content\":\"x\"}"),
              line -> assertThat(line).contains("\"id\":2,\"error\":{\"code\":-32602"),
              line -> assertThat(line).contains("\"id\":3,\"error\":{\"code\":-32602"));
    }
  }

  private String read(ObjectNode params) {
    return JsonTree.of(AgentFiles.read(inside, params)).path("content").stringValue();
  }

  private static ObjectNode path(String path) {
    return JsonTree.object().put("path", path);
  }

  private static org.assertj.core.api.AbstractThrowableAssert<?, ? extends Throwable> refused(
      org.assertj.core.api.ThrowableAssert.ThrowingCallable call, int code) {
    return assertThatThrownBy(call)
        .isInstanceOfSatisfying(RpcError.class, e -> assertThat(e.code()).isEqualTo(code));
  }
}

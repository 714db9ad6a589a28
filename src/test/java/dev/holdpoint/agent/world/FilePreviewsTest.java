package dev.holdpoint.agent.world;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdpoint.agent.tool.Workspaces;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunState;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.core.secret.SecretValues;
import dev.holdpoint.core.world.CallPreview;
import dev.holdpoint.core.world.CallPreview.FileChange;
import dev.holdpoint.core.world.CallPreview.Problem;
import dev.holdpoint.engine.port.Web;
import dev.holdpoint.store.Samples;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FilePreviewsTest {
  private static final String VALUE = "hunter2-hunter2-0815";

  @TempDir Path folder = Path.of("");

  @Test
  @DisplayName("PG-38 a vault value in the file is scrubbed")
  void PG_38_a_vault_value_is_scrubbed() throws IOException {
    Files.writeString(folder.resolve("a.env"), "KEY=" + VALUE + "\nMODE=old\n");
    ToolCall call =
        new ToolCall(
            "call_1",
            "edit_file",
            new Json("{\"path\":\"a.env\",\"old\":\"MODE=old\",\"new\":\"MODE=new\"}"));

    List<FileChange> files =
        FilePreviews.of(call, folder, SecretValues.of(Map.of("KEY", VALUE)).scrubbing(), 3);

    assertThat(files.toString()).contains("MODE=new", "[secret:KEY]").doesNotContain(VALUE);
  }

  private FileChange change(String tool, String path, String members) {
    ToolCall call =
        new ToolCall("call_1", tool, new Json("{\"path\":\"" + path + "\"," + members + "}"));
    return FilePreviews.of(call, folder, SecretValues.of(Map.of()).scrubbing(), 3).getFirst();
  }

  @Test
  @DisplayName("PG-38 neither what an edit makes of a file nor what it names is larger than 1 MiB")
  void PG_38_an_edit_is_bounded() throws IOException {
    Files.writeString(folder.resolve("a"), "x".repeat(900_000) + "y");
    String large = "n".repeat((1 << 20) + 1);

    assertThat(change("edit_file", "a", "\"old\":\"y\",\"new\":\"z\"").problem()).isNull();
    for (String members :
        List.of(
            "\"old\":\"y\",\"new\":\"" + "n".repeat(200_000) + "\"",
            "\"old\":\"y\",\"new\":\"" + large + "\"",
            "\"old\":\"" + large + "\",\"new\":\"z\"")) {
      assertThat(change("edit_file", "a", members).problem()).isEqualTo(Problem.TOO_LARGE);
    }
    assertThat(change("write_file", "b", "\"content\":\"" + "ä".repeat(600_000) + "\"").problem())
        .isEqualTo(Problem.TOO_LARGE);
  }

  @Test
  @DisplayName("PG-38 a file of more lines than can be compared is too large")
  void PG_38_lines_are_bounded() throws IOException {
    Files.writeString(folder.resolve("a"), "\n".repeat(100_001) + "y");

    assertThat(change("edit_file", "a", "\"old\":\"y\",\"new\":\"z\"").problem())
        .isEqualTo(Problem.TOO_LARGE);
    assertThat(change("write_file", "b", "\"content\":\"" + "\\n".repeat(100_001) + "\"").problem())
        .isEqualTo(Problem.TOO_LARGE);
  }

  @Test
  @DisplayName("PG-37 no more than 4 000 lines are made, and all are counted")
  void PG_37_lines_beyond_the_first_are_counted() throws IOException {
    String lines = numbered(20_000);
    Files.writeString(folder.resolve("a"), lines);
    ToolCall call =
        new ToolCall(
            "call_1",
            "write_file",
            new Json("{\"path\":\"a\",\"content\":\"" + numbered(20).replace("\n", "\\n") + "\"}"));

    FileChange cut =
        FilePreviews.of(call, folder, SecretValues.of(Map.of()).scrubbing(), 8).getFirst();

    assertThat(cut.cut()).isTrue();
    assertThat(cut.added()).isEqualTo(450);
    assertThat(cut.removed()).isEqualTo(450);
    assertThat(cut.hunks()).hasSizeGreaterThan(200);
    assertThat(cut.hunks().stream().mapToInt(hunk -> hunk.lines().size()).sum()).isEqualTo(4_000);
    String few = lines.replaceFirst("\n4500\n", "\nx\n").replace("\n", "\\n");
    assertThat(change("write_file", "a", "\"content\":\"" + few + "\"").cut()).isFalse();
  }

  /** Lines, of which each so many differs from its number. */
  private static String numbered(int every) {
    return IntStream.range(1, 9_001)
        .mapToObj(i -> (i % every == 0 ? "x" : "") + i + "\n")
        .collect(joining());
  }

  @Test
  @DisplayName("PG-39 what an agent outside calls by the name of a daemon's tool is on its machine")
  void PG_39_a_call_of_an_agent_outside_is_elsewhere() throws IOException {
    Workspaces workspaces = new Workspaces(folder);
    DaemonSight sight = new DaemonSight(workspaces, NOWHERE, _ -> SecretValues.of(Map.of()));
    ToolCall call =
        new ToolCall(
            "call_1", "edit_file", new Json("{\"path\":\"a\",\"old\":\"x\",\"new\":\"y\"}"));
    Run own = Samples.run(1, 1, new RunState.Running());
    Files.writeString(workspaces.of(own.head().sessionId()).resolve("a"), "x\n");

    assertThat(sight.preview(own, call, 3).files()).hasSize(1);
    assertThat(
            sight.preview(Samples.run(1, 1, new RunState.Running(), "acp:codex"), call, 3).reason())
        .isEqualTo(CallPreview.Reason.ELSEWHERE);
  }

  @Test
  @DisplayName("PG-38 two files are compared at once, and who comes third is sent away")
  void PG_38_two_at_once() throws Exception {
    Run run = Samples.run(1, 1, new RunState.Running());
    Workspaces workspaces = new Workspaces(folder);
    workspaces.of(run.head().sessionId());
    CountDownLatch inside = new CountDownLatch(2);
    CompletableFuture<Void> go = new CompletableFuture<>();
    DaemonSight sight =
        new DaemonSight(
            workspaces,
            NOWHERE,
            _ -> {
              // The two, and not the test itself, which would wait for ever where nobody refuses
              // it.
              if (Thread.currentThread().isVirtual()) {
                inside.countDown();
                go.join();
              }
              return SecretValues.of(Map.of());
            });
    ToolCall call = new ToolCall("call_1", "bash", new Json("{}"));
    try (ExecutorService two = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<CallPreview>> first =
          List.of(
              two.submit(() -> sight.preview(run, call, 3)),
              two.submit(() -> sight.preview(run, call, 3)));
      try {
        assertThat(inside.await(30, TimeUnit.SECONDS)).isTrue();
        assertThatThrownBy(() -> sight.preview(run, call, 3))
            .isInstanceOfSatisfying(
                Refused.class,
                refused ->
                    assertThat(refused.refusal().problem())
                        .isEqualTo(dev.holdpoint.core.problem.Problem.UNAVAILABLE));
      } finally {
        go.complete(null);
      }
      for (Future<CallPreview> one : first) {
        assertThat(one.get().reason()).isNull();
      }
    }
    assertThat(sight.preview(run, call, 3).reason()).isNull();
  }

  static final Web NOWHERE =
      new Web() {
        @Override
        public Answer call(Call call, int mostBytes) {
          return new Answer.Blocked();
        }

        @Override
        public Answer call(Call call, int mostBytes, long mostMs) {
          return new Answer.Blocked();
        }

        @Override
        public @Nullable URI address(String text) {
          return null;
        }

        @Override
        public boolean isBarred(String url) {
          return true;
        }
      };
}

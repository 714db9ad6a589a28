package dev.holdpoint.engine.external;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.core.access.Tenants;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunStatus;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.engine.commit.Bench;
import dev.holdpoint.engine.gate.GateDraft;
import dev.holdpoint.engine.run.Runs;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a program's user has settled at their terminal, in a session where much else waits. */
final class SettledElsewhereTest {
  private static final ClientGates.Client ADA =
      new ClientGates.Client("hook", "claude-code", "tok_ada", "ada", Tenants.ROOT, null);
  private static final ClientGates.Client BOB =
      new ClientGates.Client("hook", "claude-code", "tok_bob", "bob", Tenants.ROOT, null);

  @TempDir private Path folder = Path.of("");

  private static ToolCall call(String command) {
    return new ToolCall("call_1", "Bash", new Json("{\"command\":\"" + command + "\"}"));
  }

  private static Run asks(ClientGates clients, @Nullable String callId, String command) {
    return clients
        .raise(
            ADA,
            new ClientGates.Request(
                "s",
                ClientGates.Key.NONE,
                command,
                List.of("here"),
                List.of("here"),
                new ExternalGates.Gate(
                    call(command), GateDraft.approval(call(command)).because("why")),
                new ClientGates.Manner("claude", false, callId, null)))
        .run();
  }

  private static void over(
      Bench bench, ClientGates.Client by, @Nullable String callId, @Nullable ToolCall call) {
    new SettledElsewhere(bench.commits, bench.engine, bench.outside)
        .withdraw(
            by,
            new SettledElsewhere.Over("s", "claude", new SettledElsewhere.Use(callId, call)),
            "settled in claude itself",
            "hook:claude");
  }

  @Test
  @DisplayName("AG-18 a use that is over is found however much others ask in its session")
  void what_is_over_is_found_among_much_else() {
    try (Bench bench = new Bench(folder)) {
      ClientGates clients = new ClientGates(bench.commits, bench.engine, bench.outside);
      bench.session("s");
      bench.commits.commit(
          change -> {
            for (int i = 0; i < 201; i++) {
              bench.outside.raise(
                  change,
                  Runs.open(change, "s"),
                  Raising.submission(BOB, "much"),
                  new ExternalGates.Gate(
                      call("much"), GateDraft.approval(call("much")).because("why")));
            }
            return "done";
          });
      Run named = asks(clients, "toolu_1", "a");
      Run plain = asks(clients, null, "b");
      over(bench, BOB, "toolu_1", call("a"));
      over(bench, ADA, "toolu_2", call("a"));
      over(bench, ADA, null, call("c"));
      over(bench, ADA, null, null);
      assertThat(bench.now(named).status()).isEqualTo(RunStatus.WAITING_FOR_APPROVAL);
      over(bench, ADA, "toolu_1", null);
      assertThat(bench.now(named).status()).isEqualTo(RunStatus.INTERRUPTED);
      over(bench, ADA, "toolu_9", call("b"));
      assertThat(bench.now(plain).status()).isEqualTo(RunStatus.INTERRUPTED);
    }
  }
}

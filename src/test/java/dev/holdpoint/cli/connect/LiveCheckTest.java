package dev.holdpoint.cli.connect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.DaemonAddress;
import dev.holdpoint.daemon.TestDaemon;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code --check --live} with a stand-in for Claude Code and a real daemon. */
class LiveCheckTest {
  /** Asks by the hook's URL, and runs the command only when it is allowed. */
  private static final String ASKS =
      """
      for last; do :; done
      command=${last#*: }
      test -f .claude/settings.json || exit 9
      said=$(curl -s -H "Authorization: Bearer $HOLDPOINT_TOKEN" -H 'Content-Type: application/json' \
        -d '{"session_id":"live","transcript_path":"/t","cwd":"/srv","hook_event_name":"PreToolUse",\
      "permission_mode":"default","tool_name":"Bash","tool_input":{"command":"'"$command"'"},"tool_use_id":"toolu_1"}' \
        "$URL/hooks/claude/pre-tool-use?wait_ms=60000")
      case $said in *'"allow"'*) $command ;; *) echo "not run: $command" ;; esac
      """;

  /** One that is told no and asks for the same in another way, and then in a third. */
  private static final String ASKS_AGAIN =
      ASKS.replace("said=$(curl", "for id in 1 2 3; do said=$(curl")
          .replace("toolu_1", "toolu_'$id'")
          .replace("\"command\":\"'\"$command\"'\"", "\"command\":\"'\"$command $id\"'\"")
          .replace(
              "*) echo \"not run: $command\" ;; esac",
              "*) echo \"not run: $command\" ;; esac; done");

  @TempDir private Path folder;
  @TempDir private Path data;

  private void install(String script) throws IOException {
    Path bin = Files.createDirectories(folder.resolve("bin"));
    Path file = Files.writeString(bin.resolve("claude"), "#!/bin/sh\n" + script + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  @Test
  @DisplayName(
      "AG-52 with a stand-in: a program that asks is denied and does not run; one that runs unasked"
          + " is told")
  void whether_the_program_asks_is_seen() throws Exception {
    try (TestDaemon daemon = TestDaemon.start(data, Map.of())) {
      Map<String, String> environment = new TreeMap<>(System.getenv());
      environment.put("PATH", folder.resolve("bin") + ":" + System.getenv("PATH"));
      environment.put("URL", daemon.address());
      environment.put(
          "HOLDPOINT_TOKEN",
          String.valueOf(daemon.http().withRole("agent", "claude-code").token()));
      HoldpointClient client =
          new HoldpointClient(
              DaemonAddress.of(daemon.address(), Files.readString(daemon.tokenFile()).strip()));
      Path settings = folder.resolve(".claude/settings.json");
      Files.createDirectories(settings.getParent());
      Files.writeString(settings, "{}");
      LiveCheck live =
          new LiveCheck(AgentProgram.CLAUDE_CODE, new Surroundings(folder, environment), client);

      install(ASKS);
      Check asked = live.of(folder, settings);
      assertThat(asked.ok()).as(asked.detail()).isTrue();
      assertThat(asked.detail()).contains("asked, was denied, and did not run");

      install(ASKS_AGAIN);
      Check again = live.of(folder, settings);
      assertThat(again.ok()).as(again.detail()).isTrue();

      install("for last; do :; done; ${last#*: }");
      Check unasked = live.of(folder, settings);
      assertThat(unasked.ok()).isFalse();
      assertThat(unasked.detail()).contains("ran the command unasked");

      install("echo no model");
      assertThat(live.of(folder, settings).detail())
          .contains("ended and asked nothing", "no model");
    }
  }
}

package dev.holdpoint.agent.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdpoint.agent.tool.EarlierDaemon;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class ProcessesTest {
  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "touch up; trap '' TERM; sleep 600; sleep 600",
        "touch up; exec env -i /bin/sleep 600",
        "setsid sh -c 'touch up; sleep 600' & disown; exit 0 & sleep 600",
      })
  void what_a_killed_daemon_left_running_is_ended_by_the_next(String command) throws Exception {
    kill(command);
    Path cwd = folder.resolve("workspaces/ses_1").toRealPath();
    assertThat(runningIn(cwd)).isNotEmpty();

    Processes next = new Processes(folder.resolve("registry"));

    assertThat(next.endLeftovers()).containsExactly(new Leftover("run_1", "call/1", true));
    assertThat(runningIn(cwd)).isEmpty();
    assertThat(folder.resolve("registry").toFile().list()).isEmpty();
    assertThat(next.endLeftovers()).isEmpty();
  }

  @Test
  void a_command_that_ended_by_itself_is_still_told_of() throws Exception {
    kill("touch up; while [ ! -e go ]; do sleep 0.01; done");
    Path cwd = folder.resolve("workspaces/ses_1").toRealPath();
    Files.createFile(cwd.resolve("go"));
    await().until(() -> runningIn(cwd).isEmpty());
    assertThat(new Processes(folder.resolve("registry")).endLeftovers())
        .containsExactly(new Leftover("run_1", "call/1", false));
  }

  @Test
  void a_process_that_got_the_number_later_is_left_alone() throws Exception {
    Process innocent = new ProcessBuilder("setsid", "sleep", "600").start();
    try {
      await().until(() -> statOf(innocent.pid()).session() == innocent.pid());
      String stat = Files.readString(Path.of("/proc/" + innocent.pid() + "/stat")).strip();
      long start = statOf(innocent.pid()).startTicks();
      Processes processes = new Processes(folder);
      Processes.Registration earlier = processes.register("run_1", "call");
      Files.writeString(
          earlier.file(),
          Files.readString(earlier.file()) + stat.replace(" " + start + " ", " 1 "));

      assertThat(processes.endLeftovers()).containsExactly(new Leftover("run_1", "call", false));
      assertThat(innocent.isAlive()).isTrue();
    } finally {
      innocent.destroyForcibly();
    }
  }

  @Test
  void an_entry_of_another_boot_of_the_machine_kills_nobody() throws Exception {
    Process innocent = new ProcessBuilder("setsid", "sleep", "600").start();
    try {
      String stat = Files.readString(Path.of("/proc/" + innocent.pid() + "/stat"));
      Processes processes = new Processes(folder);
      Files.writeString(
          folder.resolve("00000000-0000-0000-0000-000000000001"),
          "{\"run_id\":\"r\",\"call_id\":\"c\",\"boot_id\":\"another\"}\n" + stat);
      assertThat(processes.endLeftovers()).containsExactly(new Leftover("r", "c", false));
      assertThat(innocent.isAlive()).isTrue();
    } finally {
      innocent.destroyForcibly();
    }
  }

  @Test
  void an_entry_that_was_only_begun_is_forgotten() throws Exception {
    Processes processes = new Processes(folder);
    Files.createFile(folder.resolve("00000000-0000-0000-0000-000000000001"));
    Files.writeString(folder.resolve("00000000-0000-0000-0000-000000000002"), "{\"run_id\":");
    Files.write(
        folder.resolve("00000000-0000-0000-0000-000000000003"), new byte[] {(byte) 0xff, '\n'});
    Processes.Registration unstarted = processes.register("run_1", "../../call\n1");
    assertThat(unstarted.file()).hasParent(folder.toRealPath());
    assertThat(processes.endLeftovers())
        .containsExactly(new Leftover("run_1", "../../call\n1", false));
    assertThat(folder.toFile().list()).isEmpty();
  }

  @Test
  void what_somebody_else_keeps_in_the_folder_is_left_alone() throws Exception {
    Processes processes = new Processes(folder);
    Files.write(folder.resolve("notes.txt"), new byte[] {'n', (byte) 0xe4, 'h'});
    Files.createDirectories(folder.resolve("00000000-0000-0000-0000-000000000004/inside"));
    assertThat(processes.endLeftovers()).isEmpty();
    assertThat(folder.toFile().list())
        .containsExactlyInAnyOrder("notes.txt", "00000000-0000-0000-0000-000000000004");
  }

  @Test
  void a_program_may_call_itself_anything() {
    assertThat(ProcessTable.parse("42 (x) R 1 (y)) S 1 2 3 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 77 0"))
        .isEqualTo(new ProcessTable.Entry(42, 'S', 2, 3, 77));
    assertThat(ProcessTable.parse("")).isNull();
    assertThat(ProcessTable.parse("1 (x) S")).isNull();
  }

  private static ProcessTable.Entry statOf(long pid) throws IOException {
    return Objects.requireNonNull(
        ProcessTable.parse(Files.readString(Path.of("/proc/" + pid + "/stat"))));
  }

  /** Starts a daemon with this command and kills it without warning once the command is up. */
  private void kill(String command) throws Exception {
    Process daemon = EarlierDaemon.with(folder, command).start();
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> Files.exists(folder.resolve("workspaces/ses_1/up")));
    daemon.destroyForcibly().waitFor();
  }

  private static List<Long> runningIn(Path cwd) {
    return ProcessTable.alive().stream()
        .filter(
            entry -> {
              try {
                return Files.readSymbolicLink(Path.of("/proc/" + entry.pid() + "/cwd")).equals(cwd);
              } catch (IOException e) {
                return false;
              }
            })
        .map(ProcessTable.Entry::pid)
        .toList();
  }
}

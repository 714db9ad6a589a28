package dev.holdpoint.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.holdpoint.blackbox.DaemonProcess;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.SessionClient;
import dev.holdpoint.client.http.DaemonAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Lists of a real daemon on a real terminal, and through a pipe. */
@Timeout(240)
class ListWidthIT {
  private static final String COMMAND = "echo " + "wide ".repeat(40) + "end";

  @TempDir private Path folder;

  @Test
  @DisplayName("PG-80 a list fits the terminal and is whole when piped")
  void pg80_a_list_fits_the_terminal_and_is_whole_when_piped() throws Exception {
    assumeTrue(
        Files.isExecutable(Path.of("/usr/bin/script")),
        "script (util-linux) is needed for a pseudo-terminal");
    try (DaemonProcess daemon = DaemonProcess.start(folder)) {
      HoldpointClient client =
          new HoldpointClient(DaemonAddress.of(daemon.address(), daemon.adminToken()));
      client.sessions().create("nightly-reconciliation-of-all-ledgers");
      client
          .sessions()
          .input(
              "nightly-reconciliation-of-all-ledgers",
              SessionClient.input(
                  "#!script\n{\"tool\":\"bash\",\"input\":{\"command\":\"" + COMMAND + "\"}}"),
              30_000);
      String id =
          client
              .runs()
              .list("nightly-reconciliation-of-all-ledgers", null)
              .getFirst()
              .pendingApprovalIds()
              .getFirst();
      Map<String, String> here =
          Map.of("HOLDPOINT_URL", daemon.address(), "HOLDPOINT_DATA", daemon.data().toString());

      for (int columns : List.of(60, 80, 100, 160)) {
        assertThat(lines(here, columns))
            .as("%d columns", columns)
            .allMatch(line -> TerminalWidth.of(line) <= columns)
            .anyMatch(line -> line.contains(id))
            .anyMatch(line -> line.contains("nightly-reconciliation-of-all-ledgers"));
      }
      Typed.Outcome piped = new Typed(folder).run(here, "", "approvals", "list");
      assertThat(piped.out().lines()).hasSize(2).last().asString().contains(id, "Run a script");
    }
  }

  private List<String> lines(Map<String, String> environment, int columns) throws Exception {
    try (OnTerminal terminal =
        OnTerminal.start(folder, environment, columns, "approvals", "list")) {
      assertThat(terminal.ends()).isZero();
      return terminal.shown().lines().map(line -> line.replace("\r", "")).toList();
    }
  }
}

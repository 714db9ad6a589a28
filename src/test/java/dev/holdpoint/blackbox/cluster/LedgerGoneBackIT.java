package dev.holdpoint.blackbox.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The database is an older one from one moment to the next, and nobody asks for anything. */
final class LedgerGoneBackIT {
  private static final Pattern FOREIGN =
      Pattern.compile("^holdpoint_foreign_rows_total (\\d+)$", Pattern.MULTILINE);

  @TempDir Path folder = Path.of("");

  private static long heard(Member member) {
    Matcher rows = FOREIGN.matcher(member.http().get("/metrics").expect(200).text());
    return rows.find() ? Long.parseLong(rows.group(1)) : 0;
  }

  @Test
  void nodes_that_have_seen_more_stop_and_say_what_to_do() throws IOException {
    try (ClusterOfNodes cluster = new ClusterOfNodes(folder, 2, Duration.ofSeconds(5))) {
      Member writes = cluster.member(1);
      Member reads = cluster.member(2);
      cluster.postgres().remember();
      ClusterOfNodes.until(
          "there is a session",
          () -> {
            int status = writes.http().post("/v1/sessions", "{\"session_id\":\"s\"}").status();
            return status == 201 || status == 409;
          });
      long before = heard(reads);
      writes.http().submit("s", "{\"say\":\"hello\"}");
      ClusterOfNodes.until("the other has heard of it", () -> heard(reads) > before);

      cluster.postgres().goBack();

      for (Member member : cluster.members()) {
        ClusterOfNodes.until(member + " stops", () -> !member.process().isAlive());
        assertThat(member.process().log())
            .contains("the ledger has gone back", "docs/scaling.md", "A standby that was behind");
      }
    }
  }
}

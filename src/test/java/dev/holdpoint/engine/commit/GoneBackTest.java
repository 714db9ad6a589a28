package dev.holdpoint.engine.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.engine.session.Sessions;
import dev.holdpoint.store.MortalPostgres;
import dev.holdpoint.vault.AuditKey;
import org.junit.jupiter.api.Test;

/** A server that has forgotten commits, as a standby has that was behind when it was promoted. */
final class GoneBackTest {
  private static void session(NodeBench node, String id) {
    new Sessions(node.writer)
        .createOrReuse(new Sessions.Spec(id, null, null, null, null, null), null);
  }

  private static long sessions(NodeBench node) {
    return node.engine.read(queries -> queries.countSessions(null));
  }

  @Test
  void a_node_whose_commit_the_ledger_has_forgotten_writes_nothing_more() throws Exception {
    try (MortalPostgres server = MortalPostgres.start()) {
      server.execute("postgres", "CREATE DATABASE ledger");
      try (NodeBench node =
          new NodeBench(MortalPostgres.url(server.port(), "ledger"), "node", AuditKey.generate())) {
        session(node, "kept");
        server.remember();
        session(node, "forgotten");
        server.goBack();

        assertThatThrownBy(() -> session(node, "next"))
            .isInstanceOf(Refused.class)
            .hasMessageContaining("the daemon is stopping");
        assertThat(node.fatal)
            .singleElement()
            .extracting(Throwable::getMessage)
            .asString()
            .contains(
                "has fewer commits (1) than this node has seen (2)",
                "docs/scaling.md",
                "was behind");
        assertThat(sessions(node)).isEqualTo(1);
      }
    }
  }

  @Test
  void a_node_that_only_reads_knows_how_far_the_ledger_had_come() throws Exception {
    try (MortalPostgres server = MortalPostgres.start()) {
      server.execute("postgres", "CREATE DATABASE ledger");
      String url = MortalPostgres.url(server.port(), "ledger");
      try (NodeBench writes = new NodeBench(url, "writes", AuditKey.generate());
          NodeBench reads = new NodeBench(url, "reads", AuditKey.generate())) {
        session(writes, "one");
        session(writes, "two");
        reads.hear();
        assertThat(reads.engine.commitsSeen()).isEqualTo(2);
        assertThat(writes.engine.commitsSeen()).isEqualTo(2);
      }
    }
  }
}

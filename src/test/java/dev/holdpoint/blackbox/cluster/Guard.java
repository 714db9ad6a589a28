package dev.holdpoint.blackbox.cluster;

import java.util.ArrayList;
import java.util.List;

/**
 * A trigger in the database that notes with every commit from which connection it came and who was
 * live then. It knows nodes by their addresses alone, so that none can say to be another.
 */
final class Guard {
  private final ClusterOfNodes cluster;

  Guard(ClusterOfNodes cluster) {
    this.cluster = cluster;
    cluster
        .postgres()
        .execute(
            ClusterOfNodes.DATABASE,
            """
        CREATE SCHEMA guard;
        CREATE TABLE guard.commits (number bigserial, address inet, live text);
        CREATE FUNCTION guard.note() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          INSERT INTO guard.commits (address, live)
          SELECT inet_client_addr(), ' ' || coalesce(string_agg(name, ' '), '') || ' '
          FROM public.nodes WHERE state = 0;
          RETURN NULL;
        END $$;
        CREATE TRIGGER note AFTER UPDATE ON public.head
          FOR EACH ROW EXECUTE FUNCTION guard.note();
        """);
  }

  /** How many commits there have been by this node. */
  long commits(Member member) {
    return count("WHERE address = '" + member.wire.source() + "'");
  }

  /** The number of the last commit. */
  long last() {
    return Long.parseLong(
        cluster.column("SELECT coalesce(max(number), 0) FROM guard.commits").getFirst());
  }

  /** How many others have committed after that one while this node counted as there. */
  long commitsBeside(Member member, long after) {
    return count(
        "WHERE address <> '%s' AND position(' %s ' IN live) > 0 AND number > %d"
            .formatted(member.wire.source(), member.name, after));
  }

  /** Commits of nodes that counted as gone when they made them. */
  List<String> faults() {
    List<String> faults = new ArrayList<>();
    for (Member member : cluster.members()) {
      long stale =
          count(
              "WHERE address = '%s' AND position(' %s ' IN live) = 0"
                  .formatted(member.wire.source(), member.name));
      if (stale > 0) {
        faults.add(member + " has written " + stale + " times while it counted as gone");
      }
    }
    return faults;
  }

  private long count(String where) {
    return Long.parseLong(cluster.column("SELECT count(*) FROM guard.commits " + where).getFirst());
  }
}

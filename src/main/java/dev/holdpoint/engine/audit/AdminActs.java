package dev.holdpoint.engine.audit;

import dev.holdpoint.core.audit.ActionKind;
import dev.holdpoint.core.audit.AdminTarget;
import dev.holdpoint.core.event.EventGaps.Leap;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.commit.Commits;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.json.NotJson;
import dev.holdpoint.engine.port.store.AuditQueries.RecordFilter;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Acts of administration that no change of the ledger tells: reads, and what is done to files. They
 * are on record before they are done; where that cannot be committed, they are not done.
 */
public final class AdminActs {
  private static final int MOST_RESTORES = 1_000;

  private final Commits commits;

  public AdminActs(Commits commits) {
    this.commits = commits;
  }

  /**
   * Puts it on record, by the caller whose request is being handled.
   *
   * @param what names and numbers; no content, no secret, nor the hash of one
   */
  public void record(AdminTarget target, ObjectNode what) {
    commits.commit(
        change -> {
          ChainRecords.administer(change, target, what);
          return true;
        });
  }

  /** Has a node hand its work over and take none, or has it take some again. */
  public void drain(long epoch, String node, boolean on) {
    commits.commit(
        change -> {
          change.leases.drain(epoch, on);
          ChainRecords.administer(
              change,
              on ? AdminTarget.NODE_DRAIN : AdminTarget.NODE_RESUME,
              JsonTree.object().put("node", node));
          return true;
        });
  }

  /**
   * How a daemon was started.
   *
   * @param configSha256 of all settings in force, in which secrets are masked
   * @param keys names of those that were set
   */
  public record Started(String version, String node, String configSha256, List<String> keys) {}

  /**
   * Puts a start on record, and with it each restore that came before it and is not yet.
   *
   * @param leaps one for each time that the ledger was restored
   */
  public void started(Started start, List<Leap> leaps) {
    commits.commit(
        change -> {
          Set<Long> known = leaps.isEmpty() ? Set.of() : restores(change);
          for (Leap leap : leaps) {
            if (!known.contains(leap.upTo())) {
              ChainRecords.administer(
                  change,
                  AdminTarget.BACKUP_RESTORE,
                  JsonTree.object()
                      .put("last_event_id", leap.after())
                      .put("next_after_event_id", leap.upTo()));
            }
          }
          ObjectNode what =
              JsonTree.object()
                  .put("version", start.version)
                  .put("node", start.node)
                  .put("config_sha256", start.configSha256);
          start.keys.forEach(what.putArray("keys")::add);
          ChainRecords.administer(change, AdminTarget.DAEMON_START, what);
          return true;
        });
  }

  private static Set<Long> restores(Change change) {
    RecordFilter filter =
        new RecordFilter(
            ActionKind.ADMIN, AdminTarget.BACKUP_RESTORE.wire(), null, 0, Long.MAX_VALUE);
    Set<Long> known = new HashSet<>();
    change
        .queries()
        .records(filter, MOST_RESTORES)
        .forEach(
            one -> {
              Long upTo = upTo(one.evidence());
              if (upTo != null) {
                known.add(upTo);
              }
            });
    return known;
  }

  private static @Nullable Long upTo(@Nullable String evidence) {
    try {
      return evidence == null
          ? null
          : (Long) JsonTree.read(evidence).at("/what/next_after_event_id").asLong();
    } catch (NotJson _) {
      return null;
    }
  }
}

package dev.holdpoint.engine.retention;

import dev.holdpoint.core.debug.Artifact;
import dev.holdpoint.core.debug.ArtifactId;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.port.DebugBundles;
import dev.holdpoint.engine.port.DebugBundles.Bundle;
import dev.holdpoint.engine.port.RunFiles;
import dev.holdpoint.engine.port.failure.StoreFailure;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The debug bundles of runs: kept, looked at, and thrown away. A run that has not ended keeps its
 * bundle whatever happens, and one that has ended gets nothing more. Since neither an end nor an
 * absence is ever taken back, whoever throws away needs no lock against the loop.
 */
public final class DebugArtifacts implements RunFiles {
  private static final Logger log = LoggerFactory.getLogger(DebugArtifacts.class);
  private static final int AT_ONCE = 500;
  private static final Comparator<Old> OLDEST_FIRST =
      Comparator.comparingLong(Old::sinceMs).thenComparing(old -> old.bundle().runId());

  private final Engine engine;
  private final DebugBundles bundles;
  private final Policy policy;

  public DebugArtifacts(Engine engine, DebugBundles bundles, Policy policy) {
    this.engine = engine;
    this.bundles = bundles;
    this.policy = policy;
  }

  /**
   * @param ttlMs how long a bundle outlives its run; 0 for ever
   * @param storeBytes all bundles together; null for as many as come
   */
  public record Policy(long ttlMs, @Nullable Long storeBytes) {}

  /**
   * A bundle that nobody needs any more.
   *
   * @param run null when there is no such run
   * @param sinceMs when the run has ended; where there is none, when the bundle was last written to
   */
  private record Old(Bundle bundle, @Nullable Run run, long sinceMs) {}

  /**
   * What to prune.
   *
   * @param sessionId null for all
   * @param limit null for no limit
   */
  public record Spec(
      long olderThanMs, @Nullable String sessionId, @Nullable Long limit, boolean dryRun) {}

  /**
   * @param matched how many there were before the limit
   * @param candidates the oldest first
   * @param pruned those of them that are gone now
   */
  public record Pruned(
      long nowMs, long cutoffMs, int matched, List<Bundle> candidates, List<Bundle> pruned) {
    public static long bytes(List<Bundle> bundles) {
      return bundles.stream().mapToLong(Bundle::bytes).sum();
    }

    public static List<String> runIds(List<Bundle> bundles) {
      return bundles.stream().map(Bundle::runId).toList();
    }
  }

  /** Keeps the artifact, unless the run has ended meanwhile. */
  public void keep(Run run, DebugBundles.Draft draft) {
    bundles.put(run.id(), draft, () -> isLive(run));
  }

  private boolean isLive(Run run) {
    Run now = engine.read(queries -> queries.run(run.key()));
    return now != null && !now.status().isSettled();
  }

  public List<Artifact> artifacts(Run run) {
    return bundles.artifacts(run.id());
  }

  public @Nullable String text(Run run, ArtifactId id) {
    return bundles.text(run.id(), id);
  }

  @Override
  public void remove(Run ended) {
    bundles.remove(ended.id());
  }

  public Pruned prune(Spec wish) {
    long nowMs = engine.nowMs();
    long cutoffMs = Math.max(0, nowMs - wish.olderThanMs);
    List<Old> matched =
        old().stream()
            .filter(old -> old.run != null && old.sinceMs <= cutoffMs)
            .filter(old -> old.bundle.bytes() > 0)
            .filter(old -> isOf(Objects.requireNonNull(old.run), wish.sessionId))
            .toList();
    List<Bundle> candidates =
        matched.stream()
            .limit(wish.limit == null ? Long.MAX_VALUE : wish.limit)
            .map(Old::bundle)
            .toList();
    List<Bundle> pruned = wish.dryRun ? List.of() : remove(candidates);
    return new Pruned(nowMs, cutoffMs, matched.size(), candidates, pruned);
  }

  private static boolean isOf(Run run, @Nullable String sessionId) {
    return sessionId == null || run.head().sessionId().equals(sessionId);
  }

  /** Throws away what is too old, then the oldest until all fit; gives how many bundles went. */
  public int collect() {
    List<Bundle> going = new ArrayList<>();
    List<Old> staying = new ArrayList<>();
    long keptSinceMs = policy.ttlMs == 0 ? Long.MIN_VALUE : engine.nowMs() - policy.ttlMs;
    for (Old old : old()) {
      if (old.sinceMs <= keptSinceMs) {
        going.add(old.bundle);
      } else {
        staying.add(old);
      }
    }
    int gone = remove(going).size();
    return policy.storeBytes == null ? gone : gone + makeRoom(staying, policy.storeBytes);
  }

  private int makeRoom(List<Old> oldestFirst, long mostBytes) {
    long over = Pruned.bytes(bundles.all()) - mostBytes;
    List<Bundle> going = new ArrayList<>();
    for (Old old : oldestFirst) {
      if (over <= 0) {
        break;
      }
      going.add(old.bundle);
      over -= old.bundle.bytes();
    }
    return remove(going).size();
  }

  /** One that cannot be removed does not keep the others; it is tried again the next time. */
  private List<Bundle> remove(List<Bundle> going) {
    List<Bundle> gone = new ArrayList<>();
    for (Bundle bundle : going) {
      try {
        bundles.remove(bundle.runId());
        gone.add(bundle);
      } catch (StoreFailure e) {
        log.warn("the debug bundle of {} could not be removed: {}", bundle.runId(), e.getMessage());
      }
    }
    return gone;
  }

  /** The bundles of runs that have ended, and of runs that are not known, oldest first. */
  private List<Old> old() {
    List<Bundle> all = bundles.all();
    List<Old> old = new ArrayList<>();
    for (int from = 0; from < all.size(); from += AT_ONCE) {
      List<Bundle> some = all.subList(from, Math.min(from + AT_ONCE, all.size()));
      Map<String, Run> runs = runs(some);
      for (Bundle bundle : some) {
        Run run = runs.get(bundle.runId());
        Long endedAtMs = run == null ? Long.valueOf(bundle.updatedAtMs()) : run.finishedAtMs();
        if (endedAtMs != null) {
          old.add(new Old(bundle, run, endedAtMs));
        }
      }
    }
    old.sort(OLDEST_FIRST);
    return old;
  }

  private Map<String, Run> runs(List<Bundle> some) {
    Set<Long> keys = new TreeSet<>();
    some.forEach(bundle -> Ulid.keyOf("run_", bundle.runId()).ifPresent(keys::add));
    Map<String, Run> runs = new HashMap<>();
    for (Run run : engine.read(queries -> queries.runs(keys))) {
      runs.put(run.id(), run);
    }
    return runs;
  }
}

package dev.holdpoint.engine.audit;

import dev.holdpoint.core.audit.Actor;
import dev.holdpoint.core.audit.AdminTarget;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.engine.commit.Commits;
import dev.holdpoint.engine.json.JsonTree;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Who was turned away. Guessers must not fill the ledger, nor slow it down: what a caller is
 * refused at one endpoint for one reason is one record a minute, ten records a second are written
 * at most, and what finds no place is counted in the next. It is gathered in memory, so a crash
 * loses the last minute of it.
 */
public final class DeniedAccess {
  private static final long GATHERED_MS = 60_000;
  private static final int A_SECOND = 10;

  /** As many as are written in a minute. */
  private static final int MOST = 600;

  private final Commits commits;
  private final LongSupplier clock;

  /** In the order in which they began. */
  private final Map<Denial, Count> gathered = new LinkedHashMap<>();

  private long suppressed;

  public DeniedAccess(Commits commits, LongSupplier clock) {
    this.commits = commits;
    this.clock = clock;
  }

  /**
   * How a request was refused.
   *
   * @param code of the problem; a dash where a surface has its own words
   * @param fenced whether it was for what is another's
   * @param open whether everybody may call that endpoint
   */
  public record Said(int status, String code, boolean fenced, boolean open) {
    /** At endpoints that are open to all, these are about who comes. */
    private static final Set<String> WRONG_AT_THE_DOOR =
        Set.of(Problem.PASSKEY_REFUSED.code(), Problem.ENROLLMENT_NOT_FOUND.code());

    /** What it is on record as; null where it is about something else than who may come in. */
    public @Nullable AdminTarget target(boolean known) {
      boolean denied =
          switch (status) {
            case 401, 403, 421 -> true;
            case 404 -> fenced || (open && WRONG_AT_THE_DOOR.contains(code));
            case 400 -> open && WRONG_AT_THE_DOOR.contains(code);
            // Nothing was looked up, because too much was wrong before.
            case 429 -> !known;
            default -> false;
          };
      if (!denied) {
        return null;
      }
      return open && status != 421 ? AdminTarget.SIGN_IN_REFUSED : AdminTarget.ACCESS_DENIED;
    }
  }

  /**
   * What is counted as one.
   *
   * @param principal the id of the token, or that nobody knows who it was
   * @param address the caller's, or the network that they have for themselves
   * @param endpoint the id of the operation, or a dash where there is none
   * @param code of the problem
   */
  public record Denial(
      AdminTarget target,
      String principal,
      @Nullable String role,
      @Nullable String tenantId,
      @Nullable String address,
      String endpoint,
      int status,
      String code) {}

  /**
   * @param suppressed of others, which have no record
   */
  private record Count(long count, long sinceMs, long untilMs, long suppressed) {
    Count plus(Count later) {
      return new Count(
          count + later.count,
          Math.min(sinceMs, later.sinceMs),
          Math.max(untilMs, later.untilMs),
          suppressed + later.suppressed);
    }
  }

  public void note(Denial denial) {
    long nowMs = clock.getAsLong();
    synchronized (gathered) {
      if (gathered.size() < MOST || gathered.containsKey(denial)) {
        gathered.merge(denial, new Count(1, nowMs, nowMs, 0), Count::plus);
      } else {
        suppressed++;
      }
    }
  }

  /** Called once a second: writes what was gathered for long enough. */
  public synchronized void write() {
    commit(take(clock.getAsLong() - GATHERED_MS));
  }

  /** The daemon stops: as many as a second allows, and of the others how many they were. */
  public synchronized void close() {
    Map<Denial, Count> last = take(Long.MAX_VALUE);
    if (last.isEmpty()) {
      return;
    }
    Denial first = last.keySet().iterator().next();
    synchronized (gathered) {
      long untold = suppressed + gathered.values().stream().mapToLong(Count::count).sum();
      suppressed = 0;
      gathered.clear();
      last.computeIfPresent(
          first,
          (_, count) ->
              new Count(count.count, count.sinceMs, count.untilMs, count.suppressed + untold));
    }
    commit(last);
  }

  private Map<Denial, Count> take(long begunBy) {
    Map<Denial, Count> taken = new LinkedHashMap<>();
    synchronized (gathered) {
      Iterator<Map.Entry<Denial, Count>> all = gathered.entrySet().iterator();
      while (all.hasNext() && taken.size() < A_SECOND) {
        Map.Entry<Denial, Count> one = all.next();
        if (one.getValue().sinceMs > begunBy) {
          break;
        }
        Count count = one.getValue();
        taken.put(
            one.getKey(),
            new Count(count.count, count.sinceMs, count.untilMs, count.suppressed + suppressed));
        suppressed = 0;
        all.remove();
      }
    }
    return taken;
  }

  private void commit(Map<Denial, Count> taken) {
    if (taken.isEmpty()) {
      return;
    }
    List<Map.Entry<Denial, Count>> all = new ArrayList<>(taken.entrySet());
    try {
      commits.commit(
          change -> {
            all.forEach(
                one ->
                    ChainRecords.administer(
                        change,
                        actor(one.getKey()),
                        one.getKey().target,
                        ChainRecords.REFUSED,
                        what(one.getKey(), one.getValue())));
            return true;
          });
    } catch (RuntimeException e) {
      // They are told the next time, and counted with what came since.
      synchronized (gathered) {
        taken.forEach((denial, count) -> gathered.merge(denial, count, Count::plus));
      }
      throw e;
    }
  }

  private static Actor actor(Denial denial) {
    return new Actor(denial.principal, null, denial.role, denial.tenantId, denial.address);
  }

  private static ObjectNode what(Denial denial, Count count) {
    ObjectNode what =
        JsonTree.object()
            .put("endpoint", denial.endpoint)
            .put("status", denial.status)
            .put("code", denial.code)
            .put("count", count.count)
            .put("since_ms", count.sinceMs)
            .put("until_ms", count.untilMs);
    return count.suppressed == 0 ? what : what.put("suppressed", count.suppressed);
  }
}

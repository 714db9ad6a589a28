package dev.holdpoint.engine.cache;

import dev.holdpoint.core.run.Run;
import dev.holdpoint.engine.port.store.IdempotencyRecord;
import dev.holdpoint.engine.port.store.Queries;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Answers that the works of one transaction are going to need, asked for together. They hold for
 * the transaction: all that it writes, it writes at its end.
 */
final class Prefetch {
  private final Map<String, Optional<IdempotencyRecord>> remembered = new HashMap<>();
  private final Map<Long, Optional<Run>> newestStarted = new HashMap<>();

  void clear() {
    remembered.clear();
    newestStarted.clear();
  }

  void remembered(Queries queries, Collection<String> scopes) {
    if (!scopes.isEmpty()) {
      scopes.forEach(scope -> remembered.put(scope, Optional.empty()));
      queries.remembered(scopes).forEach(it -> remembered.put(it.scope(), Optional.of(it)));
    }
  }

  List<Run> newestStarted(Queries queries, Collection<Long> sessionKeys) {
    if (sessionKeys.isEmpty()) {
      return List.of();
    }
    List<Run> found = queries.newestStarted(sessionKeys);
    sessionKeys.forEach(key -> newestStarted.put(key, Optional.empty()));
    found.forEach(run -> newestStarted.put(run.head().sessionKey(), Optional.of(run)));
    return found;
  }

  @Nullable IdempotencyRecord remembered(Queries queries, String scope) {
    Optional<IdempotencyRecord> known = remembered.get(scope);
    return known == null ? queries.remembered(scope) : known.orElse(null);
  }

  @Nullable Run lastStarted(long sessionKey, long belowKey, Supplier<@Nullable Run> otherwise) {
    Optional<Run> newest = newestStarted.get(sessionKey);
    if (newest == null
        || newest.filter(run -> run.key() >= belowKey || !run.isOfConversation()).isPresent()) {
      return otherwise.get();
    }
    return newest.orElse(null);
  }
}

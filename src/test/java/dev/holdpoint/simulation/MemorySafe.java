package dev.holdpoint.simulation;

import dev.holdpoint.core.secret.Secret;
import dev.holdpoint.engine.port.store.SecretQueries;
import dev.holdpoint.engine.port.store.SecretWrites;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The sealed values of {@link MemoryStore}. */
final class MemorySafe implements SecretQueries {
  private final NavigableMap<Long, Secret> secrets = new TreeMap<>();

  @Override
  public List<Secret> of(String owner) {
    return secrets.values().stream()
        .filter(secret -> secret.owner().equals(owner))
        .sorted(Comparator.comparing(Secret::alias))
        .toList();
  }

  @Override
  public List<Secret> wrappedByOthers(String keyId, int limit) {
    return secrets.values().stream()
        .filter(secret -> !secret.sealed().wrappedBy().equals(keyId))
        .limit(limit)
        .toList();
  }

  @Override
  public List<Secret> wrappedBy(String keyId, int limit) {
    return secrets.values().stream()
        .filter(secret -> secret.sealed().wrappedBy().equals(keyId))
        .limit(limit)
        .toList();
  }

  @Override
  public Map<String, Long> countByKey() {
    return secrets.values().stream()
        .collect(Collectors.groupingBy(s -> s.sealed().wrappedBy(), Collectors.counting()));
  }

  long lastKey() {
    return secrets.isEmpty() ? 0 : secrets.lastKey();
  }

  void write(SecretWrites writes) {
    writes.shredded().forEach(secrets::remove);
    writes.put().forEach(secret -> secrets.put(secret.key(), secret));
  }
}

package dev.holdpoint.engine.cache;

import dev.holdpoint.core.secret.Secret;
import dev.holdpoint.engine.port.store.SecretWrites;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** What was done to sealed values and is not stored yet, over what is. */
public final class SecretChanges {
  private static final Comparator<Secret> ORDER =
      Comparator.comparing(Secret::alias).thenComparingLong(Secret::key);

  private final Function<String, List<Secret>> below;
  private final Map<Long, Secret> put = new LinkedHashMap<>();
  private final Map<Long, Secret> shredded = new LinkedHashMap<>();

  public SecretChanges(Function<String, List<Secret>> below) {
    this.below = below;
  }

  public List<Secret> of(String owner) {
    if (put.isEmpty() && shredded.isEmpty()) {
      return below.apply(owner);
    }
    List<Secret> now = new ArrayList<>(below.apply(owner));
    now.removeIf(secret -> put.containsKey(secret.key()) || shredded.containsKey(secret.key()));
    put.values().stream().filter(secret -> secret.owner().equals(owner)).forEach(now::add);
    now.sort(ORDER);
    return now;
  }

  public void put(Secret secret) {
    put.put(secret.key(), secret);
  }

  public void shred(Secret secret) {
    put.remove(secret.key());
    shredded.put(secret.key(), secret);
  }

  public void add(SecretChanges later) {
    put.putAll(later.put);
    put.keySet().removeAll(later.shredded.keySet());
    shredded.putAll(later.shredded);
  }

  void clear() {
    put.clear();
    shredded.clear();
  }

  /** Those that came; what was sealed again or may be used from now on has come before. */
  public List<Secret> fresh() {
    return put.values().stream()
        .filter(
            secret ->
                below.apply(secret.owner()).stream().noneMatch(one -> one.key() == secret.key()))
        .toList();
  }

  /** Those that went, whether or not another came in their place. */
  public List<Secret> gone() {
    return List.copyOf(shredded.values());
  }

  public SecretWrites writes() {
    return new SecretWrites(List.copyOf(put.values()), List.copyOf(shredded.keySet()));
  }
}

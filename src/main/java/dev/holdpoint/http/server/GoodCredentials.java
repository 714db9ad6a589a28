package dev.holdpoint.http.server;

import java.net.InetAddress;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * Which credentials of one kind were good, and from where. Only good ones come in, and nobody has
 * more than a share: neither a flood of wrong ones nor one caller with many addresses or many
 * cookies makes it forget those of others.
 */
final class GoodCredentials {
  static final int MOST = 25_000;
  static final int OF_ONE_CALLER = 1_000;
  private static final long DAY_MS = 86_400_000;

  /** Both in the order of use. */
  private final Map<Key, Good> all = new LinkedHashMap<>();

  private final Map<String, LinkedHashSet<Key>> byCaller = new HashMap<>();

  record Key(InetAddress network, long digest) {}

  private record Good(String caller, long atMs) {}

  synchronized boolean has(Key key, long nowMs) {
    Good last = all.get(key);
    return last != null && nowMs - last.atMs < DAY_MS;
  }

  synchronized void add(Key key, String caller, long nowMs) {
    remove(key);
    Set<Key> own = byCaller.get(caller);
    if (own != null && own.size() == OF_ONE_CALLER) {
      remove(own.iterator().next());
    } else if (all.size() == MOST) {
      remove(all.keySet().iterator().next());
    }
    all.put(key, new Good(caller, nowMs));
    byCaller.computeIfAbsent(caller, _ -> new LinkedHashSet<>()).add(key);
  }

  synchronized void remove(Key key) {
    Good gone = all.remove(key);
    if (gone == null) {
      return;
    }
    LinkedHashSet<Key> own = byCaller.get(gone.caller);
    if (own != null && own.remove(key) && own.isEmpty()) {
      byCaller.remove(gone.caller);
    }
  }
}

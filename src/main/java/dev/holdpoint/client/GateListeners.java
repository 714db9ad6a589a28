package dev.holdpoint.client;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What waits, and who is told of it: each once, when there is somebody to tell. */
final class GateListeners<T> {
  private static final Logger log = LoggerFactory.getLogger(GateListeners.class);

  private final Map<String, T> untold = new LinkedHashMap<>();
  private final Set<String> told = new HashSet<>();
  private @Nullable Consumer<T> handler;

  void listen(Consumer<T> other) {
    handler = other;
    Map<String, T> waiting = new LinkedHashMap<>(untold);
    untold.clear();
    waiting.forEach(this::requested);
  }

  void requested(String id, T asked) {
    Consumer<T> listener = handler;
    if (told.contains(id)) {
      return;
    }
    if (listener == null) {
      untold.put(id, asked);
      return;
    }
    told.add(id);
    try {
      listener.accept(asked);
    } catch (RuntimeException e) {
      log.error("the handler of {} failed; the request is still pending", id, e);
    }
  }

  void resolved(String id) {
    untold.remove(id);
    told.remove(id);
  }
}

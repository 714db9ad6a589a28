package dev.holdpoint.http.mcp;

import dev.holdpoint.core.record.Json;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The answers that clients wait for here, so that they may stop to. As many as there are streams.
 */
final class Cancellations {
  private record Waited(String nonce, Json id) {}

  private final Map<Waited, Runnable> stops = new ConcurrentHashMap<>();

  void add(ClientId client, Json id, Runnable stop) {
    if (client.isKnown()) {
      stops.put(new Waited(client.nonce(), id), stop);
    }
  }

  void remove(ClientId client, Json id, Runnable stop) {
    stops.remove(new Waited(client.nonce(), id), stop);
  }

  /** What nobody waits for here any more needs no stopping. */
  void cancel(ClientId client, Json id) {
    Runnable stop = stops.get(new Waited(client.nonce(), id));
    if (stop != null) {
      stop.run();
    }
  }
}

package dev.holdpoint.daemon.wiring;

import dev.holdpoint.api.daemon.DaemonBodies.StatusView;
import dev.holdpoint.daemon.config.Config;
import dev.holdpoint.daemon.config.ServerLimits;
import dev.holdpoint.daemon.start.StartRefused;
import dev.holdpoint.engine.heap.Heap;
import dev.holdpoint.http.server.HttpSettings;
import dev.holdpoint.http.v1.daemon.Warnings;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What is configured and has no room in the heap is lowered, and people are told. */
public final class HeapRoom {
  private static final Logger log = LoggerFactory.getLogger(HeapRoom.class);

  private HeapRoom() {}

  /** Refuses a heap in which nothing can be promised, and tells what a small one cannot hold. */
  static void check(Heap heap, ServerLimits limits) throws StartRefused {
    if (!heap.isSupported()) {
      throw new StartRefused(
          "The heap has %d MB but the daemon needs %d MB. Raise it with HOLDPOINT_JAVA_OPTS=-Xmx%dm."
              .formatted(heap.megabytes(), Heap.SMALLEST_MB, Heap.SMALLEST_MB));
    }
    warnings(heap, limits).forEach(warning -> log.warn("{}", warning.message()));
  }

  public static int fileBytes(ServerLimits limits) {
    return Heap.ofThisProcess().file(limits.assetBytes());
  }

  public static int workers(Config config) {
    return Heap.ofThisProcess().workers(config.workers());
  }

  /** What is wanting, of what was configured for the doors. */
  public static List<StatusView.Warning> of(HttpSettings settings, Config config) {
    List<StatusView.Warning> all = new ArrayList<>(Listener.warnings(settings));
    all.addAll(warnings(settings.heap(), config.limits()));
    return all;
  }

  static List<StatusView.Warning> warnings(Heap heap, ServerLimits limits) {
    int body = heap.body(limits.bodyBytes());
    int file = heap.file(limits.assetBytes());
    if (body == limits.bodyBytes() && file == limits.assetBytes()) {
      return List.of();
    }
    return List.of(
        new StatusView.Warning(
            Warnings.Code.HEAP_SMALL.wire(),
            "The heap of %d MB allows bodies of %d bytes and files of %d bytes, but limits.body_bytes is %d and limits.asset_bytes %d. Raise the heap (-Xmx in HOLDPOINT_JAVA_OPTS) or lower the limits."
                .formatted(heap.megabytes(), body, file, limits.bodyBytes(), limits.assetBytes())));
  }

  /** Threads for the workers: virtual ones, so that one that waits holds no other. */
  public static Executor threads() {
    return Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("run-", 0).factory());
  }
}

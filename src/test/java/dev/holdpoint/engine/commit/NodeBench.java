package dev.holdpoint.engine.commit;

import dev.holdpoint.core.cluster.Node;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.engine.Consequences;
import dev.holdpoint.engine.delivery.OutboundPolicy;
import dev.holdpoint.engine.port.Ids;
import dev.holdpoint.engine.port.Signer;
import dev.holdpoint.engine.port.failure.StoreBroken;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.port.store.Store;
import dev.holdpoint.store.Stores;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * One of several engines on one PostgreSQL, a node of its own. It hears of the others when the test
 * says so.
 */
public final class NodeBench implements AutoCloseable {
  private static final long LEASE_MS = 60_000;

  public final Store store;
  public final CountingStore counted;
  public final Engine engine;
  public final Writer writer;

  /** Why the daemon would have to stop. */
  public final List<StoreBroken> fatal = new CopyOnWriteArrayList<>();

  public NodeBench(String url, String name, Signer signer) {
    store = Stores.open(url, Path.of("unused"));
    store.cluster().join(name, new Node.Card(name, null, "1", 0, 0, 0), LEASE_MS);
    counted = new CountingStore(store);
    engine =
        new Engine(
            counted,
            InstantSource.system(),
            new Rising(store.read(Queries::lastKey)),
            fatal::add,
            Consequences.parts(OutboundPolicy.USUAL, signer));
    writer = new Writer(engine).start();
  }

  /** Whatever the others have committed until now. */
  public void hear() {
    engine.catchUp();
  }

  @Override
  public void close() {
    writer.close();
    store.close();
  }

  private static final class Rising implements Ids {
    private long last;

    Rising(long last) {
      this.last = last;
    }

    @Override
    public String next(String prefix) {
      last = Math.max(last + 1, Ulid.key(System.currentTimeMillis(), 0));
      return Ulid.id(prefix, last, 5);
    }

    @Override
    public void past(long key) {
      last = Math.max(last, key);
    }

    @Override
    public long last() {
      return last;
    }
  }
}

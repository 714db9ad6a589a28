package dev.holdpoint.daemon.start;

import dev.holdpoint.http.server.HttpServer;
import dev.holdpoint.store.doc.Documents;
import dev.holdpoint.vault.AuditKey;

/**
 * What takes long the first time and depends on nothing, done on a thread of its own while the
 * start reads its configuration and opens the ledger: at that time the machine has a core to spare.
 * A thread that needs a part before it is done waits for it.
 */
public final class Preparation {
  private Preparation() {}

  /** In the order in which a start needs it. */
  public static void begin() {
    Thread.ofPlatform().daemon().name("preparation").start(Preparation::prepare);
  }

  private static void prepare() {
    HttpServer.prepare();
    // With the first key the constants of the curve are computed.
    AuditKey _ = AuditKey.generate();
    Documents.prepare();
  }
}

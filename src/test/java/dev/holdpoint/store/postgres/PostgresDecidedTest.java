package dev.holdpoint.store.postgres;

import dev.holdpoint.engine.port.store.Store;
import dev.holdpoint.store.DecidedContract;
import dev.holdpoint.store.EmbeddedPostgres;
import dev.holdpoint.store.Stores;
import java.nio.file.Path;

class PostgresDecidedTest extends DecidedContract {
  private final String url = EmbeddedPostgres.shared().newDatabase();

  @Override
  protected Store open() {
    return Stores.open(url, Path.of("unused"));
  }
}

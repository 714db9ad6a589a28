package dev.holdpoint.engine;

import dev.holdpoint.engine.port.Store;
import dev.holdpoint.store.EmbeddedPostgres;
import dev.holdpoint.store.Stores;

class PostgresVaultKeysTest extends VaultKeysContract {
  private final String url = EmbeddedPostgres.shared().newDatabase();

  @Override
  Store store() {
    return Stores.open(url, folder);
  }
}

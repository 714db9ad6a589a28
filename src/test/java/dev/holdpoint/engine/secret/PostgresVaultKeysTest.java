package dev.holdpoint.engine.secret;

import dev.holdpoint.engine.port.store.Store;
import dev.holdpoint.store.EmbeddedPostgres;
import dev.holdpoint.store.Stores;

class PostgresVaultKeysTest extends VaultKeysContract {
  private final String url = EmbeddedPostgres.shared().newDatabase();

  @Override
  Store store() {
    return Stores.open(url, folder);
  }
}

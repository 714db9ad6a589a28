package dev.holdpoint.engine;

import dev.holdpoint.engine.port.Store;
import dev.holdpoint.store.Stores;

class SqliteVaultKeysTest extends VaultKeysContract {
  @Override
  Store store() {
    return Stores.open(null, folder);
  }
}

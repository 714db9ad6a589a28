package dev.holdpoint.engine.secret;

import dev.holdpoint.engine.port.store.Store;
import dev.holdpoint.store.Stores;

class SqliteVaultKeysTest extends VaultKeysContract {
  @Override
  Store store() {
    return Stores.open(null, folder);
  }
}

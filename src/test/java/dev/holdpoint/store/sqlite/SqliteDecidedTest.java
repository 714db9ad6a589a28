package dev.holdpoint.store.sqlite;

import dev.holdpoint.engine.port.store.Store;
import dev.holdpoint.store.DecidedContract;
import dev.holdpoint.store.Stores;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class SqliteDecidedTest extends DecidedContract {
  @TempDir Path folder = Path.of("");

  @Override
  protected Store open() {
    return Stores.open(null, folder);
  }
}

package dev.holdpoint.daemon;

import dev.holdpoint.engine.AuditKeys;
import dev.holdpoint.engine.port.Store;
import dev.holdpoint.vault.AuditKeyFile;
import dev.holdpoint.vault.KeyRefused;
import java.io.IOException;
import java.nio.file.Path;

/** The key that the ledger asks for, or no start. */
final class SigningKey {
  private SigningKey() {}

  static AuditKeyFile open(Path file, Store store) throws StartRefused {
    try {
      return AuditKeyFile.open(file, store.read(AuditKeys::newest));
    } catch (KeyRefused e) {
      store.close();
      throw new StartRefused(String.valueOf(e.getMessage()));
    } catch (IOException e) {
      store.close();
      throw new StartRefused("The audit key cannot be kept in " + file + ": " + e);
    }
  }
}

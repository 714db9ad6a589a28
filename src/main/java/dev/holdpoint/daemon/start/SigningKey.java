package dev.holdpoint.daemon.start;

import dev.holdpoint.engine.audit.AuditKeys;
import dev.holdpoint.engine.commit.Writer;
import dev.holdpoint.engine.port.store.Store;
import dev.holdpoint.vault.AuditKeyFile;
import dev.holdpoint.vault.KeyRefused;
import java.io.IOException;
import java.nio.file.Path;

/** The key that the ledger asks for, or no start. */
public final class SigningKey {
  private SigningKey() {}

  public static AuditKeyFile open(Path file, Store store) throws StartRefused {
    try {
      return AuditKeyFile.open(file, store.read(AuditKeys::newest), OtherNodes.areNone(store));
    } catch (KeyRefused e) {
      throw OtherNodes.withoutKey(store, String.valueOf(e.getMessage()));
    } catch (IOException e) {
      store.close();
      throw new StartRefused("The audit key cannot be stored in " + file + ": " + e);
    }
  }

  /** Of nodes that begin a ledger at once, each with a key of its own, the first has the word. */
  public static AuditKeys begin(AuditKeyFile key, Writer writer, Store store)
      throws StartRefused, IOException {
    AuditKeys keys = new AuditKeys(writer, key);
    String newest = keys.begin(key.key());
    if (key.find(newest) == null) {
      if (key.isNew()) {
        key.discard();
      }
      writer.close();
      throw OtherNodes.withoutKey(
          store,
          "The ledger is signed with the audit key %s, which another node has just created"
              .formatted(newest));
    }
    keys.adoptState();
    return keys;
  }
}

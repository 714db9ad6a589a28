package dev.holdpoint.engine.port;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Where signing keys are kept, so that a crash between two steps loses neither the old nor the new.
 */
public interface SigningKeys {
  /** Makes a key and puts it safely beside the one in use; nothing is signed with it yet. */
  Signer prepare() throws IOException;

  /** The key with this id, if it is here; null when it is not. */
  default @Nullable Signer find(String keyId) {
    return null;
  }

  /**
   * Lets the key that was prepared last take the place of the one in use, if the ledger has it.
   *
   * @param newest the id of the key that the ledger has introduced last
   */
  void settle(String newest) throws IOException;
}

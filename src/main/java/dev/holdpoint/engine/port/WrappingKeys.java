package dev.holdpoint.engine.port;

import java.io.IOException;
import java.util.Set;

/**
 * Where the vault's own keys come from, so that a crash between two steps of a change loses neither
 * the old nor the new.
 */
public interface WrappingKeys {
  /** Where the key is, in words, for people: {@code file}, {@code environment}, {@code command}. */
  String source();

  /** Whether a new key can be made here; else it comes with the next start. */
  boolean canPrepare();

  /** Makes a key, puts it safely beside the one in use, and lets the vault wrap with it. */
  void prepare() throws IOException;

  /**
   * Drops the older key when nothing needs it any more.
   *
   * @param inUse the keys that have wrapped something that is stored
   */
  void settle(Set<String> inUse) throws IOException;
}

package dev.holdpoint.engine.port.store;

import dev.holdpoint.core.secret.Secret;
import java.util.List;

/**
 * What a transaction does to the sealed values.
 *
 * @param put new ones, and others in their last version
 * @param shredded keys of those of which nothing may be left
 */
public record SecretWrites(List<Secret> put, List<Long> shredded) {
  public static final SecretWrites NOTHING = new SecretWrites(List.of(), List.of());

  public boolean isEmpty() {
    return put.isEmpty() && shredded.isEmpty();
  }
}

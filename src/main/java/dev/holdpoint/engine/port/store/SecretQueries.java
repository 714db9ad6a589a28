package dev.holdpoint.engine.port.store;

import dev.holdpoint.core.secret.Secret;
import java.util.List;
import java.util.Map;

/** What can be asked of the sealed values. */
public interface SecretQueries {
  /** All of this owner, by alias, also those that are held for an approval. */
  List<Secret> of(String owner);

  /** Those that another key than this has wrapped, in no order. */
  List<Secret> wrappedByOthers(String keyId, int limit);

  /** Those that this key has wrapped, in no order. */
  List<Secret> wrappedBy(String keyId, int limit);

  /** How many each key has wrapped. */
  Map<String, Long> countByKey();
}

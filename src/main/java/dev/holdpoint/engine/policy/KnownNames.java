package dev.holdpoint.engine.policy;

import dev.holdpoint.core.access.Tenant;
import dev.holdpoint.core.access.Tenants;
import dev.holdpoint.core.record.RecordKind;
import dev.holdpoint.core.record.StoredRecord;
import dev.holdpoint.core.session.Persona;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.port.store.RecordWalk;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;

/** Names that a group or a policy may refer to; read only when it refers to another. */
final class KnownNames {
  /** Comparing one word with more names than this helps nobody. */
  private static final int MOST = 1_000;

  private KnownNames() {}

  static List<String> tenants(Change change) {
    return Stream.concat(Stream.of(Tenants.ROOT), all(change, Tenant.KIND, Tenant::id)).toList();
  }

  static List<String> personas(Change change) {
    return all(change, Persona.KIND, Persona::id).toList();
  }

  private static <T extends StoredRecord> Stream<String> all(
      Change change, RecordKind<T> kind, Function<T, String> name) {
    return RecordWalk.of(change.queries(), kind, null)
        .map(one -> change.kept(kind, one.key()))
        .filter(Objects::nonNull)
        .map(name)
        .limit(MOST);
  }
}

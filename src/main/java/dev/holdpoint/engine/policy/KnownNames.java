package dev.holdpoint.engine.policy;

import dev.holdpoint.core.access.ApprovalPolicy;
import dev.holdpoint.core.access.Tenant;
import dev.holdpoint.core.access.Tenants;
import dev.holdpoint.core.policy.Group;
import dev.holdpoint.core.record.RecordKind;
import dev.holdpoint.core.record.StoredRecord;
import dev.holdpoint.core.session.Persona;
import dev.holdpoint.engine.access.Tenancy;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.port.store.RecordWalk;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What a group or a policy may refer to. */
abstract class KnownNames {
  /** Comparing one word with more names than this helps nobody. */
  private static final int MOST = 1_000;

  private KnownNames() {}

  /** As the transaction sees it at this point. */
  static KnownNames in(Change change) {
    return new KnownNames() {
      @Override
      boolean isTenant(String id) {
        return id.equals(Tenants.ROOT) || Tenancy.tenant(change, id) != null;
      }

      @Override
      ApprovalPolicy floor(String tenantId) {
        return Tenancy.policy(change, tenantId);
      }

      @Override
      boolean isPersona(String id) {
        return change.named(Persona.KIND, id) != null;
      }

      @Override
      List<Group> groups() {
        return change.group(Group.KIND, null);
      }

      @Override
      <T extends StoredRecord> Stream<@Nullable T> all(RecordKind<T> kind) {
        return RecordWalk.of(change.queries(), kind, null).map(one -> change.kept(kind, one.key()));
      }
    };
  }

  /** As it is committed. */
  static KnownNames of(Queries queries) {
    return new KnownNames() {
      @Override
      boolean isTenant(String id) {
        return id.equals(Tenants.ROOT) || Tenancy.tenant(queries, id) != null;
      }

      @Override
      ApprovalPolicy floor(String tenantId) {
        return Tenancy.policy(queries, tenantId);
      }

      @Override
      boolean isPersona(String id) {
        return queries.named(Persona.KIND, id) != null;
      }

      @Override
      List<Group> groups() {
        return RecordWalk.of(queries, Group.KIND, null).toList();
      }

      @Override
      <T extends StoredRecord> Stream<@Nullable T> all(RecordKind<T> kind) {
        return RecordWalk.of(queries, kind, null).map(Function.identity());
      }
    };
  }

  abstract boolean isTenant(String id);

  abstract ApprovalPolicy floor(String tenantId);

  abstract boolean isPersona(String id);

  abstract List<Group> groups();

  abstract <T extends StoredRecord> Stream<@Nullable T> all(RecordKind<T> kind);

  List<String> tenants() {
    return Stream.concat(Stream.of(Tenants.ROOT), names(Tenant.KIND, Tenant::id)).toList();
  }

  List<String> personas() {
    return names(Persona.KIND, Persona::id).toList();
  }

  private <T extends StoredRecord> Stream<String> names(
      RecordKind<T> kind, Function<T, String> name) {
    return all(kind).filter(Objects::nonNull).map(name).limit(MOST);
  }
}

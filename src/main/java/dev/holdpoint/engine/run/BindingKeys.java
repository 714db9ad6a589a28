package dev.holdpoint.engine.run;

import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.core.session.BindingKey;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.port.store.Queries;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Names from outside that lead to a session. The first that uses one has it for good. */
public final class BindingKeys {
  private BindingKeys() {}

  /** Where the key leads, or null. */
  public static @Nullable Session session(Queries queries, String tenantId, String value) {
    // No key has such characters, and not every database can look for them.
    boolean odd = value.chars().anyMatch(Character::isISOControl);
    BindingKey bound =
        odd ? null : queries.named(BindingKey.KIND, BindingKey.name(tenantId, value));
    return bound == null ? null : queries.session(bound.sessionKey());
  }

  /**
   * @throws dev.holdpoint.core.problem.Refused when one of them is another session's
   */
  static void claim(Change change, Session session, List<String> keys) {
    for (int i = 0; i < keys.size(); i++) {
      String value = keys.get(i);
      BindingKey bound = change.named(BindingKey.KIND, BindingKey.name(session.tenantId(), value));
      if (bound == null) {
        String id = change.newId(BindingKey.PREFIX);
        change.keep(
            BindingKey.KIND,
            new BindingKey(
                Ulid.keyOf(BindingKey.PREFIX, id).orElseThrow(),
                session.tenantId(),
                value,
                session.key(),
                session.id(),
                change.nowMs()));
      } else if (bound.sessionKey() != session.key()) {
        throw Problem.BINDING_KEY_CONFLICT
            .because(
                "The key is permanently bound to another session. Submit there, or omit the key; GET /v1/sessions?binding_key= finds a session that you may use. Nothing was submitted.")
            .at("/binding_keys/" + i, "belongs to another session")
            .asException();
      }
    }
  }
}

package dev.holdpoint.engine.audit;

import dev.holdpoint.core.audit.AdminTarget;
import dev.holdpoint.core.secret.Secret;
import dev.holdpoint.engine.cache.SecretChanges;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.json.JsonTree;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Secrets of conversations that came or went, by their aliases. Those of approver keys come and go
 * with the keys, which have records of their own.
 */
final class SecretActs {
  private static final String CONVERSATION = "con_";

  private SecretActs() {}

  /**
   * @param heldFor the approval that must be settled before anybody uses them
   */
  private record Place(String owner, String tenantId, @Nullable String heldFor) {
    static Place of(Secret secret) {
      return new Place(secret.owner(), secret.tenantId(), secret.heldFor());
    }
  }

  static void follow(Change change, SecretChanges secrets) {
    List<Secret> fresh = secrets.fresh();
    tell(change, AdminTarget.SECRET_PUT, fresh);
    tell(
        change,
        AdminTarget.SECRET_REMOVE,
        secrets.gone().stream()
            .filter(gone -> fresh.stream().noneMatch(one -> isInstead(one, gone)))
            .filter(gone -> secrets.of(gone.owner()).stream().noneMatch(o -> isInstead(o, gone)))
            .toList());
  }

  private static boolean isInstead(Secret one, Secret gone) {
    return one.owner().equals(gone.owner())
        && one.alias().equals(gone.alias())
        && Objects.equals(one.heldFor(), gone.heldFor());
  }

  private static void tell(Change change, AdminTarget target, List<Secret> secrets) {
    Map<Place, TreeSet<String>> aliases = new LinkedHashMap<>();
    for (Secret secret : secrets) {
      if (secret.owner().startsWith(CONVERSATION)) {
        aliases.computeIfAbsent(Place.of(secret), _ -> new TreeSet<>()).add(secret.alias());
      }
    }
    aliases.forEach(
        (place, names) -> {
          ObjectNode what =
              JsonTree.object()
                  .put("conversation_id", place.owner)
                  .put("tenant_id", place.tenantId);
          if (place.heldFor != null) {
            what.put("approval_id", place.heldFor);
          }
          names.forEach(what.putArray("aliases")::add);
          ChainRecords.administer(change, target, what);
        });
  }
}

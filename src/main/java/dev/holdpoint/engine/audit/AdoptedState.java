package dev.holdpoint.engine.audit;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdpoint.core.access.ApproverKey;
import dev.holdpoint.core.access.Passkey;
import dev.holdpoint.core.access.Tenant;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.port.store.Queries;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * All that was there before there was a chain of administration, in parts: verifiers read no line
 * of more than a mebibyte.
 */
final class AdoptedState {
  private static final int MOST_ENTRIES = 500;

  /** Names may be long: what is bounded by number alone is not bounded. */
  private static final int MOST_BYTES = 256 * 1024;

  private static final List<String> LISTS = List.of("tokens", "approver_keys", "policies");

  private final List<ObjectNode> parts = new ArrayList<>();
  private int entries;
  private int bytes;

  private AdoptedState() {
    begin();
  }

  /** One part at least, also where there is nothing: from there on keys must be introduced. */
  static List<ObjectNode> of(Queries queries, List<ApproverKey> keys, List<Tenant> tenants) {
    AdoptedState state = new AdoptedState();
    queries.tokens().forEach(token -> state.add("tokens", AdminChanges.of(token)));
    keys.stream()
        .filter(key -> key.state() != ApproverKey.State.REVOKED)
        .forEach(
            key ->
                state.add(
                    "approver_keys", AdminChanges.of(key, queries.kept(Passkey.KIND, key.key()))));
    for (Tenant tenant : tenants) {
      ObjectNode policy = JsonTree.object().put("tenant_id", tenant.id());
      policy.set("policy", AdminChanges.of(tenant.policy()));
      state.add("policies", policy);
    }
    return state.parts;
  }

  private void begin() {
    ObjectNode part = JsonTree.object();
    LISTS.forEach(part::putArray);
    parts.add(part);
    entries = 0;
    bytes = 0;
  }

  private void add(String list, ObjectNode entry) {
    int size = entry.toString().getBytes(UTF_8).length;
    if (entries == MOST_ENTRIES || (entries > 0 && bytes + size > MOST_BYTES)) {
      begin();
    }
    ((ArrayNode) parts.getLast().get(list)).add(entry);
    entries++;
    bytes += size;
  }
}

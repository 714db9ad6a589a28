package dev.holdpoint.engine.audit;

import dev.holdpoint.core.policy.Group;
import dev.holdpoint.core.policy.PolicyDraft;
import dev.holdpoint.core.policy.StoredPolicy;
import dev.holdpoint.engine.json.CanonicalJson;
import dev.holdpoint.engine.json.JsonTree;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What became of a named policy, or of a group that policies name: before and after, where each was
 * there. What a policy matches may quote a command, and its note is content, so both are left out.
 */
final class PolicyChange {
  /** Names beyond these are told by their number and digest, so that a line stays readable. */
  private static final int MOST_NAMES = 200;

  private PolicyChange() {}

  /** Null when nothing was changed. */
  static @Nullable ObjectNode of(@Nullable StoredPolicy before, @Nullable StoredPolicy after) {
    StoredPolicy one = after == null ? before : after;
    if (one == null || one.equals(before)) {
      return null;
    }
    ObjectNode changed = JsonTree.object().put("what", "policy").put("policy_id", one.id());
    if (before != null) {
      changed.set("before", of(before));
    }
    if (after != null) {
      changed.set("after", of(after));
    }
    return changed;
  }

  private static ObjectNode of(StoredPolicy policy) {
    PolicyDraft draft = policy.draft();
    ObjectNode told =
        JsonTree.object()
            .put("name", policy.title())
            .put("version", policy.version())
            .put("position", policy.position())
            .put("enabled", policy.enabled())
            .put("needs", draft.needs())
            .put("requester_may_approve", draft.requesterMayApprove())
            .put("distinct", draft.distinct())
            .put("signature_required", draft.signatureRequired())
            .put("risk", draft.risk().name().toLowerCase(Locale.ROOT));
    if (draft.tenantId() != null) {
      told.put("tenant_id", draft.tenantId());
    }
    return draft.veto() == null ? told : told.put("veto", draft.veto());
  }

  /** Null when nothing was changed. */
  static @Nullable ObjectNode of(@Nullable Group before, @Nullable Group after) {
    Group one = after == null ? before : after;
    if (one == null || one.equals(before)) {
      return null;
    }
    ObjectNode changed =
        JsonTree.object()
            .put("what", "group")
            .put("group_id", one.id())
            .put("tenant_id", one.tenantId());
    if (before != null) {
      changed.set("before", of(before));
    }
    if (after != null) {
      changed.set("after", of(after));
    }
    List<String> were = before == null ? List.of() : before.members();
    List<String> are = after == null ? List.of() : after.members();
    List<String> added = are.stream().filter(name -> !were.contains(name)).toList();
    List<String> removed = were.stream().filter(name -> !are.contains(name)).toList();
    if (added.size() + removed.size() <= MOST_NAMES) {
      added.forEach(changed.putArray("added")::add);
      removed.forEach(changed.putArray("removed")::add);
    }
    return changed;
  }

  private static ObjectNode of(Group group) {
    ArrayNode members = JsonTree.object().putArray("members");
    group.members().forEach(members::add);
    return JsonTree.object()
        .put("name", group.title())
        .put("version", group.version())
        .put("members", group.members().size())
        .put("members_sha256", ChainRecords.sha256(CanonicalJson.of(members)));
  }
}

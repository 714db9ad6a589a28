package dev.holdpoint.engine.audit;

import dev.holdpoint.core.policy.Group;
import dev.holdpoint.core.policy.PolicyDraft;
import dev.holdpoint.core.policy.PolicyMatch;
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
 * there. What a policy matches may quote a command, so its digest is told; its note is content and
 * is left out.
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
            .put("risk", draft.risk().name().toLowerCase(Locale.ROOT))
            .put("match_sha256", ChainRecords.sha256(CanonicalJson.of(of(draft.match()))));
    if (draft.tenantId() != null) {
      told.put("tenant_id", draft.tenantId());
    }
    if (draft.editable() != null) {
      draft.editable().pointers().forEach(told.putArray("editable")::add);
    }
    if (draft.hours() != null) {
      ObjectNode hours = told.putObject("hours").put("time_zone", draft.hours().timeZone());
      draft.hours().open().forEach(hours.putArray("open")::add);
    }
    if (draft.remindUnseenMs() != null) {
      told.put("remind_unseen_ms", draft.remindUnseenMs());
    }
    return draft.veto() == null ? told : told.put("veto", draft.veto());
  }

  /** As the API shows it. */
  private static ObjectNode of(PolicyMatch match) {
    ObjectNode told = JsonTree.object();
    put(told, "kinds", match.kinds());
    put(told, "sessions", match.sessions());
    put(told, "persona_ids", match.personaIds());
    put(told, "agents", match.agents());
    put(told, "tools", match.tools());
    put(told, "commands", match.commands());
    put(told, "risks", match.risks());
    return told;
  }

  private static void put(ObjectNode to, String name, @Nullable List<String> values) {
    if (values != null) {
      values.forEach(to.putArray(name)::add);
    }
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

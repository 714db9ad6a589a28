package dev.holdpoint.http.signed;

import dev.holdpoint.core.access.IntegrationScope;
import dev.holdpoint.core.access.Tenant;
import dev.holdpoint.core.access.Tenants;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.engine.access.Tenancy;
import dev.holdpoint.engine.journal.Gates;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.http.server.Call;
import dev.holdpoint.http.server.Caller;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * What a caller reaches: its tenant and those below it; with a user's token, that user's
 * conversations in that tenant alone. What is beyond is not there: the answer is the same as for
 * what never was, in every byte but the request's id, so it never says which id was asked for.
 */
final class Subtree {
  private static final int AT_ONCE = 500;
  private static final String CONVERSATION = "con_";

  private final String root;
  private final @Nullable String subject;

  private Subtree(String root, @Nullable String subject) {
    this.root = root;
    this.subject = subject;
  }

  /** Refuses a caller without the scope. */
  static Subtree of(Call call, IntegrationScope needed) {
    Caller caller = call.caller();
    Caller.Reach reach = caller.reach();
    if (reach == null) {
      return new Subtree(caller.tenantId(), null);
    }
    if (!reach.scopes().contains(needed.wire())) {
      boolean never = reach.subject() != null && needed.wire().startsWith("approvals:");
      throw Problem.INSUFFICIENT_SCOPE
          .because(
              never
                  ? "A user's token has no access to approvals. Use a service key."
                  : "The scope "
                      + needed.wire()
                      + " is required. Ask an admin for a key that has it.")
          .asException();
    }
    return new Subtree(caller.tenantId(), reach.subject());
  }

  /** The only user whose conversations are reached; null for all of them. */
  @Nullable String subject() {
    return subject;
  }

  Session conversation(Queries queries, String id) {
    OptionalLong key = Ulid.keyOf(CONVERSATION, id);
    Session session = key.isPresent() ? queries.session(key.getAsLong()) : null;
    if (session == null
        || !session.conversationId().equals(id)
        || !reaches(queries, session.tenantId())
        || (subject != null && !subject.equals(ownerOf(session)))) {
      throw subject == null ? noConversation() : notTheirs();
    }
    return session;
  }

  private static @Nullable String ownerOf(Session session) {
    Session.Conversation made = session.conversation();
    return made == null ? null : made.ownerId();
  }

  Gates.Found<Approval> approval(Queries queries, String id) {
    return Gates.approval(queries, id)
        .filter(found -> reaches(queries, found.run().head().tenantId()))
        .orElseThrow(Subtree::noApproval);
  }

  /** Gives the id of a tenant that is reached. */
  String checkTenant(Queries queries, String id) {
    if (!reaches(queries, id)) {
      throw Problem.TENANT_NOT_FOUND
          .because("There is no such tenant, or this key has no access to it.")
          .asException();
    }
    return id;
  }

  private boolean reaches(Queries queries, String tenantId) {
    if (tenantId.equals(Tenants.ROOT) || (subject != null && !tenantId.equals(root))) {
      return false;
    }
    return Tenancy.tenant(queries, tenantId) != null && Tenancy.isWithin(queries, root, tenantId);
  }

  /** All tenants that are reached. */
  List<String> tenants(Queries queries) {
    List<String> all = new ArrayList<>();
    Deque<String> open = new ArrayDeque<>(List.of(root));
    if (!root.equals(Tenants.ROOT)) {
      all.add(root);
    }
    while (!open.isEmpty()) {
      String parent = open.remove();
      long below = Long.MAX_VALUE;
      List<Tenant> some;
      do {
        some = queries.keptBelow(Tenant.KIND, parent, below, AT_ONCE);
        for (Tenant child : some) {
          all.add(child.id());
          open.add(child.id());
          below = child.key();
        }
      } while (some.size() == AT_ONCE);
    }
    return all;
  }

  static Refused noConversation() {
    return Problem.CONVERSATION_NOT_FOUND
        .because("There is no such conversation, or this key has no access to it.")
        .asException();
  }

  /** The same for a conversation of another user and for none: the id tells the user nothing. */
  private static Refused notTheirs() {
    return Problem.INSUFFICIENT_SCOPE
        .because("A user's token has access only to conversations that this user started.")
        .asException();
  }

  static Refused noApproval() {
    return Problem.APPROVAL_NOT_FOUND
        .because("There is no such approval, or this key has no access to it.")
        .asException();
  }
}

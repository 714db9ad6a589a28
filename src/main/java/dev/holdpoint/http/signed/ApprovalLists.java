package dev.holdpoint.http.signed;

import dev.holdpoint.api.signed.SignedBodies.SignedApproval;
import dev.holdpoint.api.signed.SignedBodies.SignedApproval.Status;
import dev.holdpoint.api.signed.SignedBodies.SignedApprovalList;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.GateState;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.engine.journal.Gates;
import dev.holdpoint.engine.port.store.GateRow;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.http.server.Call;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Approvals of the tenants that a caller reaches, newest first. */
final class ApprovalLists {
  private static final int AT_ONCE = 100;

  private final Views views;

  ApprovalLists(Views views) {
    this.views = views;
  }

  /**
   * What narrows the list down.
   *
   * @param session null for all conversations
   * @param status null for all
   */
  private record Wish(List<String> tenants, @Nullable Session session, @Nullable Status status) {}

  SignedApprovalList list(Queries queries, Call call, Subtree subtree) {
    TextSpan span = TextSpan.of(call);
    Status status = status(call.query("status"));
    Wish wish = wish(queries, call, subtree, status);
    Long from = span.cursor() == null ? null : place(queries, subtree, wish, span);
    TextSpan.Page<SignedApproval> page =
        span.page(walk(queries, wish, span, from), SignedApproval::id);
    return new SignedApprovalList("list", page.shown(), page.more(), page.next());
  }

  private static @Nullable Status status(@Nullable String text) {
    if (text == null) {
      return null;
    }
    return Arrays.stream(Status.values())
        .filter(status -> status.name().toLowerCase(Locale.ROOT).equals(text))
        .findFirst()
        .orElseThrow(
            () ->
                TextSpan.invalid(
                    "status", "must be pending, approved, denied, expired or withdrawn"));
  }

  private static Wish wish(Queries queries, Call call, Subtree subtree, @Nullable Status status) {
    String tenantId = call.query("tenant_id");
    String conversationId = call.query("conversation_id");
    if (tenantId != null) {
      subtree.checkTenant(queries, tenantId);
    }
    Session session = conversationId == null ? null : subtree.conversation(queries, conversationId);
    if (session != null && tenantId != null && !session.tenantId().equals(tenantId)) {
      throw Problem.CROSS_TENANT
          .because(
              "The conversation does not belong to the tenant in tenant_id. Omit one "
                  + "of the two.")
          .asException();
    }
    if (session != null) {
      return new Wish(List.of(session.tenantId()), session, status);
    }
    return new Wish(tenantId == null ? subtree.tenants(queries) : List.of(tenantId), null, status);
  }

  /** The status of what the cursor names may have changed since; where it belongs has not. */
  private static long place(Queries queries, Subtree subtree, Wish wish, TextSpan span) {
    String cursor = span.cursor() == null ? "" : span.cursor();
    try {
      Gates.Found<Approval> found = subtree.approval(queries, cursor);
      Session session = wish.session;
      if (wish.tenants.contains(found.run().head().tenantId())
          && (session == null || session.key() == found.row().sessionKey())) {
        return found.row().key();
      }
    } catch (Refused unknown) {
      // Told below as what it is: a wrong parameter of a list that exists.
    }
    throw span.foreign();
  }

  private List<SignedApproval> walk(
      Queries queries, Wish wish, TextSpan span, @Nullable Long from) {
    List<SignedApproval> found = new ArrayList<>();
    Map<Long, String> conversations = new HashMap<>();
    long above = span.back() && from != null ? from : 0;
    long below = span.back() || from == null ? Long.MAX_VALUE : from;
    // What is told apart only when it is read, yes from no, takes more than what is shown.
    boolean mixed = wish.status == Status.APPROVED || wish.status == Status.DENIED;
    int atOnce = mixed ? AT_ONCE : span.limit();
    while (true) {
      List<GateRow> rows =
          queries.approvalsOf(
              new Queries.TenantGates(
                  wish.tenants,
                  stored(wish.status),
                  wish.session == null ? null : wish.session.key(),
                  above,
                  below,
                  !span.back(),
                  atOnce + 1));
      Map<Long, Run> holders = Gates.holders(queries, rows);
      for (GateRow row : rows) {
        SignedApproval view = view(queries, row, holders.get(row.key()), conversations);
        if (view != null && (wish.status == null || view.status() == wish.status)) {
          found.add(view);
          if (found.size() > span.limit()) {
            return found;
          }
        }
        above = span.back() ? row.key() : above;
        below = span.back() ? below : row.key();
      }
      if (rows.size() <= atOnce) {
        return found;
      }
    }
  }

  /** Null for what was removed between the two reads. */
  private @Nullable SignedApproval view(
      Queries queries, GateRow row, @Nullable Run run, Map<Long, String> conversations) {
    if (run == null) {
      return null;
    }
    String conversationId =
        conversations.computeIfAbsent(
            row.sessionKey(),
            key -> {
              Session session = queries.session(key);
              return session == null ? "" : session.conversationId();
            });
    return run.approvals().stream()
        .filter(a -> Ulid.keyOf(row.kind().prefix(), a.id()).orElse(-1) == row.key())
        .findFirst()
        .map(approval -> views.approval(run, approval, conversationId))
        .orElse(null);
  }

  /** A yes and a no are stored alike, so some that are read may not be wanted. */
  private static List<GateState.Status> stored(@Nullable Status status) {
    return switch (status) {
      case null -> List.of(GateState.Status.values());
      case PENDING -> List.of(GateState.Status.PENDING);
      case APPROVED -> List.of(GateState.Status.RESOLVED);
      case DENIED -> List.of(GateState.Status.RESOLVED);
      case WITHDRAWN -> List.of(GateState.Status.WITHDRAWN);
      case EXPIRED -> List.of(GateState.Status.EXPIRED);
    };
  }
}

package dev.holdpoint.http.signed;

import dev.holdpoint.core.access.IntegrationScope;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.journal.Gates;
import dev.holdpoint.http.server.Call;
import dev.holdpoint.http.server.Handler;
import dev.holdpoint.http.server.Reply;
import java.util.Map;

/** Approvals, looked at. */
final class SignedApprovalHandlers {
  private final Engine engine;
  private final Views views;
  private final ApprovalLists lists;

  SignedApprovalHandlers(Engine engine, Views views) {
    this.engine = engine;
    this.views = views;
    this.lists = new ApprovalLists(views);
  }

  Map<String, Handler> all() {
    return Map.of("listTenantApprovals", this::list, "getTenantApproval", this::get);
  }

  private Reply list(Call call) {
    Subtree subtree = Subtree.of(call, IntegrationScope.APPROVALS_READ);
    return Reply.json(200, engine.read(queries -> lists.list(queries, call, subtree)));
  }

  private Reply get(Call call) {
    Subtree subtree = Subtree.of(call, IntegrationScope.APPROVALS_READ);
    return Reply.json(
        200,
        engine.read(
            queries -> {
              Gates.Found<Approval> found = subtree.approval(queries, call.path("approval_id"));
              Session session = queries.session(found.row().sessionKey());
              if (session == null) {
                throw Subtree.noApproval();
              }
              return views.approval(found.run(), found.gate(), session.conversationId());
            }));
  }
}

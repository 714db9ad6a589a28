package dev.holdpoint.http.v1.gate;

import dev.holdpoint.api.signed.SignedBodies.RefusedAssertionView;
import dev.holdpoint.core.access.RefusedAssertion;
import dev.holdpoint.core.access.Tenants;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.engine.access.Tenancy;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.http.server.Call;
import dev.holdpoint.http.server.Handler;
import dev.holdpoint.http.server.Reply;
import dev.holdpoint.http.v1.call.ListPages;
import java.util.Map;

/** Who has tried to decide with an assertion that does not hold. */
public final class RefusedAssertionHandlers {
  private final Engine engine;

  public RefusedAssertionHandlers(Engine engine) {
    this.engine = engine;
  }

  public Map<String, Handler> all() {
    return Map.of("listRefusedAssertions", this::list);
  }

  private Reply list(Call call) {
    String tenantId = call.path("tenant_id");
    return engine.read(
        queries -> {
          if (!tenantId.equals(Tenants.ROOT) && Tenancy.tenant(queries, tenantId) == null) {
            throw Problem.TENANT_NOT_FOUND
                .because("There is no such tenant. GET /v1/tenants lists them.")
                .asException();
          }
          return ListPages.shelf(
              queries,
              ListPages.of(call, "refused-assertions " + tenantId),
              RefusedAssertion.KIND,
              tenantId,
              RefusedAssertionHandlers::view);
        });
  }

  private static RefusedAssertionView view(RefusedAssertion refused) {
    return new RefusedAssertionView(
        refused.tenantId(),
        refused.approvalId(),
        refused.approve() ? "approve" : "deny",
        refused.approverKeyId(),
        refused.by(),
        refused.requestId(),
        refused.atMs());
  }
}

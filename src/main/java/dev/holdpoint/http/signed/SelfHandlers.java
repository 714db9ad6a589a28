package dev.holdpoint.http.signed;

import dev.holdpoint.api.signed.SignedBodies.IntegrationPrincipal;
import dev.holdpoint.core.access.ApproverKey;
import dev.holdpoint.core.access.IntegrationScope;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.http.server.Call;
import dev.holdpoint.http.server.Caller;
import dev.holdpoint.http.server.Handler;
import dev.holdpoint.http.server.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What a caller is told of itself, and of those whose signatures it may carry. */
final class SelfHandlers {
  private static final int AT_ONCE = 500;

  private final Engine engine;

  SelfHandlers(Engine engine) {
    this.engine = engine;
  }

  Map<String, Handler> all() {
    return Map.of("getIntegrationSelf", this::self);
  }

  private Reply self(Call call) {
    Caller caller = call.caller();
    Caller.Reach reach = caller.reach();
    if (reach == null) {
      return Reply.json(
          200,
          new IntegrationPrincipal(
              "integration_principal",
              caller.principalId(),
              caller.name(),
              caller.tenantId(),
              IntegrationScope.all(),
              caller.isBound() ? keys(caller.tenantId()) : List.of()));
    }
    return Reply.json(
        200,
        new IntegrationPrincipal(
            "integration_principal",
            caller.principalId(),
            caller.name(),
            caller.tenantId(),
            IntegrationScope.all().stream().filter(reach.scopes()::contains).toList(),
            // A user's token carries no decisions.
            reach.subject() == null ? keys(caller.tenantId()) : List.of()));
  }

  private List<IntegrationPrincipal.Key> keys(String tenantId) {
    List<IntegrationPrincipal.Key> keys = new ArrayList<>();
    long below = Long.MAX_VALUE;
    while (true) {
      long from = below;
      List<ApproverKey> some =
          engine.read(queries -> queries.keptBelow(ApproverKey.KIND, tenantId, from, AT_ONCE));
      for (ApproverKey key : some) {
        below = key.key();
        if (key.isGoodAt(engine.nowMs())) {
          keys.add(
              new IntegrationPrincipal.Key(
                  key.id(), key.algorithm().wire(), Views.time(key.createdAtMs())));
        }
      }
      if (some.size() < AT_ONCE) {
        return keys;
      }
    }
  }
}

package dev.holdpoint.http.v1.audit;

import dev.holdpoint.api.audit.AuditBodies.VaultView;
import dev.holdpoint.core.audit.AdminTarget;
import dev.holdpoint.engine.audit.AdminActs;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.secret.VaultKeys;
import dev.holdpoint.http.server.Call;
import dev.holdpoint.http.server.Handler;
import dev.holdpoint.http.server.Reply;
import dev.holdpoint.http.v1.call.Bodies;
import dev.holdpoint.http.v1.call.Replays;
import java.util.Map;

/** The key under which secrets are sealed. */
public final class VaultHandlers {
  private final Bodies bodies;
  private final VaultKeys keys;
  private final AdminActs acts;

  public VaultHandlers(Bodies bodies, VaultKeys keys, AdminActs acts) {
    this.acts = acts;
    this.bodies = bodies;
    this.keys = keys;
  }

  public Map<String, Handler> all() {
    return Map.of(
        "getVault", _ -> Reply.json(200, view(keys.status())), "rotateVaultKey", this::rotate);
  }

  private Reply rotate(Call call) {
    bodies.checkUnused(call);
    VaultKeys.Turn turn =
        keys.rotate(
            bodies.idempotency(call, null),
            keyId ->
                acts.record(
                    AdminTarget.VAULT_ROTATE, JsonTree.object().put("previous_key_id", keyId)));
    return Replays.marked(Reply.json(200, view(turn.status())), turn.replayed());
  }

  private static VaultView view(VaultKeys.Status status) {
    return new VaultView(status.keyId(), status.source(), status.secrets(), status.older());
  }
}

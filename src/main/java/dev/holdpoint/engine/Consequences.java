package dev.holdpoint.engine;

import dev.holdpoint.engine.agent.AgentPlacement;
import dev.holdpoint.engine.audit.AuditActions;
import dev.holdpoint.engine.audit.AuditChain;
import dev.holdpoint.engine.commit.CommitParts;
import dev.holdpoint.engine.commit.Consequence;
import dev.holdpoint.engine.delivery.NotificationDeliveries;
import dev.holdpoint.engine.delivery.OutboundPolicy;
import dev.holdpoint.engine.delivery.OutputDeliveries;
import dev.holdpoint.engine.gate.Revisions;
import dev.holdpoint.engine.gate.StageMoments;
import dev.holdpoint.engine.loop.KeptTargets;
import dev.holdpoint.engine.loop.OwedCancels;
import dev.holdpoint.engine.memory.RunMemories;
import dev.holdpoint.engine.port.Signer;
import dev.holdpoint.engine.run.OpenEffects;
import dev.holdpoint.engine.secret.ApprovalSecrets;
import dev.holdpoint.engine.team.ChannelPosts;
import dev.holdpoint.engine.triage.GateAudience;
import java.util.List;

/** Which features hear of a run's next version, and in which order. */
public final class Consequences {
  private Consequences() {}

  public static CommitParts parts(OutboundPolicy outbound, Signer signer) {
    return new CommitParts(inOrder(outbound), new AgentPlacement(), new AuditChain(signer));
  }

  /**
   * Outputs come before notifications: both take ids, and ids are the order of deliveries to one
   * target.
   */
  private static List<Consequence> inOrder(OutboundPolicy outbound) {
    return List.of(
        new OutputDeliveries(outbound),
        new NotificationDeliveries(outbound, new GateAudience()),
        StageMoments.whenever(),
        Revisions.watchers(),
        new KeptTargets(),
        new OwedCancels(),
        new AuditActions(),
        new OpenEffects(),
        new ApprovalSecrets(),
        new RunMemories(),
        new ChannelPosts());
  }
}

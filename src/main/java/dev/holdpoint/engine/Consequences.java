package dev.holdpoint.engine;

import dev.holdpoint.engine.agent.Heirs;
import dev.holdpoint.engine.audit.Deeds;
import dev.holdpoint.engine.audit.Notary;
import dev.holdpoint.engine.commit.CommitParts;
import dev.holdpoint.engine.commit.Consequence;
import dev.holdpoint.engine.delivery.Dispatch;
import dev.holdpoint.engine.delivery.Notices;
import dev.holdpoint.engine.delivery.OutboundRules;
import dev.holdpoint.engine.memory.RunMemories;
import dev.holdpoint.engine.port.Signer;
import dev.holdpoint.engine.secret.SuppliedSecrets;
import dev.holdpoint.engine.team.ChannelPosts;
import java.util.List;

/** Which features hear of a run's next version, and in which order. */
public final class Consequences {
  private Consequences() {}

  public static CommitParts parts(OutboundRules outbound, Signer signer) {
    return new CommitParts(inOrder(outbound), new Heirs(), new Notary(signer));
  }

  /**
   * Outputs come before notifications: both take ids, and ids are the order of deliveries to one
   * target.
   */
  private static List<Consequence> inOrder(OutboundRules outbound) {
    return List.of(
        new Dispatch(outbound),
        new Notices(outbound),
        new Deeds(),
        new SuppliedSecrets(),
        new RunMemories(),
        new ChannelPosts());
  }
}

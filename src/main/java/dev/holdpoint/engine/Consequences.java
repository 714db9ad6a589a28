package dev.holdpoint.engine;

import dev.holdpoint.engine.port.Signer;
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

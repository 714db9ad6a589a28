package dev.holdpoint.daemon;

import dev.holdpoint.core.cluster.Node;
import dev.holdpoint.daemon.config.Config;
import java.net.URI;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/**
 * What this daemon says of itself to those that share its ledger, as it is now, given how far its
 * clock is off.
 */
final class NodeCard implements Function<Long, Node.Card> {
  private final NodeId id;
  private final Config config;
  private final String version;
  private final IntSupplier runs;
  private final IntSupplier streams;
  private final Supplier<String> listening;

  /**
   * @param listening where it listens, for where nobody has said how it is reached
   */
  NodeCard(
      NodeId id,
      Config config,
      String version,
      IntSupplier runs,
      IntSupplier streams,
      Supplier<String> listening) {
    this.id = id;
    this.config = config;
    this.version = version;
    this.runs = runs;
    this.streams = streams;
    this.listening = listening;
  }

  @Override
  public Node.Card apply(Long clockOffMs) {
    URI address = config.cluster().address();
    return new Node.Card(
        id.value(),
        address == null ? listening.get() : address.toString(),
        version,
        clockOffMs,
        runs.getAsInt(),
        streams.getAsInt());
  }
}

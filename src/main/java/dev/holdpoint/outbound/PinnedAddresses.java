package dev.holdpoint.outbound;

import dev.holdpoint.core.net.Addresses;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.client.Destination;
import org.eclipse.jetty.util.Promise;
import org.eclipse.jetty.util.SocketAddressResolver;

/**
 * Looks a host up once for each connection, and gives the client the addresses themselves: what was
 * checked is what is connected to. One private address among several stops the letter, so that
 * nobody gets there by chance or by a second try.
 */
final class PinnedAddresses implements SocketAddressResolver {
  /** The mark of letters that may go anywhere; whatever lacks it is checked. */
  static final String ANYWHERE = "anywhere";

  private final Lookup lookup;

  PinnedAddresses(Lookup lookup) {
    this.lookup = lookup;
  }

  /** Somebody named a host that is none of his business. */
  static final class Blocked extends Exception {
    private static final long serialVersionUID = 1L;

    Blocked() {
      super("blocked", null, false, false);
    }
  }

  @Override
  public void resolve(
      String host,
      int port,
      Map<String, Object> context,
      Promise<List<InetSocketAddress>> promise) {
    boolean anywhere =
        context.get(Destination.CONTEXT_KEY) instanceof Destination destination
            && ANYWHERE.equals(destination.getOrigin().getTag());
    // A lookup blocks, and the client's few threads must not.
    Thread.ofVirtual().name("lookup").start(() -> resolve(host, port, anywhere, promise));
  }

  private void resolve(
      String host, int port, boolean anywhere, Promise<List<InetSocketAddress>> promise) {
    List<InetSocketAddress> pinned = new ArrayList<>();
    try {
      for (InetAddress found : lookup.addresses(host)) {
        byte[] address = found.getAddress();
        if (!anywhere && Addresses.isPrivate(address)) {
          throw new Blocked();
        }
        // A certificate is compared with the name that the address carries: the one asked for,
        // whatever the lookup calls it.
        pinned.add(new InetSocketAddress(InetAddress.getByAddress(bare(host), address), port));
      }
      if (pinned.isEmpty()) {
        throw new UnknownHostException();
      }
    } catch (UnknownHostException | Blocked | RuntimeException e) {
      promise.failed(e);
      return;
    }
    promise.succeeded(pinned);
  }

  private static String bare(String host) {
    return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
  }
}

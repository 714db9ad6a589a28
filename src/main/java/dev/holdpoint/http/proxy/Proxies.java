package dev.holdpoint.http.proxy;

import dev.holdpoint.core.problem.Problem;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Objects;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/**
 * Whose word is taken on who called them, and how. Anybody can write such a header: it is read only
 * when one of these has handed over the request, and only as far to the left as they have handed it
 * on to each other. What stands further left came from the caller.
 */
public record Proxies(List<AddressBlock> blocks) {
  public static final Proxies NONE = new Proxies(List.of());

  public Proxies {
    blocks = List.copyOf(blocks);
  }

  public ClientConnection reached(Request request) {
    InetAddress peer = peer(request);
    ClientConnection direct =
        new ClientConnection(
            request.isSecure(), authority(request), peer != null && peer.isLoopbackAddress(), peer);
    if (peer == null || !trusts(peer)) {
      return direct;
    }
    HttpFields headers = request.getHeaders();
    try {
      List<ProxyHop> standard = ForwardedHeader.read(headers.getValuesList(HttpHeader.FORWARDED));
      List<ProxyHop> usual = UsualHeaders.read(headers);
      ClientConnection told = told(direct, standard.isEmpty() ? usual : standard);
      return standard.isEmpty() || usual.isEmpty()
          ? told
          : agreed(direct, told, told(direct, usual));
    } catch (ProxyHop.Garbled e) {
      throw Problem.INVALID_REQUEST
          .because("The proxy's headers about its caller are not valid: " + e.getMessage() + ".")
          .asException();
    }
  }

  /** A proxy that writes the one kind may hand on what a caller wrote in the other. */
  private static ClientConnection agreed(
      ClientConnection direct, ClientConnection standard, ClientConnection usual)
      throws ProxyHop.Garbled {
    if (standard.equals(usual)) {
      return standard;
    }
    boolean oneIsSilent =
        Objects.equals(standard.from(), direct.from())
            || Objects.equals(usual.from(), direct.from());
    ClientConnection silent = standard.from(direct.from());
    if (oneIsSilent && silent.equals(usual.from(direct.from()))) {
      return silent;
    }
    throw new ProxyHop.Garbled(
        "Forwarded and X-Forwarded-* contradict each other; send one of them");
  }

  private ClientConnection told(ClientConnection direct, List<ProxyHop> hops) {
    if (hops.isEmpty()) {
      return direct;
    }
    boolean local = direct.local();
    int at = hops.size() - 1;
    ProxyHop hop = hops.get(at);
    while (at > 0 && hop.from() != null && trusts(hop.from())) {
      local &= hop.from().isLoopbackAddress();
      hop = hops.get(--at);
    }
    return new ClientConnection(
        hop.scheme() == null ? direct.secure() : hop.scheme().equals("https"),
        hop.host() == null ? direct.authority() : hop.host(),
        local && hop.from() != null && hop.from().isLoopbackAddress(),
        hop.from() == null ? direct.from() : hop.from());
  }

  private boolean trusts(InetAddress address) {
    return blocks.stream().anyMatch(block -> block.contains(address));
  }

  private static @Nullable InetAddress peer(Request request) {
    return request.getConnectionMetaData().getRemoteSocketAddress()
            instanceof InetSocketAddress from
        ? from.getAddress()
        : null;
  }

  private static @Nullable String authority(Request request) {
    String host = request.getHeaders().get(HttpHeader.HOST);
    return host == null ? request.getHttpURI().getAuthority() : host;
  }
}

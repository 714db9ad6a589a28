package dev.holdpoint.http.proxy;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpFields;
import org.jspecify.annotations.Nullable;

/** The headers {@code X-Forwarded-*}, which nobody has written down and everybody sends. */
final class UsualHeaders {
  private static final Pattern PORT = Pattern.compile("[0-9]{1,5}");

  private final List<String> froms;
  private final List<String> schemes;
  private final List<String> hosts;
  private final List<String> ports;

  private UsualHeaders(HttpFields headers) throws ProxyHop.Garbled {
    this.froms = items(headers, "X-Forwarded-For");
    this.schemes = items(headers, "X-Forwarded-Proto");
    this.hosts = items(headers, "X-Forwarded-Host");
    this.ports = items(headers, "X-Forwarded-Port");
  }

  static List<ProxyHop> read(HttpFields headers) throws ProxyHop.Garbled {
    return new UsualHeaders(headers).hops();
  }

  private List<ProxyHop> hops() throws ProxyHop.Garbled {
    if (froms.isEmpty()) {
      // Of how it was called alone, the proxy may tell too; by whom is not known then.
      return schemes.isEmpty() && hosts.isEmpty() && ports.isEmpty()
          ? List.of()
          : List.of(hop(null, 0));
    }
    List<ProxyHop> hops = new ArrayList<>();
    for (int i = 0; i < froms.size(); i++) {
      hops.add(hop(froms.get(i), froms.size() - 1 - i));
    }
    return hops;
  }

  private ProxyHop hop(@Nullable String from, int fromTheRight) throws ProxyHop.Garbled {
    String scheme = at(schemes, fromTheRight);
    String host = at(hosts, fromTheRight);
    String port = at(ports, fromTheRight);
    if (port != null && !PORT.matcher(port).matches()) {
      throw new ProxyHop.Garbled("the port is not valid");
    }
    return new ProxyHop(
        from == null ? null : ProxyHop.node(from),
        scheme == null ? null : ProxyHop.checkedScheme(scheme),
        host == null ? null : withPort(ProxyHop.checkedHost(host), port, scheme));
  }

  /** A port in the host is nearer to what the caller said than one beside it. */
  private static String withPort(String host, @Nullable String port, @Nullable String scheme) {
    boolean has = host.lastIndexOf(':') > host.lastIndexOf(']');
    boolean usual =
        port != null && Integer.parseInt(port) == ("https".equalsIgnoreCase(scheme) ? 443 : 80);
    return port == null || has || usual ? host : host + ":" + port;
  }

  /**
   * Some proxies add to these lists as they do to that of the callers, others put their own word in
   * place of what they were told.
   */
  private static @Nullable String at(List<String> list, int fromTheRight) {
    return list.isEmpty() ? null : list.get(Math.max(0, list.size() - 1 - fromTheRight));
  }

  private static List<String> items(HttpFields headers, String name) throws ProxyHop.Garbled {
    List<String> items = new ArrayList<>();
    for (String line : headers.getValuesList(name)) {
      for (String item : line.split(",", -1)) {
        if (item.isBlank()) {
          throw new ProxyHop.Garbled(name + " has an empty entry");
        }
        items.add(item.strip());
      }
    }
    return items;
  }
}

package dev.holdpoint.http.proxy;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The header {@code Forwarded} of RFC 7239. */
final class ForwardedHeader {
  /** Unquoted, a little more than the RFC has is taken: ports are often left without quotes. */
  private static final Pattern PAIR =
      Pattern.compile(
          "[ \\t]*(?:([A-Za-z0-9!#$%&'*+.^_`|~-]+)=(?:\"((?:[^\"\\\\]++|\\\\.)*+)\"|([!-~&&[^\",;\\\\]]+)))?"
              + "[ \\t]*([;,]|$)");

  private ForwardedHeader() {}

  /**
   * @param lines every line of the header, in order
   */
  static List<ProxyHop> read(List<String> lines) throws ProxyHop.Garbled {
    List<ProxyHop> hops = new ArrayList<>();
    for (String line : lines) {
      Map<String, String> element = new HashMap<>();
      Matcher pair = PAIR.matcher(line);
      int at = 0;
      while (at < line.length()) {
        if (!pair.find(at) || pair.start() != at) {
          throw new ProxyHop.Garbled("it does not consist of name=value pairs");
        }
        String name = pair.group(1);
        if (name != null && element.put(name.toLowerCase(Locale.ROOT), value(pair)) != null) {
          throw new ProxyHop.Garbled(
              "it has " + name.toLowerCase(Locale.ROOT) + " twice for one caller");
        }
        at = pair.end();
        if (!";".equals(pair.group(4))) {
          add(hops, element);
          element.clear();
        }
      }
      add(hops, element);
    }
    return hops;
  }

  private static void add(List<ProxyHop> hops, Map<String, String> element)
      throws ProxyHop.Garbled {
    if (!element.isEmpty()) {
      @Nullable String from = element.get("for");
      @Nullable String scheme = element.get("proto");
      @Nullable String host = element.get("host");
      @Nullable InetAddress address = from == null ? null : ProxyHop.node(from);
      hops.add(
          new ProxyHop(
              address,
              scheme == null ? null : ProxyHop.checkedScheme(scheme),
              host == null ? null : ProxyHop.checkedHost(host)));
    }
  }

  private static String value(Matcher pair) {
    String quoted = pair.group(2);
    return quoted == null ? pair.group(3) : quoted.replaceAll("\\\\(.)", "$1");
  }
}

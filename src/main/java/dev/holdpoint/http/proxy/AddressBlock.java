package dev.holdpoint.http.proxy;

import java.net.InetAddress;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Addresses that have their first bits in common: {@code 10.0.0.0/8}, or one alone. */
public record AddressBlock(InetAddress network, int bits) {
  private static final Pattern FOUR =
      Pattern.compile("(?:0|[1-9][0-9]{0,2})(?:\\.(?:0|[1-9][0-9]{0,2})){3}");
  private static final Pattern SIX = Pattern.compile("[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*");
  private static final Pattern LENGTH = Pattern.compile("0|[1-9][0-9]{0,2}");

  /** Null for text that is none, and for one with bits behind its length: nobody meant that. */
  public static @Nullable AddressBlock parse(String text) {
    int slash = text.indexOf('/');
    InetAddress network = literal(slash < 0 ? text : text.substring(0, slash));
    if (network == null) {
      return null;
    }
    int most = network.getAddress().length * 8;
    String length = slash < 0 ? String.valueOf(most) : text.substring(slash + 1);
    if (!LENGTH.matcher(length).matches() || Integer.parseInt(length) > most) {
      return null;
    }
    AddressBlock block = new AddressBlock(network, Integer.parseInt(length));
    byte[] address = network.getAddress();
    for (int bit = block.bits; bit < most; bit++) {
      if ((address[bit / 8] >> (7 - bit % 8) & 1) != 0) {
        return null;
      }
    }
    return block;
  }

  /** An address as it is written. A name is none: nothing is looked up. */
  public static @Nullable InetAddress literal(String text) {
    if (!FOUR.matcher(text).matches() && !SIX.matcher(text).matches()) {
      return null;
    }
    try {
      return InetAddress.ofLiteral(text);
    } catch (IllegalArgumentException _) {
      return null;
    }
  }

  boolean contains(InetAddress address) {
    byte[] ours = network.getAddress();
    byte[] theirs = address.getAddress();
    if (ours.length != theirs.length) {
      return false;
    }
    int whole = bits / 8;
    for (int i = 0; i < whole; i++) {
      if (ours[i] != theirs[i]) {
        return false;
      }
    }
    int rest = bits % 8;
    return rest == 0 || (ours[whole] ^ theirs[whole]) >> (8 - rest) == 0;
  }

  @Override
  public String toString() {
    return network.getHostAddress() + "/" + bits;
  }
}

package dev.holdpoint.core.net;

/** Which network addresses a stranger must not make us call. */
public final class Addresses {
  private Addresses() {}

  /**
   * Whether the address leads back to this machine, into its network, or to nobody in particular.
   *
   * @param address four or sixteen bytes, as the network orders them
   */
  public static boolean isPrivate(byte[] address) {
    return address.length == 4 ? isPrivateV4(address) : isPrivateV6(address);
  }

  private static boolean isPrivateV4(byte[] address) {
    int first = address[0] & 0xff;
    int second = address[1] & 0xff;
    return switch (first) {
      // This network, private, loopback.
      case 0, 10, 127 -> true;
      // Shared address space.
      case 100 -> (second & 0xc0) == 64;
      // Link-local, where clouds keep the credentials of their machines.
      case 169 -> second == 254;
      case 172 -> (second & 0xf0) == 16;
      // Private, and the addresses of protocols.
      case 192 -> second == 168 || (second == 0 && address[2] == 0);
      // Benchmarks.
      case 198 -> (second & 0xfe) == 18;
      // Multicast, and all that was never given out.
      default -> first >= 224;
    };
  }

  private static boolean isPrivateV6(byte[] address) {
    int first = address[0] & 0xff;
    int second = address[1] & 0xff;
    return switch (first) {
      // Here lie loopback and the unspecified address, and no public one; the rest could hide any
      // IPv4 address: the mapped, the compatible, the translated and those of NAT64.
      case 0x00 -> true;
      // 6to4 and Teredo, which hide IPv4 addresses too.
      case 0x20 -> second == 0x02 || (second == 0x01 && address[2] == 0 && address[3] == 0);
      // Unique local; multicast.
      case 0xfc, 0xfd, 0xff -> true;
      // Link-local and the former site-local.
      case 0xfe -> (second & 0x80) != 0;
      default -> false;
    };
  }
}

package dev.holdpoint.daemon.config;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;

/** Addresses that only this machine reaches. */
final class Loopback {
  private Loopback() {}

  static boolean is(String host) {
    if (host.equalsIgnoreCase("localhost")) {
      return true;
    }
    try {
      return Arrays.stream(InetAddress.getAllByName(host)).allMatch(InetAddress::isLoopbackAddress);
    } catch (UnknownHostException _) {
      return false;
    }
  }
}

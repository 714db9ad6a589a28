package dev.holdpoint.outbound;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/** Which addresses a name stands for right now. */
@FunctionalInterface
public interface Lookup {
  List<InetAddress> addresses(String host) throws UnknownHostException;

  /** As this machine looks names up. */
  static Lookup ofSystem() {
    return host -> List.of(InetAddress.getAllByName(host));
  }
}

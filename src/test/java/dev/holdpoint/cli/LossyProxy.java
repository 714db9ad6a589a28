package dev.holdpoint.cli;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.concurrent.atomic.AtomicInteger;

/** Stands before a daemon, and loses the first answers on their way back. */
final class LossyProxy implements AutoCloseable {
  private final ServerSocket door;
  private final URI daemon;
  private final AtomicInteger lost;

  LossyProxy(String daemon, int lost) throws IOException {
    this.daemon = URI.create(daemon);
    this.lost = new AtomicInteger(lost);
    this.door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::accept);
  }

  String address() {
    return "http://127.0.0.1:" + door.getLocalPort();
  }

  private void accept() {
    try {
      while (true) {
        Socket caller = door.accept();
        Thread.ofVirtual().start(() -> pass(caller));
      }
    } catch (IOException e) {
      // Closed: nobody comes any more.
    }
  }

  private void pass(Socket caller) {
    try (caller;
        Socket called = new Socket(daemon.getHost(), daemon.getPort())) {
      Thread.ofVirtual().start(() -> copy(caller, called));
      int first = called.getInputStream().read();
      // Something is answered, so it is done.
      if (lost.getAndDecrement() > 0) {
        return;
      }
      caller.getOutputStream().write(first);
      called.getInputStream().transferTo(caller.getOutputStream());
    } catch (IOException e) {
      // One of the two has hung up; the other sees it.
    }
  }

  private static void copy(Socket from, Socket to) {
    try {
      from.getInputStream().transferTo(to.getOutputStream());
    } catch (IOException e) {
      // As above.
    }
  }

  @Override
  public void close() throws IOException {
    door.close();
  }
}

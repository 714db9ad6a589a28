package dev.holdpoint.blackbox.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The network between one node and its database. What is sent into a direction that is cut is not
 * lost: TCP sends it again once the wire is mended, and so does this, however late that is.
 */
public final class Wire implements AutoCloseable {
  /** What can be cut. */
  public enum Direction {
    TO_DATABASE,
    TO_NODE
  }

  private static final AtomicInteger MADE = new AtomicInteger();

  private final ServerSocket door;
  private final Set<Link> links = ConcurrentHashMap.newKeySet();

  /**
   * The address from which the database sees this wire's connections come. Each wire has its own:
   * ports are used again, and a node would then be taken for another.
   */
  private final InetAddress source;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Set<Direction> cut = EnumSet.noneOf(Direction.class);
  private volatile int target;

  private record Link(Socket node, Socket database) {
    void close() {
      for (Socket socket : new Socket[] {node, database}) {
        try {
          socket.close();
        } catch (IOException _) {
          // Nothing more comes from it either way.
        }
      }
    }
  }

  public Wire(int target) throws IOException {
    this.target = target;
    int number = MADE.incrementAndGet();
    source = InetAddress.getByAddress(new byte[] {127, 1, (byte) (number >> 8), (byte) number});
    door = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::accept);
  }

  /** Where the node finds its database. */
  public int port() {
    return door.getLocalPort();
  }

  String source() {
    return source.getHostAddress();
  }

  /** Holds back whatever is sent in these directions from now on. */
  public void cut(Direction... directions) {
    lock.lock();
    try {
      cut.addAll(Set.of(directions));
    } finally {
      lock.unlock();
    }
  }

  /** Lets go what was held back. */
  public void heal() {
    lock.lock();
    try {
      cut.clear();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** New connections go to another database; those there are end. */
  public void lead(int elsewhere) {
    target = elsewhere;
    links.forEach(Link::close);
  }

  private void accept() {
    while (!door.isClosed()) {
      try {
        Socket node = door.accept();
        Thread.ofVirtual().start(() -> connect(node));
      } catch (IOException _) {
        // Closed, or a caller who has gone again.
        Thread.onSpinWait();
      }
    }
  }

  private void connect(Socket node) {
    Socket database;
    try {
      database = new Socket(InetAddress.getLoopbackAddress(), target, source, 0);
      database.setTcpNoDelay(true);
      node.setTcpNoDelay(true);
    } catch (IOException e) {
      close(node);
      return;
    }
    Link link = new Link(node, database);
    links.add(link);
    if (door.isClosed()) {
      link.close();
    }
    Thread.ofVirtual().start(() -> carry(link, node, database, Direction.TO_DATABASE));
    carry(link, database, node, Direction.TO_NODE);
  }

  /**
   * Whoever cannot be written to any more has closed its end, which the other pump reads and passes
   * on when its own direction lets it.
   */
  private void carry(Link link, Socket from, Socket to, Direction direction) {
    byte[] piece = new byte[1 << 16];
    try {
      for (int count = read(from, piece); count >= 0; count = read(from, piece)) {
        awaitOpen(direction);
        to.getOutputStream().write(piece, 0, count);
      }
      awaitOpen(direction);
      link.close();
      links.remove(link);
    } catch (IOException | InterruptedException _) {
      Thread.onSpinWait();
    }
  }

  private static int read(Socket from, byte[] piece) {
    try {
      return from.getInputStream().read(piece);
    } catch (IOException _) {
      return -1;
    }
  }

  private void awaitOpen(Direction direction) throws InterruptedException {
    lock.lock();
    try {
      while (cut.contains(direction)) {
        changed.await();
      }
    } finally {
      lock.unlock();
    }
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    door.close();
    heal();
    links.forEach(Link::close);
  }
}

package dev.holdpoint.blackbox;

import java.io.IOException;
import java.net.BindException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** What a daemon still knows, and does, after kill -9. */
final class KillIT {
  @TempDir private Path folder;

  @TestFactory
  Stream<DynamicTest> killed() throws IOException {
    return stories(folder).tests();
  }

  @TestFactory
  @Tag("long")
  Stream<DynamicNode> killed_over_and_over() {
    return Kills.overAndOver(folder, KillIT::stories);
  }

  private static Stories stories(Path folder) throws IOException {
    return Kills.on(
        new Stories(folder, Database.SQLITE).with("--port", Integer.toString(freePort())));
  }

  /** One that the system gives to nobody, so that it is still free after the restart. */
  private static int freePort() throws IOException {
    for (int port = ThreadLocalRandom.current().nextInt(10_000, 30_000); ; port++) {
      try (ServerSocket socket = new ServerSocket(port)) {
        return socket.getLocalPort();
      } catch (BindException e) {
        // Somebody's; perhaps the next one is not.
      }
    }
  }
}

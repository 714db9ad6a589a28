package dev.holdpoint.blackbox;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** What a daemon with agents and servers of its own still knows, and does, after kill -9. */
final class AgentKillIT {
  @TempDir private Path folder;

  @TestFactory
  Stream<DynamicTest> killed_on_sqlite() throws IOException {
    return stories(folder, Database.SQLITE).tests();
  }

  @TestFactory
  Stream<DynamicTest> killed_on_postgres() throws IOException {
    return stories(folder, Database.POSTGRES).tests();
  }

  @TestFactory
  @Tag("long")
  Stream<DynamicNode> killed_over_and_over() {
    return Arrays.stream(Database.values())
        .flatMap(
            database ->
                Kills.overAndOver(folder.resolve(database.name()), at -> stories(at, database)));
  }

  private static Stories stories(Path folder, Database database) throws IOException {
    Stories stories = new Stories(folder, database);
    AgentKills.on(stories);
    AcpKills.on(stories);
    McpServerKills.on(stories);
    // Here, where few runs are captured: all others would be, for nothing.
    DebugKills.on(stories);
    return stories;
  }
}

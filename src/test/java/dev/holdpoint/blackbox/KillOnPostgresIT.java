package dev.holdpoint.blackbox;

import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** What a daemon with its ledger in PostgreSQL still knows, and does, after kill -9. */
final class KillOnPostgresIT {
  @TempDir private Path folder;

  @TestFactory
  Stream<DynamicTest> killed() throws IOException {
    return stories(folder).tests();
  }

  @TestFactory
  @Tag("long")
  Stream<DynamicNode> killed_over_and_over() {
    return Kills.overAndOver(folder, KillOnPostgresIT::stories);
  }

  private static Stories stories(Path folder) throws IOException {
    return Kills.on(new Stories(folder, Database.POSTGRES));
  }
}

package dev.holdpoint.cli.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.cli.Desk;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AgentsCommandTest {
  @TempDir private static Path folder;
  private static Desk desk;

  @BeforeAll
  static void start() {
    desk = new Desk(folder.resolve("data"));
  }

  @AfterAll
  static void stop() {
    desk.close();
  }

  // A2-43, A2-47
  @Test
  void the_agents_are_a_table_or_what_the_daemon_says() throws Exception {
    assertThat(desk.type("agents").out().lines())
        .first()
        .asString()
        .matches("AGENT +CONFIGURED +INSTALLED +KEYS +CAN");
    assertThat(desk.type("agents").out())
        .containsPattern("mock +yes +yes +yes +ask, request permission")
        .containsPattern("claude +no .* ask, request permission, be taken up again");
    assertThat(desk.json("agents")).isEqualTo(desk.http().get("/v1/agents").expect(200).json());
  }
}

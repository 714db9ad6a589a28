package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.agent.mcp.SdkServer;
import dev.holdpoint.daemon.TestDaemon;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A server that the protocol's own SDK has made, without any tricks. */
class McpSdkServerTest extends McpAcceptance {
  McpSdkServerTest() {
    super(TestDaemon.start(Database.newFolder(), process("sdk", SdkServer.command())));
  }

  @AfterEach
  void stop() {
    close();
  }

  @Test
  void it_is_listed_and_called() {
    String session = trusting();
    assertThat(tools(session)).containsExactly("mcp__sdk__add");
    assertThat(shown("sdk").path("left_out")).isEmpty();
    assertThat(call(session, "mcp__sdk__add", "{'a':1,'b':2.5}").toString()).contains("3.5");
  }
}

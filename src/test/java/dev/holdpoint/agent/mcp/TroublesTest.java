package dev.holdpoint.agent.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.nio.channels.ClosedChannelException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

class TroublesTest {
  private static final ServerSpec SPEC =
      new ServerSpec(
          "web",
          new ServerSpec.Http(URI.create("http://127.0.0.1:1/mcp"), Map.of()),
          ServerSpec.Protocol.AUTO,
          Duration.ofSeconds(1),
          Duration.ofSeconds(1),
          Duration.ofSeconds(1),
          1);

  @Test
  void nobody_is_told_of_a_class() {
    assertThat(Troubles.words(SPEC, new ClosedChannelException()))
        .isEqualTo("the connection to the MCP server 'web' failed: the connection was lost");
    assertThat(Troubles.words(SPEC, new IllegalStateException(new IOException("too much"))))
        .isEqualTo("the connection to the MCP server 'web' failed: too much");
  }

  @Test
  void only_what_never_had_a_connection_was_surely_not_sent() {
    assertThat(Troubles.effect(new CompletionException(new ConnectException())))
        .isEqualTo(Troubles.NOT_SENT);
    assertThat(Troubles.effect(new IOException("reset"))).isEqualTo(Troubles.MAYBE_DONE);
    assertThat(Troubles.effect(null)).isEqualTo(Troubles.MAYBE_DONE);
  }
}

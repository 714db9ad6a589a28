package dev.holdpoint.agent.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdpoint.agent.tool.Tool;
import dev.holdpoint.agent.tool.ToolContext;
import dev.holdpoint.agent.tool.ToolOutcome;
import dev.holdpoint.core.description.Description;
import dev.holdpoint.core.permission.Behavior;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.engine.json.Digests;
import dev.holdpoint.engine.port.McpDirectory;
import org.jspecify.annotations.Nullable;

/**
 * A tool of a server, as the runs of one session see it.
 *
 * @param barred why the session may not call it, or null
 */
record McpTool(McpServer server, McpDirectory.ServerTool listed, @Nullable String barred)
    implements Tool {
  private static final int DIGITS = 16;

  @Override
  public String name() {
    return listed.name();
  }

  @Override
  public String description() {
    return listed.description();
  }

  @Override
  public @Nullable String told() {
    String line = Description.line(listed.description(), Description.SUMMARY);
    return line.isEmpty() ? null : line;
  }

  @Override
  public Json inputSchema() {
    return listed.inputSchema();
  }

  @Override
  public String definition() {
    Json output = listed.outputSchema();
    String told =
        String.join(
            "\n",
            server.spec().address(),
            listed.tool(),
            listed.description(),
            listed.inputSchema().text(),
            output == null ? "" : output.text());
    return Digests.sha256Hex(told.getBytes(UTF_8)).substring(0, DIGITS);
  }

  /** Whatever the server says of itself: nobody here knows what its tool does. */
  @Override
  public Behavior defaultRule() {
    return Behavior.ASK;
  }

  @Override
  public boolean hasEffect() {
    return true;
  }

  @Override
  public ToolOutcome begin(Json input, ToolContext context) throws InterruptedException {
    return server.begin(listed, input, context);
  }
}

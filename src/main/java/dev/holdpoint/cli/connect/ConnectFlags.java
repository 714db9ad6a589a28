package dev.holdpoint.cli.connect;

import dev.holdpoint.cli.Spans;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What can be said about settings: {@code @Mixin ConnectFlags flags}. */
final class ConnectFlags {
  @Option(names = "--hooks", description = "use hooks (the default)")
  boolean hooks;

  @Option(names = "--mcp", description = "use the daemon's MCP server")
  boolean mcp;

  @Option(names = "--scope", paramLabel = "SCOPE", description = "which settings")
  @Nullable String scope;

  @Option(
      names = "--in",
      paramLabel = "DIR",
      description = "the project's folder, which must exist (default: this folder)")
  Path folder = Path.of("");

  @Option(names = "--write", description = "write the settings instead of printing them")
  boolean write;

  @Option(names = "--remove", description = "remove the settings again")
  boolean remove;

  @Option(
      names = "--check",
      description = "test the settings that are installed: a line each, exit code 1 for a fault")
  boolean check;

  @Option(
      names = "--live",
      description =
          "with --check: also start the program and deny what it asks; this calls a model")
  boolean live;

  @Option(names = "--event", paramLabel = "EVENT", description = "when it asks")
  @Nullable String event;

  @Option(
      names = "--wait",
      paramLabel = "TIME",
      converter = Spans.class,
      description = "how long to wait for a decision: 45s, 5m (default: 5m)")
  Duration wait = Duration.ofMinutes(5);

  @Option(
      names = "--then",
      paramLabel = "WORD",
      description = "result when there is no decision in time")
  @Nullable String then;

  @Option(
      names = "--matcher",
      paramLabel = "PATTERN",
      description =
          "tools, as a matcher of the program: 'Bash|Write', '*' (default: all except "
              + "read-only tools)")
  @Nullable String matcher;

  @Option(
      names = "--only",
      paramLabel = "NAMES",
      split = ",",
      description = "ask only about these tools: Bash,mcp__*")
  List<String> only = List.of();

  @Option(
      names = "--skip",
      paramLabel = "NAMES",
      split = ",",
      description = "do not ask about these tools, in addition to read-only ones")
  List<String> skip = List.of();

  @Option(
      names = "--results",
      description = "also report what became of each tool use (hooks of Claude Code)")
  boolean results;

  @Option(
      names = "--token-env",
      paramLabel = "NAME",
      description = "environment variable with the token (default: HOLDPOINT_TOKEN)")
  String tokenVariable = "HOLDPOINT_TOKEN";

  @Option(
      names = "--make-token",
      paramLabel = "FILE",
      description = "create an agent token and write it to this new file, readable only by you")
  @Nullable Path tokenFile;
}

package dev.holdpoint.daemon.config;

/** Which wire an agent speaks. */
public enum AgentKind {
  /** The Agent Client Protocol over standard input and output. */
  ACP,
  /** The Claude Code command line, line by line. */
  CLAUDE,
  /** An OpenCode server over HTTP. */
  OPENCODE
}

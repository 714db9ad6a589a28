package dev.holdpoint.agent.acp;

import dev.holdpoint.agent.peer.AgentCommand;
import java.util.List;
import java.util.Map;

/** Agents that are a few lines of sh, so that they can do what no library lets an agent do. */
public final class ShellAgent {
  private ShellAgent() {}

  /** What the scripts have at hand. Our ids are strings; `answer` answers the line last read. */
  private static final String WORDS =
      """
      hear() { IFS= read -r line || exit 0; id=${line#*\\"id\\":\\"}; id=${id%%\\"*}; }
      say() { printf '%s\\n' "$1"; }
      answer() { say "{\\"jsonrpc\\":\\"2.0\\",\\"id\\":\\"$id\\",\\"result\\":$1}"; }
      refuse() { say "{\\"jsonrpc\\":\\"2.0\\",\\"id\\":\\"$id\\",\\"error\\":$1}"; }
      tell() { say "{\\"jsonrpc\\":\\"2.0\\",\\"method\\":\\"$1\\",\\"params\\":$2}"; }
      update() { tell session/update "{\\"sessionId\\":\\"$1\\",\\"update\\":$2}"; }
      words() { update "$1" "{\\"sessionUpdate\\":\\"agent_message_chunk\\",\\"content\\":{\\"type\\":\\"text\\",\\"text\\":\\"$2\\"}}"; }
      """;

  public static AgentCommand of(String script) {
    return new AgentCommand("sheila", List.of("sh", "-c", WORDS + script), Map.of(), null);
  }

  /**
   * One that has done its handshake, opens the sessions s1, s2 and so on, and does this when it is
   * prompted; `$line` is the prompt and `$id` its id.
   */
  static AgentCommand prompted(String capabilities, String script) {
    return of(
        """
        n=0
        while hear; do
          case $line in
            *'"method":"initialize"'*)
              answer '{"protocolVersion":1,"agentCapabilities":%s}' ;;
            *'"method":"session/new"'*)
              n=$((n + 1)); answer "{\\"sessionId\\":\\"s$n\\"}" ;;
            *'"method":"session/prompt"'*)
              %s ;;
          esac
        done
        """
            .formatted(capabilities, script));
  }

  static AgentCommand prompted(String script) {
    return prompted("{}", script);
  }
}

package dev.holdpoint.agent.claude;

import dev.holdpoint.agent.acp.wire.AgentProcess;
import dev.holdpoint.agent.peer.AgentCommand;
import dev.holdpoint.agent.peer.Peer;
import dev.holdpoint.agent.peer.PeerFailure;
import dev.holdpoint.agent.process.Processes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Claude Code, with a process for each talk. It writes its sessions down by itself. */
public final class ClaudePeer implements Peer {
  private static final Duration SILENCE = Duration.ofSeconds(5);
  private static final List<String> FLAGS =
      List.of(
          "-p",
          "--verbose",
          "--input-format",
          "stream-json",
          "--output-format",
          "stream-json",
          "--permission-prompt-tool",
          "stdio");

  /** What it calls its sessions; nothing else may become one of its arguments. */
  private static final Pattern SESSION = Pattern.compile("[0-9a-fA-F-]{36}");

  private final AgentCommand command;
  private final @Nullable String mode;
  private final Processes processes;
  private final Map<String, String> daemonEnvironment;
  private final Duration patience;
  private final Duration silence;
  private final Set<AgentProcess> running = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  /**
   * @param mode its permission mode; null for its own
   * @param patience how long it may take to start
   */
  public ClaudePeer(
      AgentCommand command,
      @Nullable String mode,
      Processes processes,
      Map<String, String> daemonEnvironment,
      Duration patience) {
    this(command, mode, processes, daemonEnvironment, patience, SILENCE);
  }

  ClaudePeer(
      AgentCommand command,
      @Nullable String mode,
      Processes processes,
      Map<String, String> daemonEnvironment,
      Duration patience,
      Duration silence) {
    this.command = command;
    this.mode = mode;
    this.processes = processes;
    this.daemonEnvironment = Map.copyOf(daemonEnvironment);
    this.patience = patience;
    this.silence = silence;
  }

  @Override
  public ClaudeSession open(Opening opening) throws PeerFailure, InterruptedException {
    String known = opening.talkId();
    if (known != null && !SESSION.matcher(known).matches()) {
      throw new PeerFailure("Claude Code has no session '" + known + "'");
    }
    String id = known == null ? UUID.randomUUID().toString() : known;
    AgentProcess process =
        AgentProcess.start(
            new AgentCommand(
                command.name(),
                line(known == null ? "--session-id" : "--resume", id),
                command.environment(),
                command.folder()),
            opening.folder(),
            processes,
            daemonEnvironment);
    ClaudeSession talk = new ClaudeSession(id, new Wire(process), silence);
    running.add(process);
    process.listen(AgentProcess.MAX_LINE, new ClaudeReader(talk, process::hidden));
    try {
      if (closed) {
        throw new PeerFailure("the daemon is stopping; try again later");
      }
      talk.greet(patience);
      return talk;
    } catch (PeerFailure | InterruptedException e) {
      talk.close();
      throw e;
    }
  }

  private List<String> line(String flag, String id) {
    List<String> line = new ArrayList<>(command.command());
    line.addAll(FLAGS);
    if (mode != null) {
      line.addAll(List.of("--permission-mode", mode));
    }
    line.add(flag);
    line.add(id);
    return line;
  }

  @Override
  public void close() {
    closed = true;
    running.forEach(process -> process.end("was stopped"));
    running.forEach(AgentProcess::close);
  }

  private final class Wire implements ClaudeWire {
    private final AgentProcess process;

    Wire(AgentProcess process) {
      this.process = process;
    }

    @Override
    public void send(String line) throws PeerFailure {
      process.write(line);
    }

    @Override
    public boolean isAlive() {
      return process.isAlive();
    }

    @Override
    public void end(String reason) {
      running.remove(process);
      process.end(reason);
    }
  }
}

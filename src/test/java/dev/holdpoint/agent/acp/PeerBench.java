package dev.holdpoint.agent.acp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.agent.peer.AgentCommand;
import dev.holdpoint.agent.peer.AgentEvent;
import dev.holdpoint.agent.peer.AgentRequest;
import dev.holdpoint.agent.peer.Peer;
import dev.holdpoint.agent.peer.PeerFailure;
import dev.holdpoint.agent.peer.PeerSession;
import dev.holdpoint.agent.process.Processes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An agent as the loop has it, with a folder to work in. */
final class PeerBench implements AutoCloseable {
  static final AcpPeer.Patience SHORT =
      new AcpPeer.Patience(Duration.ofSeconds(30), Duration.ofSeconds(30), Duration.ZERO);

  final Path registry;
  final Path workspace;
  final Peer peer;

  PeerBench(Path folder, AgentCommand command) throws IOException {
    this(folder, command, SHORT);
  }

  PeerBench(Path folder, AgentCommand command, AcpPeer.Patience patience) throws IOException {
    this(folder, command, patience, null);
  }

  PeerBench(Path folder, AgentCommand command, AcpPeer.Patience patience, @Nullable String mode)
      throws IOException {
    registry = folder.resolve("registry");
    workspace = Files.createDirectories(folder.resolve("workspace"));
    peer = new AcpPeer(command, mode, new Processes(registry), System.getenv(), patience);
  }

  PeerSession open() throws PeerFailure, InterruptedException {
    return open(null);
  }

  PeerSession open(@Nullable String talkId) throws PeerFailure, InterruptedException {
    return peer.open(new Peer.Opening("ses_1", null, workspace, talkId));
  }

  /** Everything until the turn has ended, words in one piece. */
  static List<AgentEvent> turn(PeerSession talk) throws InterruptedException {
    List<AgentEvent> all = new ArrayList<>();
    while (true) {
      AgentEvent next = talk.next();
      if (next instanceof AgentEvent.Said said
          && !all.isEmpty()
          && all.getLast() instanceof AgentEvent.Said before) {
        all.set(all.size() - 1, new AgentEvent.Said(before.text() + said.text()));
      } else {
        all.add(next);
      }
      if (next instanceof AgentEvent.Ended || next instanceof AgentEvent.Gone) {
        return all;
      }
    }
  }

  /** What it says in a turn in which it does nothing else. */
  static String words(PeerSession talk) throws InterruptedException {
    List<AgentEvent> turn = turn(talk);
    assertThat(turn.getLast()).isEqualTo(done());
    return turn.size() == 2 && turn.getFirst() instanceof AgentEvent.Said said
        ? said.text()
        : turn.toString();
  }

  /** What it asks next, whatever it says or does before. */
  static AgentRequest asked(PeerSession talk) throws InterruptedException {
    while (true) {
      switch (talk.next()) {
        case AgentEvent.Asked asked -> {
          return asked.ask();
        }
        case AgentEvent.Ended end -> throw new AssertionError("it asked nothing: " + end);
        case AgentEvent.Gone gone -> throw new AssertionError("it asked nothing: " + gone);
        case AgentEvent.Said _,
            AgentEvent.Began _,
            AgentEvent.Finished _,
            AgentEvent.ModeChanged _,
            AgentEvent.Dropped _ -> {
          // Not what is looked for.
        }
      }
    }
  }

  static AgentEvent.Ended done() {
    return new AgentEvent.Ended(AgentEvent.Ended.Reason.DONE, "");
  }

  List<Path> running() throws IOException {
    try (var files = Files.list(registry)) {
      return files.toList();
    }
  }

  @Override
  public void close() {
    peer.close();
  }
}

package dev.holdpoint.agent.acp.wire;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdpoint.agent.peer.AgentCommand;
import dev.holdpoint.agent.peer.AgentKeys;
import dev.holdpoint.agent.peer.PeerFailure;
import dev.holdpoint.agent.process.CommandProcesses;
import dev.holdpoint.agent.process.Launcher;
import dev.holdpoint.agent.process.Processes;
import dev.holdpoint.agent.tool.input.CannotDo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An agent's process and the lines that go in and come out, whatever they mean. It is on the books
 * from before it runs until all that it has started is gone, so the next daemon ends what this one
 * has left.
 *
 * <p>Its readers are threads of the platform: a virtual thread that waits for a pipe keeps one of
 * the few carriers to itself, and with enough agents nothing else in the daemon would go on.
 */
public final class AgentProcess implements AutoCloseable {
  public static final int MAX_LINE = 16 << 20;

  private static final Logger log = LoggerFactory.getLogger(AgentProcess.class);
  private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
  private static final Duration TERM_GRACE = Duration.ofSeconds(2);
  private static final Duration PIPE_PATIENCE = Duration.ofMillis(500);

  private final String name;
  private final String title;
  private final Process process;
  private final CommandProcesses all;
  private final Processes.Registration registration;
  private final AgentKeys keys;
  private final StderrTail lastWords;
  private final Sending sending;
  private final AtomicReference<@Nullable String> endedBecause = new AtomicReference<>();
  private final AtomicBoolean ending = new AtomicBoolean();
  private final CountDownLatch allRead = new CountDownLatch(2);
  private final CountDownLatch gone = new CountDownLatch(1);

  /** Who hears what the process says: from one thread, which reads on when it returns. */
  public interface Output {
    void line(String line);

    /** Nothing comes after this; the reason is for people. */
    void ended(String reason);
  }

  private AgentProcess(AgentCommand command, Process process, Processes.Registration registration) {
    this.name = command.name();
    this.title = command.title();
    this.keys = command.keys();
    this.lastWords = new StderrTail(keys);
    this.process = process;
    this.registration = registration;
    this.all = registration.processes(process.pid());
    this.sending = new Sending(name, process.getOutputStream(), this::notTaken);
  }

  /**
   * @param folder where it works, unless its command says where
   */
  public static AgentProcess start(
      AgentCommand command, Path folder, Processes processes, Map<String, String> daemonEnvironment)
      throws PeerFailure {
    Path where = command.folder() == null ? folder : command.folder();
    if (!Files.isDirectory(where)) {
      throw cannot(command, "its folder '%s' does not exist; create it".formatted(where));
    }
    Launcher launcher = new Launcher(daemonEnvironment);
    List<byte[]> words = words(command, launcher);
    Processes.Registration registration;
    try {
      registration = processes.register("", command.kind().noun() + " " + command.name());
    } catch (IOException e) {
      throw cannot(command, "the data folder is not writable: " + e.getMessage());
    }
    try {
      Process process =
          launcher
              .prepare(registration, words, command.environment())
              .directory(where.toFile())
              .start();
      return new AgentProcess(command, process, registration);
    } catch (CannotDo | IOException e) {
      forget(registration);
      // What ProcessBuilder says names the whole command; nobody knows what an argument holds.
      throw cannot(
          command,
          e instanceof CannotDo
              ? String.valueOf(e.getMessage())
              : "the operating system refused to run it");
    }
  }

  private static List<byte[]> words(AgentCommand command, Launcher launcher) throws PeerFailure {
    String setting = "set " + command.setting("command");
    if (command.command().isEmpty()) {
      throw cannot(command, "it has no command; " + setting);
    }
    for (String variable : command.environment().keySet()) {
      if (!VARIABLE.matcher(variable).matches()) {
        throw cannot(
            command,
            "'%s' is not the name of a variable; change it in %s"
                .formatted(StderrTail.plain(variable), command.setting("env")));
      }
    }
    String program = command.command().getFirst();
    if (program.contains("/")) {
      if (!Files.isExecutable(Path.of(program)) || Files.isDirectory(Path.of(program))) {
        throw cannot(command, "there is no program '%s'; %s".formatted(program, setting));
      }
    } else {
      String path = command.environment().getOrDefault("PATH", launcher.path());
      String found = Launcher.find(program, path);
      if (found == null) {
        throw cannot(command, "no program '%s' on the PATH; %s".formatted(program, setting));
      }
      program = found;
    }
    List<byte[]> words = new ArrayList<>();
    words.add(program.getBytes(UTF_8));
    command.command().stream().skip(1).forEach(word -> words.add(word.getBytes(UTF_8)));
    return words;
  }

  private static PeerFailure cannot(AgentCommand command, String why) {
    return new PeerFailure("%s cannot be started: %s".formatted(command.title(), why));
  }

  /** Begins to read; to be called once. A line beyond the limit ends the process. */
  public void listen(int maxLine, Output output) {
    Thread.ofPlatform().daemon().name("agent-stderr-" + name).start(this::readErrors);
    Thread.ofPlatform()
        .daemon()
        .name("agent-stdout-" + name)
        .start(
            () -> {
              readLines(new BoundedLines(process.getInputStream(), maxLine), maxLine, output);
              output.ended(reason());
              end("has closed its output");
            });
    var _ = process.onExit().thenRun(this::bury);
  }

  private void readLines(BoundedLines lines, int maxLine, Output output) {
    try {
      for (String line = lines.next();
          line != null && endedBecause.get() == null;
          line = lines.next()) {
        output.line(line);
      }
    } catch (BoundedLines.TooLong e) {
      end("has sent a line of more than %d bytes".formatted(maxLine));
    } catch (IOException e) {
      // The pipe was closed under us, which is how some ends look.
      log.debug("agent {}: {}", name, e.getMessage());
    } catch (RuntimeException e) {
      log.error("agent {}: a line could not be processed", name, e);
      end("was stopped because one of its lines could not be processed");
    } finally {
      allRead.countDown();
    }
  }

  private void readErrors() {
    try {
      lastWords.read(process.getErrorStream());
    } catch (IOException e) {
      log.debug("agent {}: {}", name, e.getMessage());
    } finally {
      allRead.countDown();
    }
  }

  private String reason() {
    try {
      if (endedBecause.get() == null && process.waitFor(PIPE_PATIENCE)) {
        allRead.await(PIPE_PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        String said = lastWords.line();
        endedBecause.compareAndSet(
            null,
            "ended with exit code " + process.exitValue() + (said.isEmpty() ? "" : ": " + said));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    endedBecause.compareAndSet(null, "has closed its output");
    return title + " " + endedBecause.get();
  }

  /**
   * Sends a line, in the order of the calls, without waiting for the process to take it.
   *
   * @throws PeerFailure if it has ended, or has left too much untaken, for which it is ended
   */
  public void write(String line) throws PeerFailure {
    String because = endedBecause.get();
    if (because != null) {
      throw new PeerFailure(title + " " + because);
    }
    if (!sending.add((line + "\n").getBytes(UTF_8))) {
      end("does not read its input and was stopped");
      throw new PeerFailure(title + " " + endedBecause.get());
    }
  }

  private void notTaken() {
    try {
      // One that has just died says more by its exit code.
      if (!process.waitFor(PIPE_PATIENCE)) {
        end("has closed its input");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  public boolean isAlive() {
    return endedBecause.get() == null && process.isAlive();
  }

  /** The end of what it has said on its stderr. */
  public String errors() {
    return lastWords.text();
  }

  /** What it has said, without the keys that it was given. */
  public String hidden(String said) {
    return keys.hidden(said);
  }

  /** Ends it with all that it has started, soon. The first reason is the one that counts. */
  public void end(String reason) {
    endedBecause.compareAndSet(null, reason);
    bury();
  }

  private void bury() {
    if (ending.compareAndSet(false, true)) {
      Thread.ofVirtual().name("agent-end-" + name).start(this::endAll);
    }
  }

  private void endAll() {
    try {
      if (!process.isAlive()) {
        // What it said last is still read, also from whoever only writes its last lines.
        allRead.await(PIPE_PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
      }
      if (all.isAnyAlive()) {
        all.end(TERM_GRACE);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      forget(registration);
      gone.countDown();
    }
  }

  private static void forget(Processes.Registration registration) {
    try {
      registration.close();
    } catch (IOException e) {
      // The next daemon finds the entry, and nothing behind it.
      log.debug("the registration of an agent could not be removed: {}", e.getMessage());
    }
  }

  /** Gives once nothing of it runs any more. */
  @Override
  public void close() {
    end("was stopped");
    try {
      gone.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

package dev.holdpoint.agent.opencode;

import dev.holdpoint.agent.acp.wire.AgentProcess;
import dev.holdpoint.agent.peer.AgentCommand;
import dev.holdpoint.agent.peer.PeerFailure;
import dev.holdpoint.agent.process.Processes;
import java.net.URI;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An OpenCode server of our own, which nobody but us can talk to. */
final class OpenCodeServer implements AutoCloseable {
  private static final Pattern LISTENING =
      Pattern.compile("listening on (http://(?:127\\.0\\.0\\.1|localhost):\\d+)");
  private static final String PASSWORD = "OPENCODE_SERVER_PASSWORD";

  private final AgentProcess process;
  private final Map<String, String> environment;
  private final CompletableFuture<URI> url = new CompletableFuture<>();

  private OpenCodeServer(AgentProcess process, Map<String, String> environment) {
    this.process = process;
    this.environment = environment;
  }

  static OpenCodeServer start(
      AgentCommand command,
      Path folder,
      Processes processes,
      Map<String, String> daemonEnvironment,
      Duration patience,
      Consumer<String> ended)
      throws PeerFailure, InterruptedException {
    Map<String, String> environment = new HashMap<>(command.environment());
    // Other users of this machine can reach its port as well as we can.
    environment.computeIfAbsent(PASSWORD, _ -> password());
    List<String> line = new ArrayList<>(command.command());
    if (!line.contains("serve")) {
      line.addAll(List.of("serve", "--hostname", "127.0.0.1", "--port", "0"));
    }
    OpenCodeServer server =
        new OpenCodeServer(
            AgentProcess.start(
                new AgentCommand(command.name(), line, environment, command.folder()),
                folder,
                processes,
                daemonEnvironment),
            environment);
    server.process.listen(AgentProcess.MAX_LINE, server.new Lines(ended));
    try {
      server.url.get(patience.toMillis(), TimeUnit.MILLISECONDS);
      return server;
    } catch (TimeoutException _) {
      server.close();
      throw new PeerFailure("the OpenCode server did not print its address in time");
    } catch (ExecutionException e) {
      server.close();
      throw new PeerFailure(
          String.valueOf(Objects.requireNonNullElse(e.getCause(), e).getMessage()));
    } catch (InterruptedException e) {
      server.process.end("was stopped");
      throw e;
    }
  }

  private static String password() {
    byte[] bytes = new byte[24];
    new SecureRandom().nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  URI url() {
    return url.join();
  }

  Map<String, String> environment() {
    return environment;
  }

  boolean isAlive() {
    return process.isAlive();
  }

  @Override
  public void close() {
    process.close();
  }

  private final class Lines implements AgentProcess.Output {
    private final Consumer<String> ended;

    Lines(Consumer<String> ended) {
      this.ended = ended;
    }

    @Override
    public void line(String line) {
      Matcher found = LISTENING.matcher(line);
      if (found.find()) {
        url.complete(URI.create(found.group(1)));
      }
    }

    @Override
    public void ended(String reason) {
      url.completeExceptionally(new PeerFailure(reason));
      ended.accept(reason);
    }
  }
}

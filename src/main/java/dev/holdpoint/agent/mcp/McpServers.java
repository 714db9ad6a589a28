package dev.holdpoint.agent.mcp;

import dev.holdpoint.agent.tool.Tool;
import dev.holdpoint.agent.tool.ToolContext;
import dev.holdpoint.agent.tool.ToolOutcome;
import dev.holdpoint.agent.tool.ToolSource;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.RemoteCall;
import dev.holdpoint.core.session.CapabilityScope;
import dev.holdpoint.core.session.CredentialScope;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.engine.commit.Commits;
import dev.holdpoint.engine.port.McpDirectory;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** All servers that are configured, and which of their tools a session sees. */
public final class McpServers implements ToolSource, McpDirectory, AutoCloseable {
  private final List<McpServer> servers;

  /** Unset until the ledger is there. */
  private final AtomicReference<@Nullable TaskCancels> owing = new AtomicReference<>();

  /**
   * @param version of this program, which servers are told
   */
  public McpServers(
      List<ServerSpec> specs, Transports transports, ServerQuestions questions, String version) {
    this.servers =
        specs.stream()
            .sorted(Comparator.comparing(ServerSpec::name))
            .map(
                spec ->
                    new McpServer(
                        spec,
                        new McpConnection(spec, transports, version),
                        questions,
                        this::abandon))
            .toList();
  }

  /** Begins to connect, and does not wait for it. */
  public void start() {
    servers.forEach(server -> server.keeper().start());
  }

  @Override
  public boolean isEmpty() {
    return servers.isEmpty();
  }

  @Override
  public Seen of(Session session, boolean patient) throws InterruptedException {
    // Each by itself: what one calls by its short name, the other may call by its long one.
    List<CapabilityScope> scopes =
        Stream.of(
                session.persona() == null ? null : session.persona().capabilityScope(),
                session.capabilityScope())
            .filter(Objects::nonNull)
            .toList();
    List<McpServer> seen =
        servers.stream()
            .filter(
                server ->
                    scopes.stream()
                        .allMatch(scope -> scope.mcpServers().permit(server.spec().name())))
            .toList();
    long since = System.nanoTime();
    List<Tool> tools = new ArrayList<>();
    Map<String, String> absent = new HashMap<>();
    for (McpServer server : seen) {
      long until = patient ? since + server.keeper().patience().toNanos() : since;
      String barred = barred(session, server.spec());
      for (McpDirectory.ServerTool listed : server.keeper().offers(until).tools()) {
        List<String> sure = ToolNames.sure(server.spec().name(), listed.tool());
        List<String> all = ToolNames.all(server.spec().name(), listed.tool());
        if (scopes.stream().allMatch(scope -> scope.mcpTools().permitAny(sure, all))) {
          tools.add(new McpTool(server, listed, barred));
        }
      }
      String absence = server.keeper().absence();
      if (absence != null) {
        absent.put(ToolNames.PREFIX + server.spec().name() + "__", absence);
      }
    }
    return new Seen(tools, absent);
  }

  private static @Nullable String barred(Session session, ServerSpec spec) {
    CredentialScope scope = session.effectiveCredentialScope();
    if (scope == null || !spec.isCredentialed() || scope.mcpServers().permit(spec.name())) {
      return null;
    }
    return "The credential of %s could not be resolved: the credential scope of this session does not allow it. Nothing was sent. A person must change the scope."
        .formatted(spec.title());
  }

  @Override
  public @Nullable Json inputSchema(String name) {
    return servers.stream()
        .flatMap(server -> server.keeper().offersNow().tools().stream())
        .filter(tool -> tool.name().equals(name))
        .map(McpDirectory.ServerTool::inputSchema)
        .findFirst()
        .orElse(null);
  }

  private @Nullable McpServer server(String name) {
    return servers.stream()
        .filter(server -> server.spec().name().equals(name))
        .findFirst()
        .orElse(null);
  }

  @Override
  public void await(RemoteCall remote, ToolContext.PersonWait person) throws InterruptedException {
    McpServer server = server(remote.server());
    if (server != null) {
      server.tasks().awaitLink(remote, person);
    }
  }

  @Override
  public ToolOutcome goOn(Unfinished call, ToolContext context) throws InterruptedException {
    McpServer server = server(call.remote().server());
    return server == null
        ? new ToolOutcome.Done(
            CallResults.error(
                "The MCP server '%s' is no longer configured; the call may have taken effect, and is not repeated"
                    .formatted(call.remote().server())))
        : server.goOn(call, context);
  }

  /** Tells servers of tasks that nobody waits for any more; to be called once. */
  public TaskCancels cancels(Commits commits) {
    TaskCancels made = new TaskCancels(commits, this::cancel);
    owing.set(made);
    return made;
  }

  private boolean cancel(String name, String taskId) throws InterruptedException {
    McpServer server = server(name);
    return server != null && server.tasks().cancel(taskId);
  }

  @Override
  public void abandon(RemoteCall remote) {
    TaskCancels cancels = owing.get();
    if (remote.isTask() && cancels != null) {
      cancels.owe(remote);
    }
  }

  @Override
  public List<Server> all() {
    return servers.stream().map(McpServer::view).toList();
  }

  /** Gives once nothing of any server runs any more. */
  @Override
  public void close() {
    List<Thread> ends =
        servers.stream().map(server -> Thread.ofVirtual().start(server.keeper()::close)).toList();
    for (Thread end : ends) {
      try {
        end.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }
}

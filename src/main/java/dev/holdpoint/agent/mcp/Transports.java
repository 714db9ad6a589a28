package dev.holdpoint.agent.mcp;

import dev.holdpoint.agent.acp.wire.AgentProcess;
import dev.holdpoint.agent.peer.AgentCommand;
import dev.holdpoint.agent.peer.PeerFailure;
import dev.holdpoint.agent.process.Processes;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.spec.McpClientTransport;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;
import reactor.core.publisher.Mono;

/**
 * Opens ways to servers.
 *
 * @param folder where processes work unless their command says where
 * @param environment the daemon's, of which a process gets the few variables that say where it is
 */
public record Transports(Path folder, Processes processes, Map<String, String> environment) {
  private static final Duration GOODBYE = Duration.ofSeconds(1);

  /**
   * A way to a server.
   *
   * @param begin lets it speak
   * @param end ends it for good; gives when nothing of it runs any more
   */
  record Way(McpClientTransport transport, Runnable begin, Runnable end) {}

  /**
   * @param ended hears it when the server is gone, where the transport can tell
   */
  Way open(ServerSpec spec, Consumer<String> ended) throws McpFailure {
    return switch (spec.way()) {
      case ServerSpec.Command(AgentCommand command) -> process(command, ended);
      case ServerSpec.Http(URI url, Map<String, String> headers) -> http(url, headers, spec, ended);
    };
  }

  private Way process(AgentCommand command, Consumer<String> ended) throws McpFailure {
    try {
      AgentProcess process =
          AgentProcess.start(command, Files.createDirectories(folder), processes, environment);
      StdioTransport lines = new StdioTransport(process, ended);
      return new Way(lines, lines::begin, process::close);
    } catch (PeerFailure e) {
      throw new McpFailure(String.valueOf(e.getMessage()));
    } catch (IOException e) {
      throw new McpFailure(
          command.title() + " cannot be started: its folder cannot be created: " + folder);
    }
  }

  private static Way http(
      URI url, Map<String, String> headers, ServerSpec spec, Consumer<String> ended) {
    StrayLines chaff = new StrayLines();
    OwnHttpClient client =
        new OwnHttpClient(
            length -> {
              if (!chaff.another(length)) {
                ended.accept(spec.title() + " " + StrayLines.TOLD + ", and was disconnected");
              }
            },
            chaff::message);
    HttpRequest.Builder request = HttpRequest.newBuilder();
    headers.forEach(request::header);
    String path = url.getRawPath() == null || url.getRawPath().isEmpty() ? "/" : url.getRawPath();
    McpClientTransport transport =
        HttpClientStreamableHttpTransport.builder(url.getScheme() + "://" + url.getRawAuthority())
            .endpoint(url.getRawQuery() == null ? path : path + "?" + url.getRawQuery())
            .clientBuilder(client)
            .requestBuilder(request)
            .jsonMapper(Wires.MAPPER)
            .connectTimeout(spec.connectTimeout())
            .maxResponseSize(Wires.MAX_MESSAGE)
            .build();
    return new Way(
        transport,
        () -> {},
        () ->
            // A server that is told goodbye may free what it holds; nobody waits long for that.
            transport
                .closeGracefully()
                .timeout(GOODBYE)
                .onErrorResume(e -> Mono.empty())
                .doFinally(_ -> client.end())
                .subscribe());
  }
}

package dev.holdpoint.agent.opencode;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdpoint.agent.peer.AgentKeys;
import dev.holdpoint.agent.peer.PeerFailure;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.json.NotJson;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The calls of an OpenCode server, for one folder. */
final class OpenCodeApi {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final long MAX_BODY = 64L << 20;
  private static final int SHOWN = 300;

  private final HttpClient http;
  private final URI base;
  private final @Nullable String authorization;
  private final Path folder;
  private final AgentKeys keys;

  /**
   * @param environment of the agent, in which the server's password is found under the name that
   *     the server itself uses
   */
  OpenCodeApi(HttpClient http, URI base, Map<String, String> environment, Path folder) {
    this.http = http;
    this.base = base;
    this.folder = folder;
    this.keys = AgentKeys.of(environment);
    String password = environment.get("OPENCODE_SERVER_PASSWORD");
    String user = environment.getOrDefault("OPENCODE_SERVER_USERNAME", "opencode");
    this.authorization =
        password == null || password.isEmpty()
            ? null
            : "Basic "
                + Base64.getEncoder().encodeToString((user + ":" + password).getBytes(UTF_8));
  }

  /** Goes nowhere but where it is told to go: no proxies, and no redirects. */
  static HttpClient client() {
    return HttpClient.newBuilder()
        .version(HttpClient.Version.HTTP_1_1)
        .followRedirects(HttpClient.Redirect.NEVER)
        .proxy(HttpClient.Builder.NO_PROXY)
        .connectTimeout(Duration.ofSeconds(10))
        .build();
  }

  /**
   * @param body null when there is none, or it was none
   */
  record Reply(int status, JsonNode body, String text) {
    boolean isGood() {
      return status >= 200 && status < 300;
    }
  }

  /** The server was not reached, which says nothing about what it would have answered. */
  static final class NotReached extends Exception {
    private static final long serialVersionUID = 1L;

    NotReached(String message) {
      super(message);
    }
  }

  JsonNode get(String path) throws NotReached, PeerFailure, InterruptedException {
    return good("GET " + path, send(request(path).GET().timeout(TIMEOUT).build()));
  }

  Reply post(String path, @Nullable JsonNode body) throws NotReached, InterruptedException {
    HttpRequest.Builder request = request(path).timeout(TIMEOUT);
    return send(
        body == null
            ? request.POST(BodyPublishers.noBody()).build()
            : request
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(JsonTree.write(body).text()))
                .build());
  }

  JsonNode good(String what, Reply reply) throws PeerFailure {
    if (!reply.isGood()) {
      throw new PeerFailure(
          "OpenCode answered %s with %d%s"
              .formatted(
                  what,
                  reply.status(),
                  reply.status() == 401
                      ? "; set OPENCODE_SERVER_PASSWORD in the agent's env"
                      : ": " + shown(hidden(reply.text()))));
    }
    return reply.body();
  }

  /** The stream of events, once the server has begun it. */
  InputStream events() throws NotReached, InterruptedException {
    HttpRequest request =
        request("/event").header("Accept", "text/event-stream").timeout(TIMEOUT).GET().build();
    try {
      HttpResponse<InputStream> response = http.send(request, BodyHandlers.ofInputStream());
      if (response.statusCode() != 200) {
        response.body().close();
        throw new NotReached("its event stream was answered with " + response.statusCode());
      }
      return response.body();
    } catch (IOException e) {
      throw new NotReached(String.valueOf(e.getMessage()));
    }
  }

  private HttpRequest.Builder request(String path) {
    String asked =
        base.toString().replaceAll("/+$", "")
            + path
            + (path.contains("?") ? "&" : "?")
            + "directory="
            + URLEncoder.encode(folder.toString(), UTF_8).replace("+", "%20");
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(asked));
    if (authorization != null) {
      request.header("Authorization", authorization);
    }
    return request;
  }

  private Reply send(HttpRequest request) throws NotReached, InterruptedException {
    try {
      HttpResponse<String> response =
          http.send(request, BodyHandlers.limiting(BodyHandlers.ofString(UTF_8), MAX_BODY));
      return new Reply(response.statusCode(), tree(response.body()), response.body());
    } catch (IOException e) {
      throw new NotReached(e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage());
    }
  }

  private static JsonNode tree(String text) {
    try {
      return JsonTree.read(text);
    } catch (NotJson _) {
      return JsonTree.object();
    }
  }

  /** What the server has said, without the keys that it was given. */
  String hidden(String said) {
    return keys.hidden(said);
  }

  private static String shown(String text) {
    String line = text.strip().replaceAll("\\s+", " ");
    return line.length() <= SHOWN ? line : line.substring(0, SHOWN) + "…";
  }
}

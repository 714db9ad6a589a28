package dev.holdpoint.http.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdpoint.api.endpoint.Endpoint;
import dev.holdpoint.api.endpoint.Endpoint.Access;
import dev.holdpoint.api.endpoint.Endpoint.Form;
import dev.holdpoint.api.endpoint.Endpoint.Idempotency;
import dev.holdpoint.api.endpoint.Endpoint.Method;
import dev.holdpoint.api.endpoint.Role;
import dev.holdpoint.api.endpoint.TenantScope;
import dev.holdpoint.http.stream.Streams;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A server on a free port. The token of each role is its name in lower case. */
public final class TestServer implements AutoCloseable {
  private final HttpServer server;

  private TestServer(HttpServer server) {
    this.server = server;
  }

  public static Builder with() {
    return new Builder();
  }

  public Wire connect() {
    return new Wire(server.port());
  }

  public int port() {
    return server.port();
  }

  public Streams streams() {
    return server.streams();
  }

  @Override
  public void close() {
    server.close();
  }

  public static final class Builder {
    private final List<Endpoint> endpoints = new ArrayList<>();
    private final Map<String, Handler> handlers = new HashMap<>();
    private Predicate<String> revoked = _ -> false;
    private ProblemStyle style = ProblemStyle.NATIVE;
    private HttpSettings settings =
        HttpSettings.at("127.0.0.1", 0)
            .timeouts(Duration.ofSeconds(30), Duration.ofSeconds(30), Duration.ofSeconds(2));

    public Builder open(String method, String path, Handler handler) {
      return on(method, path, Access.OPEN, handler);
    }

    public Builder on(String method, String path, Access access, Handler handler) {
      var endpoint = endpoint(method + " " + path, Method.valueOf(method), path, access);
      endpoints.add(endpoint);
      handlers.put(endpoint.id(), handler);
      return this;
    }

    public Builder settings(UnaryOperator<HttpSettings> change) {
      settings = change.apply(settings);
      return this;
    }

    /** How refusals are told. */
    public Builder style(ProblemStyle other) {
      style = other;
      return this;
    }

    /** Which tokens are no longer good; asked anew each time. */
    public Builder revoked(Predicate<String> tokens) {
      revoked = tokens;
      return this;
    }

    public TestServer start() {
      var server =
          new HttpServer(
              settings,
              new Router(endpoints, handlers),
              token -> revoked.test(token) ? null : authenticate(token),
              body -> body.toString().getBytes(UTF_8),
              _ -> style);
      try {
        server.start();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return new TestServer(server);
    }
  }

  static Endpoint endpoint(String id, Method method, String path, Access access) {
    return new Endpoint(
        id,
        method,
        path,
        "",
        access,
        TenantScope.NAMED,
        Idempotency.NATURAL,
        Form.JSON,
        null,
        true,
        200,
        null,
        false,
        List.of(),
        List.of(),
        false);
  }

  private static @Nullable Caller authenticate(String token) {
    for (var role : Role.values()) {
      if (role.name().toLowerCase(Locale.ROOT).equals(token)) {
        return new Caller("prn_" + token, token, role, "root");
      }
    }
    return null;
  }
}

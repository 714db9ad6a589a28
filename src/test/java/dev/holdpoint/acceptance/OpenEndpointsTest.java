package dev.holdpoint.acceptance;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.api.Endpoints;
import dev.holdpoint.api.endpoint.Endpoint;
import dev.holdpoint.api.endpoint.Endpoint.Access;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.Test;

/** PF-80: no endpoint that is open to everyone takes a large body. */
@OnBothDatabases
class OpenEndpointsTest extends Acceptance {
  private static final int LIMIT = 16 << 10;

  OpenEndpointsTest(Database database) {
    super(database);
  }

  /** The first line of what is answered to a request that announces so many bytes. */
  private String announced(Endpoint endpoint, int bytes) throws Exception {
    URI address = http.address();
    try (var socket = new Socket(address.getHost(), address.getPort())) {
      socket.setSoTimeout(20_000);
      String head =
          "%s %s HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
              .formatted(
                  endpoint.method(),
                  endpoint.path().replaceAll("\\{.*?}", "x"),
                  address.getAuthority(),
                  bytes);
      socket.getOutputStream().write(head.getBytes(US_ASCII));
      var answer = new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII));
      return String.valueOf(answer.readLine());
    }
  }

  @Test
  void PF_80_a_body_beyond_the_limit_is_413_at_every_open_endpoint() throws Exception {
    List<Endpoint> open =
        Endpoints.ALL.stream().filter(endpoint -> endpoint.access() == Access.OPEN).toList();
    assertThat(open).anyMatch(endpoint -> endpoint.request() != null);
    for (Endpoint endpoint : open) {
      // Nobody reads the body of a GET: it is answered although none of it was sent.
      String expected =
          endpoint.method() == Endpoint.Method.GET ? "HTTP/1.1 [234]\\d\\d .*" : "HTTP/1.1 413 .*";
      assertThat(announced(endpoint, LIMIT + 1)).as(endpoint.id()).matches(expected);
    }
  }
}

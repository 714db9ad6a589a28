package dev.holdpoint.agent.tool;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.holdpoint.core.audit.ActionKind;
import dev.holdpoint.core.permission.Behavior;
import dev.holdpoint.core.secret.SecretValues;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.outbound.WebCalls;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A call reaches its server with the secrets in it, and its answer comes back without them. */
final class HttpRequestToolTest {
  private static final String KEY = "tok/01 23+\"45";

  private final WebCalls anywhere = new WebCalls(true, "Holdpoint/test");
  private final WebCalls outside = new WebCalls(false, "Holdpoint/test");
  private final List<Seen> seen = new CopyOnWriteArrayList<>();
  private SecretValues secrets = SecretValues.of(Map.of("KEY", KEY, "PLAIN", "abcd-efgh-1234"));
  private HttpServer server;
  private byte[] answer = "fine".getBytes(UTF_8);
  private int status = 200;

  private record Seen(String method, String uri, Map<String, List<String>> headers, String body) {}

  @BeforeEach
  void open() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", this::handle);
    server.start();
  }

  @AfterEach
  void close() {
    server.stop(0);
    anywhere.close();
    outside.close();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      seen.add(
          new Seen(
              exchange.getRequestMethod(),
              exchange.getRequestURI().toString(),
              Map.copyOf(exchange.getRequestHeaders()),
              new String(exchange.getRequestBody().readAllBytes(), UTF_8)));
      exchange.getResponseHeaders().add("X-Echo", "abcd-efgh-1234");
      exchange.getResponseHeaders().add("Location", "/elsewhere");
      exchange.sendResponseHeaders(status, answer.length == 0 ? -1 : answer.length);
      exchange.getResponseBody().write(answer);
    } catch (IOException e) {
      // The caller has hung up on what it does not want to read.
    }
  }

  private String base() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  private static ObjectNode input(String method, String url) {
    return JsonTree.object().put("method", method).put("url", url);
  }

  private JsonNode call(WebCalls web, ObjectNode input) throws InterruptedException {
    LocalTool tool = new HttpRequestTool(web);
    ToolContext context = new ToolContext(Path.of(""), "run_1", "call_1", secrets);
    return JsonTree.of(tool.run(JsonTree.write(input), context));
  }

  @Test
  void it_is_asked_for_and_on_record_as_a_call() {
    LocalTool tool = new HttpRequestTool(anywhere);

    assertThat(tool.defaultRule()).isEqualTo(Behavior.ASK);
    assertThat(tool.hasEffect()).isTrue();
    assertThat(ActionKind.ofTool(tool.name())).isEqualTo(ActionKind.HTTP_CALL);
  }

  // S1-38, S1-41
  @Test
  void secrets_are_put_into_path_query_headers_and_body() throws InterruptedException {
    ObjectNode input = input("POST", base() + "/{{secret:KEY}}/x?a={{secret:KEY}}&b=1");
    input.putObject("headers").put("Authorization", "Bearer {{secret:PLAIN}}");
    input.put("body", "it is {{secret:KEY}}");

    JsonNode result = call(anywhere, input);

    assertThat(result.path("status").asInt()).isEqualTo(200);
    assertThat(result.path("body").asString()).isEqualTo("fine");
    Seen one = seen.getFirst();
    assertThat(one.method).isEqualTo("POST");
    assertThat(one.uri).isEqualTo("/tok%2F01%2023%2B%2245/x?a=tok%2F01%2023%2B%2245&b=1");
    assertThat(one.headers.get("Authorization")).containsExactly("Bearer abcd-efgh-1234");
    assertThat(one.body).isEqualTo("it is " + KEY);
    assertThat(result.path("headers").path("x-echo").asString())
        .as("the loop scrubs what is left")
        .isNotEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "application/json|{\"k\":\"tok/01 23+\\\"45\"}",
        "application/x-www-form-urlencoded|{\"k\":\"tok%2F01%2023%2B%2245\"}",
        "text/plain|{\"k\":\"tok/01 23+\"45\"}",
      })
  void a_value_is_written_as_its_body_takes_it(String type, String expected)
      throws InterruptedException {
    ObjectNode input = input("PUT", base() + "/");
    input.putObject("headers").put("content-type", type);
    input.put("body", "{\"k\":\"{{secret:KEY}}\"}");

    call(anywhere, input);

    assertThat(seen.getFirst().body).isEqualTo(expected);
    assertThat(seen.getFirst().headers.get("Content-type")).containsExactly(type);
  }

  // S1-38
  @ParameterizedTest
  @ValueSource(
      strings = {
        "abcd-efgh-1234",
        "{\"token\":\"abcd-efgh-1234\"}",
        "YWJjZC1lZmdoLTEyMzQ=",
        "61626364-x 616263642d656667682d31323334",
        "tok%2F01%2023%2B%2245 tok\\/01 23+\\\"45"
      })
  void what_comes_back_is_scrubbed(String body) throws InterruptedException {
    answer = body.getBytes(UTF_8);

    String result = call(anywhere, input("GET", base() + "/")).path("body").asString();

    assertThat(result)
        .contains("[secret:")
        .doesNotContain("abcd-efgh", "YWJjZC1lZmdo", "616263642d", "tok%2F", "tok\\/");
  }

  @Test
  void a_long_answer_is_cut_after_it_was_scrubbed() throws InterruptedException {
    String before = "x".repeat(HttpRequestTool.KEPT_BYTES - 5);
    answer = (before + "abcd-efgh-1234" + "y".repeat(500)).getBytes(UTF_8);

    JsonNode result = call(anywhere, input("GET", base() + "/"));

    assertThat(result.path("body_cut").asBoolean()).isTrue();
    assertThat(result.path("body").asString()).isEqualTo(before + "[secr");
  }

  @Test
  void an_answer_without_an_end_is_not_read_for_ever() throws InterruptedException {
    answer = "abcd-efgh-1234".repeat(200_000).getBytes(UTF_8);

    JsonNode result = call(anywhere, input("GET", base() + "/"));

    assertThat(result.path("body_cut").asBoolean()).isTrue();
    assertThat(result.path("body").asString())
        .doesNotContain("abcd-efgh")
        .startsWith("[secret:PLAIN][secret:PLAIN]");
  }

  @Test
  void a_redirect_is_told_and_not_followed() throws InterruptedException {
    status = 302;

    JsonNode result = call(anywhere, input("GET", base() + "/"));

    assertThat(result.path("status").asInt()).isEqualTo(302);
    assertThat(result.path("headers").path("location").asString()).isEqualTo("/elsewhere");
    assertThat(result.path("note").asString()).contains("not followed");
    assertThat(seen).hasSize(1);
  }

  @Test
  void a_private_address_is_not_called_unless_it_may_be() throws InterruptedException {
    for (String url :
        List.of(
            base(),
            "http://localhost:" + server.getAddress().getPort(),
            "http://[::1]/",
            "http://169.254.169.254/latest/meta-data",
            "http://10.0.0.1/")) {
      assertThat(call(outside, input("GET", url)).path("error").asString())
          .contains("private address");
    }
    assertThat(seen).isEmpty();
  }

  @Test
  void a_server_that_is_not_there_is_told_so() throws InterruptedException {
    String url = base();
    server.stop(0);

    assertThat(call(anywhere, input("GET", url)).path("error").asString()).contains("reached");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ftp://127.0.0.1/",
        "file:///etc/passwd",
        "127.0.0.1",
        "http://",
        "http://user:pass@127.0.0.1/",
        "http://127.0.0.1/a b",
        "http://{{secret:KEY}}/",
        "http://{{secret:KEY}}@127.0.0.1/",
        "{{secret:KEY}}"
      })
  void what_is_no_address_is_refused(String url) throws InterruptedException {
    assertThat(call(anywhere, input("GET", url)).path("error").asString()).isNotEmpty();
    assertThat(seen).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"Host", "Content-Length", "Transfer-Encoding", "Connection", "a b", "X\nY"})
  void headers_of_the_connection_are_not_the_callers(String name) throws InterruptedException {
    ObjectNode input = input("GET", base() + "/");
    input.putObject("headers").put(name, "x");

    assertThat(call(anywhere, input).path("error").asString()).contains("Nothing was sent");
    assertThat(seen).isEmpty();
  }

  @Test
  void a_value_that_would_break_a_header_is_refused_and_not_quoted() throws InterruptedException {
    secrets = SecretValues.of(Map.of("KEY", "hunter2\r\nX-Evil: 1"));
    ObjectNode input = input("GET", base() + "/");
    input.putObject("headers").put("X-Key", "{{secret:KEY}}");

    assertThat(call(anywhere, input).path("error").asString())
        .contains("KEY")
        .doesNotContain("hunter2");
    assertThat(seen).isEmpty();
  }

  // S1-39
  @Test
  void a_secret_that_is_not_there_keeps_the_call_from_being_made() throws InterruptedException {
    List<ObjectNode> calls = new ArrayList<>();
    calls.add(input("GET", base() + "/{{secret:OTHER}}"));
    calls.add(input("POST", base() + "/").put("body", "{{secret:OTHER}}"));
    ObjectNode header = input("GET", base() + "/");
    header.putObject("headers").put("X", "{{secret:OTHER}}");
    calls.add(header);

    for (ObjectNode one : calls) {
      assertThat(call(anywhere, one).path("error").asString()).contains("request_approval");
    }
    assertThat(seen).isEmpty();
  }
}

package dev.holdpoint.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.JsonNode;

/** A daemon that dies while it looks whether the world is as it was when a call was allowed. */
final class WorldKills implements AutoCloseable {
  private final HttpServer server;
  private final AtomicInteger looks = new AtomicInteger();
  private final AtomicInteger deeds = new AtomicInteger();
  private final CountDownLatch looking = new CountDownLatch(1);
  private final CountDownLatch over = new CountDownLatch(1);

  private WorldKills() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/state", this::state);
    server.createContext(
        "/deed",
        exchange -> {
          deeds.incrementAndGet();
          answer(exchange);
        });
    server.start();
  }

  static void on(Stories stories) throws IOException {
    stories
        .configured("outbound:\n  allow_private_addresses: true\n")
        .tell(
            "PF-17 killed between the look at the world and the intent: the run looks again, and"
                + " the call is made once",
            stories.prop(new WorldKills())::killed_while_it_looks);
  }

  /** The first look comes after the yes, and is never answered. */
  private void state(HttpExchange exchange) throws IOException {
    if (looks.incrementAndGet() == 1) {
      looking.countDown();
      try {
        over.await(90, TimeUnit.SECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    answer(exchange);
  }

  private static void answer(HttpExchange exchange) throws IOException {
    exchange.getResponseHeaders().set("ETag", "\"a\"");
    exchange.sendResponseHeaders(204, -1);
    exchange.close();
  }

  private String url(String path) {
    return "http://127.0.0.1:" + server.getAddress().getPort() + path;
  }

  // PF-17
  private void killed_while_it_looks(Lives lives) throws Exception {
    Http http = lives.http();
    http.session("looks");
    String run =
        http.submit(
            "looks",
            "{\"tool\":\"http_request\",\"input\":{\"method\":\"POST\",\"url\":\"%s\",\"preconditions\":[{\"type\":\"http_etag\",\"url\":\"%s\",\"etag\":\"\\\"a\\\"\"}]}}"
                .formatted(url("/deed"), url("/state")),
            "{\"say_last_result\":true}");
    JsonNode waiting = http.awaitRun(run, "waiting_for_approval");
    String approval = waiting.at("/pending_approvals/0/id").asString();
    assertThat(waiting.at("/pending_approvals/0/preconditions/0/expected").asString())
        .isEqualTo("\"a\"");
    // Nobody has said yes: no server was asked.
    assertThat(looks).hasValue(0);
    // A look ends after some seconds, so it begins when all other stories are ready for the end.
    Http next =
        lives.killed(
            Lives.Moment.any()
                .rightAfter(
                    () -> {
                      http.post(
                              "/v1/runs/" + run + "/approvals",
                              "{\"resolutions\":[{\"request_id\":\"%s\",\"behavior\":\"allow\"}]}"
                                  .formatted(approval))
                          .expect(202);
                      assertThat(looking.await(60, TimeUnit.SECONDS)).isTrue();
                      assertThat(deeds).hasValue(0);
                    }));

    next.awaitRun(run, "completed");
    assertThat(looks).hasValue(2);
    assertThat(deeds).hasValue(1);
  }

  @Override
  public void close() {
    over.countDown();
    server.stop(0);
  }
}

package dev.holdpoint.http.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A list that is written in pieces, and what becomes of it when a piece cannot be had or sent. */
class LongListTest {
  private static final String ROW = "\"" + "x".repeat(10_000) + "\"";
  private static final int MANY = 1_000;

  private final CompletableFuture<Integer> given = new CompletableFuture<>();

  private final TestServer server =
      TestServer.with()
          .open("GET", "/empty", _ -> Reply.list(rows(0, -1)))
          .open("GET", "/short", _ -> Reply.list("{\"all\":[", rows(2, -1), "]}"))
          .open("GET", "/long", _ -> Reply.list(rows(MANY, -1)))
          .open("GET", "/never", _ -> Reply.list(rows(MANY, 0)))
          .open("GET", "/cut", _ -> Reply.list(rows(MANY, 50)))
          .start();

  @AfterEach
  void close() {
    server.close();
  }

  /**
   * @param faulty the row that cannot be read, or -1
   */
  private Reply.Rows rows(int count, int faulty) {
    int[] at = {0};
    return want -> {
      if (at[0] == count) {
        given.complete(at[0]);
        return null;
      }
      int part = Math.min(want, count - at[0]);
      if (faulty >= at[0] && faulty < at[0] + part) {
        given.complete(at[0]);
        throw new IllegalStateException("this row cannot be read");
      }
      at[0] += part;
      return java.util.Collections.nCopies(part, ROW);
    };
  }

  @Test
  void a_short_one_has_its_length() {
    try (var wire = server.connect()) {
      assertThat(wire.call("GET /empty").body()).isEqualTo("[]");
      var answer = wire.call("GET /short");
      assertThat(answer.body()).isEqualTo("{\"all\":[" + ROW + "," + ROW + "]}");
      assertThat(answer.header("content-length")).isNotNull();
    }
  }

  @Test
  void a_long_one_is_whole() {
    try (var wire = server.connect()) {
      String body = wire.call("GET /long").body();
      assertThat(body).isEqualTo("[" + String.join(",", List.of(rowsOf(MANY))) + "]");
      assertThat(wire.call("GET /empty").body()).as("on the same connection").isEqualTo("[]");
    }
  }

  private static String[] rowsOf(int count) {
    return java.util.Collections.nCopies(count, ROW).toArray(String[]::new);
  }

  @Test
  void one_that_cannot_be_begun_is_a_problem() {
    try (var wire = server.connect()) {
      var answer = wire.call("GET /never");
      assertThat(answer.status()).isEqualTo(500);
      assertThat(answer.body()).contains("internal_error").doesNotContain("this row");
    }
  }

  @Test
  void one_that_cannot_be_finished_does_not_look_finished() {
    try (var wire = server.connect()) {
      assertThatThrownBy(() -> wire.call("GET /cut")).isInstanceOf(RuntimeException.class);
    }
    try (var wire = server.connect()) {
      assertThat(wire.call("GET /empty").status()).isEqualTo(200);
    }
  }

  @Test
  void a_reader_who_goes_ends_it_and_harms_nobody() throws Exception {
    try (var wire = new Wire(server.port(), 4_096)) {
      wire.send("GET /cut HTTP/1.1\r\nHost: localhost\r\n\r\n");
      assertThat(wire.readHead().status()).isEqualTo(200);
    }
    try (var wire = server.connect()) {
      assertThat(wire.call("GET /empty").body()).isEqualTo("[]");
    }
    assertThat(given.get(20, TimeUnit.SECONDS)).isNotNegative();
  }
}

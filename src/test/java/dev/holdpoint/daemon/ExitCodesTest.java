package dev.holdpoint.daemon;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.http.server.ProblemStyle;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** What a script learns from a command that a daemon has refused. */
class ExitCodesTest {
  @Test
  void every_status_of_a_problem_has_its_exit_code() throws Exception {
    Map<Integer, Integer> codes = new TreeMap<>();
    for (Problem problem : Problem.values()) {
      int status = ProblemStyle.NATIVE.status(problem.kind());
      codes.computeIfAbsent(status, s -> exitCode(s, problem));
    }
    assertThat(codes)
        .isEqualTo(
            new TreeMap<>(
                Map.ofEntries(
                    Map.entry(400, 2),
                    Map.entry(401, 4),
                    Map.entry(403, 4),
                    Map.entry(404, 5),
                    Map.entry(405, 2),
                    Map.entry(409, 6),
                    Map.entry(413, 2),
                    Map.entry(415, 2),
                    Map.entry(421, 2),
                    Map.entry(429, 7),
                    Map.entry(431, 2),
                    Map.entry(500, 1),
                    Map.entry(502, 7),
                    Map.entry(503, 7),
                    Map.entry(507, 7))));
  }

  @Test
  void every_exit_code_means_one_thing_and_is_in_the_manual() throws Exception {
    String manual = Files.readString(Path.of("docs/command-line.md"));
    Map<Integer, String> names = new TreeMap<>();
    for (Field field : ExitCode.class.getFields()) {
      if (field.getType() == int.class) {
        assertThat(names.put(field.getInt(null), field.getName())).as(field.getName()).isNull();
        assertThat(manual).contains("\n| " + field.getInt(null) + " | ");
      }
    }
    assertThat(names).containsEntry(10, "OTHERWISE");
  }

  private static int exitCode(int status, Problem problem) {
    String body =
        """
        {"type":"urn:x","title":"t","status":%d,"detail":"Because.","code":"%s","domain":"%s",\
        "request_id":"r","errors":[{"pointer":"/name","message":"must not be empty"}]}"""
            .formatted(status, problem.code(), problem.domain());
    try {
      HttpServer server =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      server.createContext(
          "/",
          exchange -> {
            exchange.getResponseHeaders().add("Content-Type", "application/problem+json");
            byte[] bytes = body.getBytes(UTF_8);
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
          });
      server.start();
      try {
        StringWriter err = new StringWriter();
        CommandLine command = Main.commandLine();
        command.setErr(new PrintWriter(err));
        int exitCode =
            command.execute("status", "--url", "http://127.0.0.1:" + server.getAddress().getPort());
        assertThat(err.toString()).startsWith("holdpoint: ").contains("/name: must not be empty");
        return exitCode;
      } finally {
        server.stop(0);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

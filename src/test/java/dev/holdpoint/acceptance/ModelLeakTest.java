package dev.holdpoint.acceptance;

import static dev.holdpoint.agent.provider.StandInVendor.status;
import static dev.holdpoint.agent.provider.StandInVendor.stream;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.agent.provider.Vendor;
import dev.holdpoint.daemon.TypedHere;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A route's key is in nothing that the daemon keeps or says, whatever a vendor does with it. */
@OnOneDatabase
class ModelLeakTest extends Routed {
  /** The key as a careless vendor may say it. */
  private static final List<String> FORMS =
      List.of(
          KEY,
          KEY.replace("\"", "\\\""),
          URLEncoder.encode(KEY, UTF_8),
          Base64.getEncoder().encodeToString(KEY.getBytes(UTF_8)),
          HexFormat.of().formatHex(KEY.getBytes(UTF_8)));

  ModelLeakTest(Database database) {
    super(database);
  }

  private static void assertClean(String what, String text) {
    assertThat(text).as(what).doesNotContain(FORMS);
    assertThat(text).as(what).doesNotContain("canary/Key", "signs-and-0123456789");
  }

  private String kept() throws IOException {
    StringBuilder all = new StringBuilder();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        all.append(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1));
      }
    }
    return all.toString();
  }

  @ParameterizedTest
  @EnumSource(Vendor.class)
  void a_vendor_who_says_the_key_back_is_not_repeated(Vendor kind) throws Exception {
    String echo =
        Acceptance.JSON.writeValueAsString(
            Map.of("error", Map.of("message", "Wrong key: " + String.join(" or ", FORMS))));
    vendor.answers(
        status(401, echo), status(500, "<b>" + KEY), status(500, String.join(" ", FORMS)));
    vendor.answers(stream("data: " + echo + "\n\n" + echo + "\n"));
    vendor.answers(stream("data: " + echo + "\n\n" + echo + "\n"), stream(kind.answer("text")));
    PrintStream before = System.err;
    ByteArrayOutputStream logged = new ByteArrayOutputStream();
    System.setErr(new PrintStream(logged, true, UTF_8));
    try {
      daemon(
          settings(kind, "HOLDPOINT_DEBUG_CAPTURE", "full", "HOLDPOINT_LOG_LEVEL", "trace"),
          http -> {
            for (String session : List.of("a", "b", "c", "d")) {
              String run = submit(http, session, "{'content':'Hello?'}");
              assertClean("run", settled(http, run).toString());
              assertClean("events", http.events(run).toString());
              assertClean("debug", http.get("/v1/runs/" + run + "/debug").text());
            }
            for (String path : List.of("/v1/routes", "/v1/status", "/metrics", "/v1/runs")) {
              assertClean(path, http.get(path).expect(200).text());
            }
          });
    } finally {
      System.setErr(before);
    }
    assertClean("files", kept());
    assertClean("log", logged.toString(UTF_8));
    // The requests were kept all the same.
    assertThat(kept()).contains(kind.model());
  }

  @Test
  void a_key_in_the_configuration_is_masked_where_that_is_shown() throws Exception {
    Path file = folder.resolve("holdpoint.yaml");
    Files.writeString(
        file,
        """
        routes:
          main:
            provider: openai
            model: gpt-4o-mini
            api_key: canary/Key+42~with~signs-and-0123456789
        """);
    TypedHere.Outcome shown =
        TypedHere.run("config", "show", "--config", file.toString(), "--data", folder.toString());
    assertThat(shown.exitCode()).as(shown.toString()).isZero();
    assertThat(shown.out()).contains("routes.main.api_key").contains("********");
    assertClean("config show", shown.out() + shown.err());
  }
}

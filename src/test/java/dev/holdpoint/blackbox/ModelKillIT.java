package dev.holdpoint.blackbox;

import static dev.holdpoint.agent.provider.StandInVendor.stream;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.agent.provider.StandInVendor;
import dev.holdpoint.agent.provider.Vendor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** The daemon is killed while a vendor speaks. */
final class ModelKillIT {
  @TempDir private Path folder;
  private final StandInVendor vendor = new StandInVendor();

  @AfterEach
  void close() {
    vendor.close();
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource
  @DisplayName("nothing of a turn is kept before its end, and the run goes on by itself")
  void half_a_turn_is_none(Database database) throws Exception {
    Vendor kind = Vendor.ANTHROPIC;
    String half = kind.answer("text").substring(0, 800);
    vendor.answers(
        stream(kind.answer("bash")),
        vendor.stalled(half),
        stream(kind.answer("text").replace("Hello", "Well")));
    Path config = folder.resolve("models.yaml");
    Files.writeString(
        config,
        """
        default_route: main
        routes:
          main:
            provider: anthropic
            model: claude-opus-4-6
            base_url: %s
            api_key: canary
        """
            .formatted(vendor.url()));
    String[] arguments =
        Stream.concat(Stream.of(database.arguments()), Stream.of("--config", config.toString()))
            .toArray(String[]::new);
    try (DaemonProcess daemon = DaemonProcess.start(folder, arguments)) {
      Http http = daemon.http();
      http.session("s");
      String run =
          http.post("/v1/sessions/s/runs", "{\"content\":\"How much is it?\"}")
              .expect(202)
              .json()
              .path("run_id")
              .asString();
      http.approve(run);
      assertThat(vendor.hasBegun()).isTrue();

      Http after = daemon.kill9().restart().http();

      JsonNode done = after.awaitRun(run, "completed");
      assertThat(done.path("outputs").valueStream().map(said -> said.path("content").asString()))
          .containsExactly("I look.", "Well!");
      assertThat(done.path("usage").path("model_calls").asInt()).isEqualTo(2);
      assertThat(after.events(run).toString()).doesNotContain("Hello");
      // The vendor was asked the same again, and the command has run once.
      assertThat(vendor.asked()).hasSize(3);
      assertThat(vendor.asked().get(2).body()).isEqualTo(vendor.asked().get(1).body());
      assertThat(folder.resolve("data/workspaces/s/ran")).hasContent("42\n");
    }
  }
}

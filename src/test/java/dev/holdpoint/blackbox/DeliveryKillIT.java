package dev.holdpoint.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.outbound.Receiver;
import dev.holdpoint.outbound.Receiver.Got;
import dev.holdpoint.outbound.Receiver.Says;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** Couriers that are on their way when the daemon is killed. */
final class DeliveryKillIT {
  private static final int WORDS = 12;

  @TempDir private Path folder;

  @ParameterizedTest(name = "{0}")
  @EnumSource
  // K4-353
  @DisplayName(
      "K4-353 killed while a courier stands at the door and others wait behind it, everything"
          + " arrives, in order, and nothing comes twice without a reason on record")
  void killed_while_deliveries_are_on_their_way(Database database) throws Exception {
    CountDownLatch atTheDoor = new CountDownLatch(1);
    CountDownLatch opened = new CountDownLatch(1);
    try (Receiver receiver = new Receiver()) {
      receiver.says(
          _ -> {
            if (atTheDoor.getCount() > 0) {
              atTheDoor.countDown();
              await(opened);
            }
            return Says.status(204);
          });
      Path config = folder.resolve("kill.yaml");
      Files.writeString(
          config,
          """
          connectors:
            crm:
              kind: external
              base_url: %s
          """
              .formatted(receiver.url()));
      List<String> arguments = new ArrayList<>(List.of("--config", config.toString()));
      arguments.addAll(Arrays.asList(database.arguments()));
      try (DaemonProcess daemon =
          DaemonProcess.start(folder.resolve("data"), arguments.toArray(String[]::new))) {
        Http http = daemon.http();
        http.session("s");
        http.post(
                "/v1/sessions/s/reply-targets",
                "{\"reply_targets\":[{\"type\":\"external\",\"connector\":\"crm\",\"route\":\"t\"}]}")
            .expect(200);
        String[] script = new String[WORDS];
        for (int i = 0; i < WORDS; i++) {
          script[i] = "{\"say\":\"word %d\"}".formatted(i);
        }
        String run = http.submit("s", script);
        http.awaitRun(run, "completed");
        await(atTheDoor);

        Http second = daemon.kill9().restart().http();
        opened.countDown();
        String list = "/v1/deliveries?limit=100&run_id=" + run;
        JsonNode all =
            second.await(
                list,
                found ->
                    found
                        .valueStream()
                        .allMatch(one -> one.path("status").asString().equals("delivered")));
        assertThat(all).hasSize(WORDS);
        Map<String, Integer> attempts =
            all.valueStream()
                .collect(
                    Collectors.toMap(
                        one -> one.path("delivery_id").asString(),
                        one -> one.path("attempts").asInt()));
        Map<String, Long> came =
            receiver.all().stream()
                .collect(Collectors.groupingBy(DeliveryKillIT::id, Collectors.counting()));
        assertThat(came.keySet()).isEqualTo(attempts.keySet());
        came.forEach(
            (id, times) ->
                assertThat(times).as(id).isLessThanOrEqualTo(attempts.getOrDefault(id, 0)));
        assertThat(attempts.values()).as("one was cut off, the others were not").contains(2);
        assertThat(receiver.all().stream().map(DeliveryKillIT::id).distinct())
            .as("the order of what was said")
            .containsExactlyElementsOf(
                all.valueStream()
                    .map(one -> one.path("delivery_id").asString())
                    .toList()
                    .reversed());
      }
    }
  }

  private static String id(Got got) {
    return String.valueOf(got.header("Idempotency-Key"));
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}

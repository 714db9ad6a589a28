package dev.holdpoint.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.outbound.Receiver;
import dev.holdpoint.outbound.Receiver.Got;
import dev.holdpoint.outbound.Receiver.Says;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** Couriers that are on their way. */
final class DeliveryKills {
  private static final int WORDS = 12;

  private final Receiver receiver;
  private final CountDownLatch atTheDoor = new CountDownLatch(1);
  private final CountDownLatch opened = new CountDownLatch(1);

  private DeliveryKills(Receiver receiver) {
    this.receiver = receiver;
    receiver.says(
        _ -> {
          if (atTheDoor.getCount() > 0) {
            atTheDoor.countDown();
            await(opened);
          }
          return Says.status(204);
        });
  }

  static void on(Stories stories) throws IOException {
    Receiver receiver = stories.prop(new Receiver());
    stories
        .configured(
            """
            connectors:
              crm:
                kind: external
                base_url: %s
            """
                .formatted(receiver.url()))
        .tell(
            "K4-353 killed while a courier stands at the door and others wait behind it, everything"
                + " arrives, in order, and nothing comes twice without a reason on record",
            new DeliveryKills(receiver)::killed_while_deliveries_are_on_their_way);
  }

  private void killed_while_deliveries_are_on_their_way(Lives lives) throws Exception {
    Http http = lives.http();
    http.session("words");
    http.post(
            "/v1/sessions/words/reply-targets",
            "{\"reply_targets\":[{\"type\":\"external\",\"connector\":\"crm\",\"route\":\"t\"}]}")
        .expect(200);
    String[] script = new String[WORDS];
    for (int i = 0; i < WORDS; i++) {
      script[i] = "{\"say\":\"word %d\"}".formatted(i);
    }
    String run = http.submit("words", script);
    http.awaitRun(run, "completed");
    await(atTheDoor);

    Http second = lives.killed();
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
            .collect(Collectors.groupingBy(DeliveryKills::id, Collectors.counting()));
    assertThat(came.keySet()).isEqualTo(attempts.keySet());
    came.forEach(
        (id, times) -> assertThat(times).as(id).isLessThanOrEqualTo(attempts.getOrDefault(id, 0)));
    // On a busy machine one may be cut off again, by its time limit.
    assertThat(attempts.values()).as("one was cut off").anyMatch(times -> times > 1);
    assertThat(receiver.all().stream().map(DeliveryKills::id).distinct())
        .as("the order of what was said")
        .containsExactlyElementsOf(
            all.valueStream().map(one -> one.path("delivery_id").asString()).toList().reversed());
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

package dev.holdpoint.blackbox;

import static dev.holdpoint.agent.provider.StandInVendor.stream;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.agent.provider.StandInVendor;
import dev.holdpoint.agent.provider.Vendor;
import tools.jackson.databind.JsonNode;

/** A vendor speaks. */
final class ModelKills {
  private ModelKills() {}

  static void on(Stories stories) {
    StandInVendor vendor = stories.prop(new StandInVendor());
    stories
        .configured(
            """
            routes:
              vendor:
                provider: anthropic
                model: claude-opus-4-6
                base_url: %s
                api_key: canary
            """
                .formatted(vendor.url()))
        .tell(
            "nothing of a turn is kept before its end, and the run goes on by itself",
            lives -> half_a_turn_is_none(lives, vendor));
  }

  private static void half_a_turn_is_none(Lives lives, StandInVendor vendor) throws Exception {
    Vendor kind = Vendor.ANTHROPIC;
    String half = kind.answer("text").substring(0, 800);
    vendor.answers(
        stream(kind.answer("bash")),
        vendor.stalled(half),
        stream(kind.answer("text").replace("Hello", "Well")));
    Http http = lives.http();
    http.session("model");
    String run =
        http.post(
                "/v1/sessions/model/runs",
                "{\"content\":\"How much is it?\",\"provider\":\"vendor\"}")
            .expect(202)
            .json()
            .path("run_id")
            .asString();
    http.approve(run);
    assertThat(vendor.hasBegun()).isTrue();

    Http after = lives.killed();

    JsonNode done = after.awaitRun(run, "completed");
    assertThat(done.path("outputs").valueStream().map(said -> said.path("content").asString()))
        .containsExactly("I look.", "Well!");
    assertThat(done.path("usage").path("model_calls").asInt()).isEqualTo(2);
    assertThat(after.events(run).toString()).doesNotContain("Hello");
    // The vendor was asked the same again, and the command has run once.
    assertThat(vendor.asked()).hasSize(3);
    assertThat(vendor.asked().get(2).body()).isEqualTo(vendor.asked().get(1).body());
    assertThat(lives.process().workspace("model").resolve("ran")).hasContent("42\n");
  }
}

package dev.holdpoint.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import tools.jackson.databind.JsonNode;

/** Whether the statistics have one row for each settled gate, whatever died meanwhile. */
public final class CountedOnce {
  private CountedOnce() {}

  /** To be asked when nothing is decided any more. */
  public static void check(Http http) {
    long settled = settled(http, "approvals") + settled(http, "questions");
    assertThat(settled).as("there is something to count").isPositive();
    JsonNode stats = http.await("/v1/stats/decisions", answer -> counted(answer) >= settled);
    assertThat(counted(stats)).as("each settled gate is counted once").isEqualTo(settled);
    JsonNode now = http.get("/v1/stats/decisions").expect(200).json();
    assertThat(now.path("to_ms").asLong() - now.path("as_of_ms").asLong())
        .as("how far the numbers are behind")
        .isLessThan(5_000);
  }

  private static long counted(JsonNode stats) {
    return stats.path("totals").path("decided").asLong();
  }

  private static long settled(Http http, String gates) {
    return count(http, gates, "all") - count(http, gates, "pending");
  }

  private static long count(Http http, String gates, String status) {
    return http.get("/v1/" + gates + "?page=true&limit=1&status=" + status)
        .expect(200)
        .json()
        .path("pagination")
        .path("total_count")
        .asLong();
  }
}

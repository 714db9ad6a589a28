package dev.holdpoint.api;

import static dev.holdpoint.api.endpoint.Endpoint.Access.INSPECT;
import static dev.holdpoint.api.endpoint.EndpointDraft.get;

import dev.holdpoint.api.endpoint.Endpoint;
import dev.holdpoint.api.endpoint.Endpoint.Query;
import dev.holdpoint.api.endpoint.EndpointDraft;
import dev.holdpoint.api.endpoint.QueryParameters;
import dev.holdpoint.api.json.Limits;
import dev.holdpoint.api.stats.StatsBodies.DecisionStatsView;
import java.util.List;

/** Numbers about what people decide. */
final class StatsEndpoints {
  static final List<Endpoint> ALL =
      EndpointDraft.all(
          get(
                  "getDecisionStats",
                  "/v1/stats/decisions",
                  INSPECT,
                  "Returns how gates were decided in a period")
              .closedToTenants()
              .answers(DecisionStatsView.class)
              .with(
                  Query.integer(
                      "from_ms",
                      0,
                      Limits.TIME_MS,
                      "The beginning of the period; seven days before its end when unset."),
                  Query.integer(
                      "to_ms", 0, Limits.TIME_MS, "The end of the period; now when unset."),
                  Query.word(
                      "by",
                      List.of("tool", "session", "group", "person", "policy", "outcome"),
                      "Also returns the numbers of each of these."),
                  Query.word("kind", List.of("approval", "question"), "Only gates of this kind."),
                  Query.text("tenant_id", Limits.ID, "Only gates of this tenant."),
                  QueryParameters.SESSION,
                  Query.text("tool", Limits.ID, "Only gates of this tool."),
                  Query.text(
                      "time_zone",
                      Limits.ID,
                      "The IANA time zone whose days are counted; UTC when unset.")));

  private StatsEndpoints() {}
}

package dev.holdpoint.store.postgres;

/**
 * Keeps the server from reading whole tables. It makes a plan for a prepared statement once, and
 * while a ledger is new, reading all of a small table is the cheapest. The plan then stays while
 * the table grows a thousandfold, until somebody runs ANALYZE. All our questions lead through an
 * index, so the other ways are made dear from the beginning; where there is none, they are still
 * taken.
 */
final class PlanSettings {
  /** For each new connection. */
  static final String ONLY =
      """
      SELECT set_config('enable_seqscan', 'off', false),
        set_config('enable_hashjoin', 'off', false),
        set_config('enable_mergejoin', 'off', false)""";

  private PlanSettings() {}
}

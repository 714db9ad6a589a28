package dev.holdpoint.store.postgres;

/** The tables of a new ledger, for databases that are copied instead of migrated. */
public final class PostgresTemplate {
  private PostgresTemplate() {}

  /** Makes them in an empty database, as the first start of a daemon does. */
  public static void make(String url) {
    Upgrade.ensure(PostgresUrl.parse(url), new PostgresDialect());
  }
}

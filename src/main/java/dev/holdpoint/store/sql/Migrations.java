package dev.holdpoint.store.sql;

import dev.holdpoint.engine.port.failure.StoreFailure;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;

/** The only class that knows Flyway, so that nothing loads it before it is needed. */
public final class Migrations {
  private Migrations() {}

  /** Applies those of {@code db/<folder>} that the database lacks. */
  public static void run(DataSource database, String folder) {
    try {
      Flyway.configure(Migrations.class.getClassLoader())
          .dataSource(database)
          .locations("classpath:db/" + folder)
          .failOnMissingLocations(true)
          .loggers("slf4j")
          .load()
          .migrate();
    } catch (FlywayException e) {
      throw new StoreFailure("the database could not be migrated: " + e.getMessage(), e);
    }
  }
}

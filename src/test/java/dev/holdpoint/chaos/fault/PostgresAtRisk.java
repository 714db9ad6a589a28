package dev.holdpoint.chaos.fault;

import dev.holdpoint.blackbox.cluster.Wire;
import dev.holdpoint.blackbox.cluster.Wire.Direction;
import dev.holdpoint.chaos.Fault;
import dev.holdpoint.chaos.Victim;
import dev.holdpoint.store.MortalPostgres;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A PostgreSQL server and the network before it, and what can happen to both. A victim's {@code
 * --database} is {@link #url}, which stays the same when another server takes its place.
 */
public final class PostgresAtRisk implements AutoCloseable {
  private static final String LEDGER = "ledger";
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** Knocks at the daemon's door while its database is away. */
  private static final int MOST_KNOCKS = 6;

  private final Wire wire;
  private MortalPostgres server;

  private PostgresAtRisk(MortalPostgres server) throws IOException {
    this.server = server;
    server.execute("postgres", "CREATE DATABASE " + LEDGER);
    wire = new Wire(server.port());
  }

  public static PostgresAtRisk start() throws IOException {
    return new PostgresAtRisk(MortalPostgres.start());
  }

  /** Where the daemon finds its ledger. */
  public String url() {
    return MortalPostgres.url(wire.port(), LEDGER);
  }

  /** How many commits the ledger has. */
  long commits() {
    return Long.parseLong(server.column(LEDGER, "SELECT commits::text FROM head").getFirst());
  }

  public List<Fault> faults() {
    return List.of(
        new Killed(), new Cut(Direction.TO_DATABASE), new Cut(Direction.TO_NODE), new FailedOver());
  }

  /** What all three have in common: they need a victim on this server, and it comes back. */
  private abstract static class Outage implements Fault {
    @Override
    public @Nullable String missing() {
      return null;
    }

    abstract void happen(Victim victim, RandomGenerator random) throws Exception;

    @Override
    public Outcome strike(Victim victim, RandomGenerator random) throws Exception {
      if (!victim.onPostgres()) {
        return Outcome.SKIPPED;
      }
      happen(victim, random);
      Daemons.recover(victim);
      return Outcome.SURVIVED;
    }

    /** Lets a little time pass, in which the daemon is asked how it is. */
    static void pass(Victim victim, RandomGenerator random) {
      for (int i = random.nextInt(1, MOST_KNOCKS); i > 0; i--) {
        Daemons.isReady(victim.pid());
      }
    }
  }

  private final class Killed extends Outage {
    @Override
    public String name() {
      return "PostgreSQL killed";
    }

    @Override
    void happen(Victim victim, RandomGenerator random) throws Exception {
      server.kill();
      pass(victim, random);
      server.begin();
    }
  }

  private final class Cut extends Outage {
    private final Direction direction;

    Cut(Direction direction) {
      this.direction = direction;
    }

    @Override
    public String name() {
      return "PostgreSQL cut off, " + direction.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    @Override
    void happen(Victim victim, RandomGenerator random) {
      wire.cut(direction);
      try {
        pass(victim, random);
      } finally {
        wire.heal();
      }
    }
  }

  private final class FailedOver extends Outage {
    @Override
    public String name() {
      return "PostgreSQL failed over to a synchronous standby";
    }

    @Override
    void happen(Victim victim, RandomGenerator random) throws Exception {
      MortalPostgres standby = server.synchronousStandby();
      if (!Daemons.until(PATIENCE, server::isFollowed)) {
        throw new IllegalStateException("the standby does not follow");
      }
      long commits = commits();
      // With load, some commits that only both have; without, none.
      Daemons.until(Duration.ofSeconds(3), () -> commits() > commits);
      server.kill();
      standby.promote();
      MortalPostgres old = server;
      server = standby;
      wire.lead(standby.port());
      old.close();
    }
  }

  @Override
  public void close() throws IOException {
    wire.close();
    server.close();
  }
}

package dev.holdpoint.bench;

import java.io.IOException;
import java.sql.SQLException;

/** What runs take on the disk, and what is written to it on their behalf. */
final class Disk {
  private static final double PARKED_BOUND = 4 * 1024;
  private static final double FINISHED_BOUND = 6 * 1024;

  private final Daemon daemon;
  private final Place place;
  private final long before;
  private double parkedEach;
  private Written parking = Written.NOTHING;

  /**
   * What was written for one run.
   *
   * @param log bytes appended to the write-ahead log
   * @param all what the daemon gave the kernel to write: the log, and the pages that are moved from
   *     it into the file. The processes of a PostgreSQL are others; there it is next to nothing
   */
  private record Written(double log, double all) {
    static final Written NOTHING = new Written(0, 0);

    Written and(Written more) {
      return new Written(log + more.log, all + more.all);
    }
  }

  /** Some work on runs. */
  interface Work<T> {
    T run() throws IOException, InterruptedException;
  }

  Disk(Daemon daemon, Place place) throws IOException, SQLException {
    this.daemon = daemon;
    this.place = place;
    before = place.diskBytes(daemon.data());
  }

  boolean isSqlite() {
    return place instanceof Place.Sqlite;
  }

  /** Does it, and counts what is written meanwhile. */
  <T> T whileParking(int runs, Work<T> work)
      throws IOException, SQLException, InterruptedException {
    try (Place.Log log = place.log(daemon.data())) {
      long written = daemon.writtenBytes();
      T result = work.run();
      parking = written(log, written, runs);
      return result;
    }
  }

  /** The same for what follows parking; tells of a whole cycle. */
  <T> T whileResolving(Figures figures, int runs, Work<T> work)
      throws IOException, SQLException, InterruptedException {
    try (Place.Log log = place.log(daemon.data())) {
      long written = daemon.writtenBytes();
      T result = work.run();
      Written cycle = parking.and(written(log, written, runs));
      figures.part("Written to the disk");
      report(figures, "a park", parking);
      report(figures, "a park, resolve and completion", cycle);
      return result;
    }
  }

  private Written written(Place.Log log, long before, int runs) throws IOException, SQLException {
    return new Written(
        log.bytes() / (double) runs, (daemon.writtenBytes() - before) / (double) runs);
  }

  private void report(Figures figures, String what, Written written) {
    if (isSqlite()) {
      figures.add("WAL pages " + what, written.log / WalMeter.FRAME_BYTES, "");
    }
    figures.add("WAL bytes " + what, written.log, "B");
    if (isSqlite()) {
      figures.add("all bytes " + what, written.all, "B");
    }
  }

  /** To be called when so many runs are parked, and none has ended. */
  void parked(Figures figures, int runs) throws IOException, SQLException {
    parkedEach = (double) (place.diskBytes(daemon.data()) - before) / runs;
    figures.add("disk a parked run, with its session", parkedEach, "B").atMost(PARKED_BOUND);
  }

  /** To be called when so many have ended and others still wait, which are left out. */
  void finished(Figures figures, long finished, long waiting) throws IOException, SQLException {
    double grown = place.diskBytes(daemon.data()) - before - waiting * parkedEach;
    figures
        .add("disk a finished run, with its session", grown / finished, "B")
        .atMost(FINISHED_BOUND);
  }
}

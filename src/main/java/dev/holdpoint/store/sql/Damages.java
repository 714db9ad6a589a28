package dev.holdpoint.store.sql;

import dev.holdpoint.engine.port.failure.Damaged;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What was found to be damaged since the start, each told once. */
public final class Damages {
  private static final Logger log = LoggerFactory.getLogger(Damages.class);

  /** A disk that is dying must not fill memory and log. */
  private static final int MOST = 1_000;

  private final Set<String> told = ConcurrentHashMap.newKeySet();

  void add(Damaged damage) {
    String what = String.valueOf(damage.getMessage());
    if (told.size() < MOST && told.add(what)) {
      log.error("{}; 'holdpoint doctor --deep' lists damaged records", what);
    }
  }

  public int count() {
    return told.size();
  }
}

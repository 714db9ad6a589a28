package dev.holdpoint.blackbox;

import dev.holdpoint.store.EmbeddedPostgres;
import java.util.List;

/** The two places that a daemon can keep its ledger in. */
enum Database {
  SQLITE,
  POSTGRES;

  /** The arguments for a daemon on a ledger of its own. */
  String[] arguments() {
    List<String> arguments =
        switch (this) {
          case SQLITE -> List.of();
          case POSTGRES -> List.of("--database", EmbeddedPostgres.shared().newDatabase());
        };
    return arguments.toArray(String[]::new);
  }
}

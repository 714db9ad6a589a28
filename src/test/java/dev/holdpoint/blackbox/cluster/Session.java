package dev.holdpoint.blackbox.cluster;

import java.io.UncheckedIOException;
import java.util.Random;

/** Where a client's runs go. One that may be blocked for good is left for a new one. */
final class Session {
  private final ClusterOfNodes cluster;
  private final String client;
  private final Random random;
  private int number;
  private String id;

  Session(ClusterOfNodes cluster, String client) {
    this.cluster = cluster;
    this.client = client;
    random = new Random(client.hashCode());
    id = made();
  }

  String id() {
    return id;
  }

  void leave() {
    id = made();
  }

  private String made() {
    String wanted = client + "-" + ++number;
    String body = "{\"session_id\":\"" + wanted + "\"}";
    ClusterOfNodes.until(
        "there is a session " + wanted,
        () -> {
          try {
            int status = cluster.any(random).http().post("/v1/sessions", body).status();
            // Taken: an earlier try has succeeded without an answer.
            return status == 201 || status == 409;
          } catch (UncheckedIOException e) {
            return false;
          }
        });
    return wanted;
  }
}

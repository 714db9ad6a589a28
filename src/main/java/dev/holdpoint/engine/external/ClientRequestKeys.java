package dev.holdpoint.engine.external;

import dev.holdpoint.core.session.Session;
import dev.holdpoint.engine.gate.GateDraft;
import dev.holdpoint.engine.json.Digests;

/** Under which names what clients have asked is kept, and so what counts as the same. */
final class ClientRequestKeys {
  private ClientRequestKeys() {}

  static String fingerprint(ExternalGates.Gate gate) {
    // What is asked is the call; the reason is shown beside it, and may be put in other words.
    // A rule's yes must not stand for a request that only a person may allow.
    String kind =
        switch (gate.draft()) {
          case GateDraft.OfQuestion _ -> "?";
          case GateDraft.OfApproval approval -> approval.isLeftToPeople() ? "!!" : "!";
        };
    return Digests.of(kind + gate.call().tool() + gate.draft().asked(), gate.call().input());
  }

  static String ownName(ClientGates.Client client) {
    return hash("own", client.tenantId(), client.principalId(), client.name());
  }

  /** A yes must reach nobody, and no place, that whoever says it was not shown. */
  static String sameName(
      Session session, ClientGates.Client client, ClientGates.Request request, String asked) {
    return hash(
        "same",
        Long.toString(session.key()),
        client.source(),
        client.principalId(),
        hash(request.from().toArray(String[]::new)),
        request.text(),
        asked);
  }

  /**
   * What a client calls its requests and what its calls are called are kept apart. The name of a
   * call holds for the place where it was shown: elsewhere the call is asked anew.
   */
  static String name(Session session, ClientGates.Client client, ClientGates.Request request) {
    String name = name(session, client, request.key());
    return request.key().returns()
        ? hash("at", name, hash(request.place().toArray(String[]::new)))
        : name;
  }

  /** Of a request, and of a call from before its place was a part of its name. */
  static String name(Session session, ClientGates.Client client, ClientGates.Key key) {
    return hash(
        key.returns() ? "call" : "key",
        Long.toString(session.key()),
        client.source(),
        client.principalId(),
        key.key() == null ? "" : key.key());
  }

  static String hash(String... parts) {
    return ClientPrompts.hash(parts);
  }
}

package dev.holdpoint.api;

import static dev.holdpoint.api.Draft.get;
import static dev.holdpoint.api.Draft.post;
import static dev.holdpoint.api.Endpoint.Access.ADMIN;
import static dev.holdpoint.api.Endpoint.Idempotency.KEYED;

import java.util.List;

/** The key under which secrets are sealed. */
final class VaultEndpoints {
  static final List<Endpoint> ALL =
      Draft.all(
          get(
                  "getVault",
                  "/v1/vault",
                  ADMIN,
                  "Returns which key encrypts secrets, and the number of secrets")
              .answers(VaultView.class),
          post(
                  "rotateVaultKey",
                  "/v1/vault/rotate",
                  ADMIN,
                  KEYED,
                  "Creates a new key and encrypts all secrets with it")
              .answers(200, VaultView.class));

  private VaultEndpoints() {}
}

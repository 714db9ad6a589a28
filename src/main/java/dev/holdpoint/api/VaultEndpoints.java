package dev.holdpoint.api;

import static dev.holdpoint.api.endpoint.Endpoint.Access.ADMIN;
import static dev.holdpoint.api.endpoint.Endpoint.Idempotency.KEYED;
import static dev.holdpoint.api.endpoint.EndpointDraft.get;
import static dev.holdpoint.api.endpoint.EndpointDraft.post;

import dev.holdpoint.api.audit.AuditBodies.VaultView;
import dev.holdpoint.api.endpoint.Endpoint;
import dev.holdpoint.api.endpoint.EndpointDraft;
import java.util.List;

/** The key under which secrets are sealed. */
final class VaultEndpoints {
  static final List<Endpoint> ALL =
      EndpointDraft.all(
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

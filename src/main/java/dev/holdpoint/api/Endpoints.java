package dev.holdpoint.api;

import static dev.holdpoint.api.Draft.delete;
import static dev.holdpoint.api.Draft.get;
import static dev.holdpoint.api.Draft.post;
import static dev.holdpoint.api.Endpoint.Access.ADMIN;
import static dev.holdpoint.api.Endpoint.Access.OPEN;
import static dev.holdpoint.api.Endpoint.Access.READ;
import static dev.holdpoint.api.Endpoint.Idempotency.ANEW;
import static dev.holdpoint.api.Endpoint.Idempotency.KEYED;

import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** Every door of the daemon. What is not in this table does not exist. */
public final class Endpoints {
  private static final List<Endpoint> DAEMON =
      Draft.all(
          get("streamEvents", "/v1/events/stream", READ, "Everything, as it happens")
              .streams(Queries.SESSION, Queries.RUN),
          post("createToken", "/v1/tokens", ADMIN, KEYED, "Creates a token, shown this once")
              .takes(CreateTokenRequest.class, 201, CreatedToken.class),
          get("listTokens", "/v1/tokens", ADMIN, "Lists the tokens, without their secrets")
              .lists(TokenRow.class),
          delete("revokeToken", "/v1/tokens/{token_id}", ADMIN, "Revokes a token at once"),
          post(
                  "makeBackup",
                  "/v1/backups",
                  ADMIN,
                  ANEW,
                  "A backup, as a zip file, while all goes on")
              .writesBytes("application/zip")
              .with(Queries.FILES_ONLY, Queries.WITHOUT_WORKSPACES),
          get("health", "/healthz", OPEN, "Whether the process answers").answers(HealthView.class),
          get("ready", "/readyz", OPEN, "Whether new work is taken").answers(HealthView.class),
          get("getHealth", "/v1/health", READ, "Whether the process answers to this token")
              .answers(HealthView.class),
          get("status", "/v1/status", READ, "How the daemon is").answers(StatusView.class),
          get("openapi", "/v1/openapi.json", READ, "This document").answers(JsonNode.class),
          get("metrics", "/metrics", READ, "Measurements, in Prometheus text").writesText());

  public static final List<Endpoint> ALL =
      Stream.of(
              SessionEndpoints.ALL,
              DefaultsEndpoints.ALL,
              RunEndpoints.ALL,
              GateEndpoints.ALL,
              ReplyEndpoints.ALL,
              PermissionEndpoints.ALL,
              TenantEndpoints.ALL,
              MemoryEndpoints.ALL,
              ScheduleEndpoints.ALL,
              ChannelEndpoints.ALL,
              DeliveryEndpoints.ALL,
              AuditEndpoints.ALL,
              VaultEndpoints.ALL,
              NotificationEndpoints.ALL,
              AgentEndpoints.ALL,
              RouteEndpoints.ALL,
              ProjectEndpoints.ALL,
              MaterialEndpoints.ALL,
              AcpEndpoints.ALL,
              McpEndpoints.ALL,
              McpServerEndpoints.ALL,
              HookEndpoints.ALL,
              AmbientEndpoints.ALL,
              SignedEndpoints.ALL,
              SignInEndpoints.ALL,
              NodeEndpoints.ALL,
              DAEMON)
          .flatMap(List::stream)
          .toList();

  private Endpoints() {}
}

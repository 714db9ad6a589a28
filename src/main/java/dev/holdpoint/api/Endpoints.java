package dev.holdpoint.api;

import static dev.holdpoint.api.endpoint.Endpoint.Access.ADMIN;
import static dev.holdpoint.api.endpoint.Endpoint.Access.OPEN;
import static dev.holdpoint.api.endpoint.Endpoint.Access.READ;
import static dev.holdpoint.api.endpoint.Endpoint.Idempotency.ANEW;
import static dev.holdpoint.api.endpoint.Endpoint.Idempotency.KEYED;
import static dev.holdpoint.api.endpoint.EndpointDraft.delete;
import static dev.holdpoint.api.endpoint.EndpointDraft.get;
import static dev.holdpoint.api.endpoint.EndpointDraft.patch;
import static dev.holdpoint.api.endpoint.EndpointDraft.post;

import dev.holdpoint.api.access.TokenBodies.ChangeTokenRequest;
import dev.holdpoint.api.access.TokenBodies.CreateTokenRequest;
import dev.holdpoint.api.access.TokenBodies.CreatedToken;
import dev.holdpoint.api.access.TokenBodies.TokenRow;
import dev.holdpoint.api.daemon.DaemonBodies.HealthView;
import dev.holdpoint.api.daemon.DaemonBodies.StatusView;
import dev.holdpoint.api.endpoint.Endpoint;
import dev.holdpoint.api.endpoint.EndpointDraft;
import dev.holdpoint.api.endpoint.QueryParameters;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** Every door of the daemon. What is not in this table does not exist. */
public final class Endpoints {
  private static final List<Endpoint> DAEMON =
      EndpointDraft.all(
          get("streamEvents", "/v1/events/stream", READ, "Streams all events")
              .streams(QueryParameters.SESSION, QueryParameters.RUN),
          post("createToken", "/v1/tokens", ADMIN, KEYED, "Creates a token, shown only once")
              .takes(CreateTokenRequest.class, 201, CreatedToken.class),
          get("listTokens", "/v1/tokens", ADMIN, "Lists the tokens, without their secrets")
              .lists(TokenRow.class),
          patch("changeToken", "/v1/tokens/{token_id}", ADMIN, "Changes a token")
              .takes(ChangeTokenRequest.class, 200, TokenRow.class),
          delete("revokeToken", "/v1/tokens/{token_id}", ADMIN, "Revokes a token immediately"),
          post(
                  "makeBackup",
                  "/v1/backups",
                  ADMIN,
                  ANEW,
                  "Makes a backup, as a zip file, while the daemon is running")
              .writesBytes("application/zip")
              .with(QueryParameters.FILES_ONLY, QueryParameters.WITHOUT_WORKSPACES),
          get("health", "/healthz", OPEN, "Whether the process responds").answers(HealthView.class),
          get("ready", "/readyz", OPEN, "Whether the daemon accepts new work")
              .answers(HealthView.class),
          get("getHealth", "/v1/health", READ, "Whether the process responds to this token")
              .withinTenants()
              .answers(HealthView.class),
          get("status", "/v1/status", READ, "Returns the state of the daemon")
              .withinTenants()
              .answers(StatusView.class),
          get("openapi", "/v1/openapi.json", READ, "This document")
              .withinTenants()
              .answers(JsonNode.class),
          get("metrics", "/metrics", READ, "Returns metrics in Prometheus text format")
              .writesText());

  public static final List<Endpoint> ALL =
      Stream.of(
              SessionEndpoints.ALL,
              DefaultsEndpoints.ALL,
              RunEndpoints.ALL,
              GateEndpoints.ALL,
              PermitEndpoints.ALL,
              ReplyEndpoints.ALL,
              PermissionEndpoints.ALL,
              TenantEndpoints.ALL,
              GroupEndpoints.ALL,
              PolicyEndpoints.ALL,
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
              AguiEndpoints.ALL,
              AmbientEndpoints.ALL,
              SignedEndpoints.ALL,
              SignInEndpoints.ALL,
              PasskeyEndpoints.ALL,
              StatsEndpoints.ALL,
              NodeEndpoints.ALL,
              DAEMON)
          .flatMap(List::stream)
          .toList();

  private Endpoints() {}
}

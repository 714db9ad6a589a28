package dev.holdpoint.client;

import dev.holdpoint.api.AgentList;
import dev.holdpoint.api.AgentView;
import dev.holdpoint.api.HealthView;
import dev.holdpoint.api.RouteView;
import dev.holdpoint.api.StatusView;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** A daemon and the token with which it is called. Safe to share between threads. */
public final class HoldpointClient {
  private final Connection connection;

  public HoldpointClient(DaemonAddress daemon) {
    this.connection = new Connection(daemon);
  }

  public Sessions sessions() {
    return new Sessions(connection);
  }

  public Runs runs() {
    return new Runs(connection);
  }

  public Approvals approvals() {
    return new Approvals(connection);
  }

  public Questions questions() {
    return new Questions(connection);
  }

  /** What the agent of a session asks, told as it is asked. */
  public AgentSession agentSession(String sessionId) {
    return new AgentSession(connection, sessionId);
  }

  public Ambient ambient() {
    return new Ambient(connection);
  }

  public Personas personas() {
    return new Personas(connection);
  }

  public Memory memory() {
    return new Memory(connection);
  }

  public Learnings learnings() {
    return new Learnings(connection);
  }

  public Schedules schedules() {
    return new Schedules(connection);
  }

  public Observations observations() {
    return new Observations(connection);
  }

  public Channels channels() {
    return new Channels(connection);
  }

  public Projects projects() {
    return new Projects(connection);
  }

  public Deliveries deliveries() {
    return new Deliveries(connection);
  }

  public Notifications notifications() {
    return new Notifications(connection);
  }

  public PermissionRules permissionRules() {
    return new PermissionRules(connection);
  }

  public Assets assets() {
    return new Assets(connection);
  }

  public Boards boards() {
    return new Boards(connection);
  }

  public AcpServers acp() {
    return new AcpServers(connection);
  }

  public McpServers mcpServers() {
    return new McpServers(connection);
  }

  public Audit audit() {
    return new Audit(connection);
  }

  public Vault vault() {
    return new Vault(connection);
  }

  public Nodes nodes() {
    return new Nodes(connection);
  }

  public Tokens tokens() {
    return new Tokens(connection);
  }

  public WebSessions webSessions() {
    return new WebSessions(connection);
  }

  public Tenants tenants() {
    return new Tenants(connection);
  }

  public SignedApprovals signedApprovals() {
    return new SignedApprovals(connection);
  }

  public Events events() {
    return new Events(connection);
  }

  /** Those that are known, and those that are configured. */
  public List<AgentView> agents() throws CallFailed {
    return connection.get(RequestPath.of("/v1/agents"), AgentList.class).agents();
  }

  /** The ways to models. */
  public List<RouteView> routes() throws CallFailed {
    return connection.list(RequestPath.of("/v1/routes"), RouteView.class);
  }

  public StatusView status() throws CallFailed {
    return connection.get(RequestPath.of("/v1/status"), StatusView.class);
  }

  public Backups backups() {
    return new Backups(connection);
  }

  public HealthView ready() throws CallFailed {
    return connection.get(RequestPath.of("/readyz"), HealthView.class);
  }

  public String metrics() throws CallFailed {
    return connection.text(RequestPath.of("/metrics"));
  }

  public JsonNode openapi() throws CallFailed {
    return connection.get(RequestPath.of("/v1/openapi.json"), JsonNode.class);
  }

  public DaemonAddress daemon() {
    return connection.daemon();
  }
}

package dev.holdpoint.client;

import dev.holdpoint.api.agent.AgentBodies.AgentList;
import dev.holdpoint.api.agent.AgentBodies.AgentTestView;
import dev.holdpoint.api.agent.AgentBodies.AgentView;
import dev.holdpoint.api.agent.AgentBodies.RouteView;
import dev.holdpoint.api.agent.AgentBodies.TestAgentRequest;
import dev.holdpoint.api.daemon.DaemonBodies.HealthView;
import dev.holdpoint.api.daemon.DaemonBodies.StatusView;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.Connection;
import dev.holdpoint.client.http.DaemonAddress;
import dev.holdpoint.client.http.RequestPath;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** A daemon and the token with which it is called. Safe to share between threads. */
public final class HoldpointClient {
  private static final int AGENT_START_MS = 120_000;

  private final Connection connection;

  public HoldpointClient(DaemonAddress daemon) {
    this.connection = new Connection(daemon);
  }

  public SessionClient sessions() {
    return new SessionClient(connection);
  }

  public RunClient runs() {
    return new RunClient(connection);
  }

  public ApprovalClient approvals() {
    return new ApprovalClient(connection);
  }

  public InboxClient inbox() {
    return new InboxClient(connection);
  }

  public QuestionClient questions() {
    return new QuestionClient(connection);
  }

  /** What the agent of a session asks, told as it is asked. */
  public AgentSession agentSession(String sessionId) {
    return new AgentSession(connection, sessionId);
  }

  public AmbientClient ambient() {
    return new AmbientClient(connection);
  }

  public PersonaClient personas() {
    return new PersonaClient(connection);
  }

  public MemoryClient memory() {
    return new MemoryClient(connection);
  }

  public LearningClient learnings() {
    return new LearningClient(connection);
  }

  public ScheduleClient schedules() {
    return new ScheduleClient(connection);
  }

  public PermitClient permits() {
    return new PermitClient(connection);
  }

  public ObservationClient observations() {
    return new ObservationClient(connection);
  }

  public ChannelClient channels() {
    return new ChannelClient(connection);
  }

  public ProjectClient projects() {
    return new ProjectClient(connection);
  }

  public DeliveryClient deliveries() {
    return new DeliveryClient(connection);
  }

  public TriageClient triage() {
    return new TriageClient(connection);
  }

  public NotificationClient notifications() {
    return new NotificationClient(connection);
  }

  public GroupClient groups() {
    return new GroupClient(connection);
  }

  public PolicyClient policies() {
    return new PolicyClient(connection);
  }

  public PermissionRuleClient permissionRules() {
    return new PermissionRuleClient(connection);
  }

  public AssetClient assets() {
    return new AssetClient(connection);
  }

  public BoardClient boards() {
    return new BoardClient(connection);
  }

  public AcpServerClient acp() {
    return new AcpServerClient(connection);
  }

  public McpServerClient mcpServers() {
    return new McpServerClient(connection);
  }

  public AuditClient audit() {
    return new AuditClient(connection);
  }

  public VaultClient vault() {
    return new VaultClient(connection);
  }

  public NodeClient nodes() {
    return new NodeClient(connection);
  }

  public StatsClient stats() {
    return new StatsClient(connection);
  }

  public TokenClient tokens() {
    return new TokenClient(connection);
  }

  public WebSessionClient webSessions() {
    return new WebSessionClient(connection);
  }

  public TenantClient tenants() {
    return new TenantClient(connection);
  }

  public SignedApprovalClient signedApprovals() {
    return new SignedApprovalClient(connection);
  }

  public EventClient events() {
    return new EventClient(connection);
  }

  /** Those that are known, and those that are configured. */
  public List<AgentView> agents() throws CallFailed {
    return connection.get(RequestPath.of("/v1/agents"), AgentList.class).agents();
  }

  /**
   * Tests whether an agent asks before it acts.
   *
   * @param timeoutMs how long the agent may take, beside the time that it takes to start
   */
  public AgentTestView testAgent(String agent, int timeoutMs) throws CallFailed {
    RequestPath path = RequestPath.of("/v1/agents/{}/test", agent);
    return connection.post(
        new RequestPath(path.text(), timeoutMs + AGENT_START_MS),
        new TestAgentRequest(timeoutMs),
        AgentTestView.class);
  }

  /** The ways to models. */
  public List<RouteView> routes() throws CallFailed {
    return connection.list(RequestPath.of("/v1/routes"), RouteView.class);
  }

  public StatusView status() throws CallFailed {
    return connection.get(RequestPath.of("/v1/status"), StatusView.class);
  }

  public BackupClient backups() {
    return new BackupClient(connection);
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

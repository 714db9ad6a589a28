package dev.holdpoint.http.v1;

import dev.holdpoint.api.json.WireJson;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.engine.access.ApproverKeys;
import dev.holdpoint.engine.access.ServiceKeys;
import dev.holdpoint.engine.access.TenantDirectory;
import dev.holdpoint.engine.access.Tokens;
import dev.holdpoint.engine.audit.AdminActs;
import dev.holdpoint.engine.audit.AuditKeys;
import dev.holdpoint.engine.audit.Receipts;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.content.Assets;
import dev.holdpoint.engine.content.Boards;
import dev.holdpoint.engine.delivery.Deliveries;
import dev.holdpoint.engine.delivery.Notifications;
import dev.holdpoint.engine.external.Awaited;
import dev.holdpoint.engine.external.ExternalGates;
import dev.holdpoint.engine.external.ObservedWorld;
import dev.holdpoint.engine.external.StaleGates;
import dev.holdpoint.engine.gate.Approvals;
import dev.holdpoint.engine.gate.Questions;
import dev.holdpoint.engine.journal.Feed;
import dev.holdpoint.engine.journal.RunWaits;
import dev.holdpoint.engine.memory.Learnings;
import dev.holdpoint.engine.memory.Memory;
import dev.holdpoint.engine.memory.Skills;
import dev.holdpoint.engine.permission.PermissionRules;
import dev.holdpoint.engine.permit.AnsweredPermits;
import dev.holdpoint.engine.permit.Permits;
import dev.holdpoint.engine.policy.Groups;
import dev.holdpoint.engine.policy.Policies;
import dev.holdpoint.engine.port.AgentDirectory;
import dev.holdpoint.engine.port.AgentTests;
import dev.holdpoint.engine.port.JsonSchemas;
import dev.holdpoint.engine.port.McpDirectory;
import dev.holdpoint.engine.port.ModelRoutes;
import dev.holdpoint.engine.port.WorldSight;
import dev.holdpoint.engine.prompt.PlainReplies;
import dev.holdpoint.engine.retention.DebugArtifacts;
import dev.holdpoint.engine.retention.SessionRemoval;
import dev.holdpoint.engine.run.RequiredPaths;
import dev.holdpoint.engine.run.Runs;
import dev.holdpoint.engine.schedule.Observations;
import dev.holdpoint.engine.schedule.Schedules;
import dev.holdpoint.engine.secret.VaultKeys;
import dev.holdpoint.engine.session.Personas;
import dev.holdpoint.engine.session.SessionDefaults;
import dev.holdpoint.engine.session.Sessions;
import dev.holdpoint.engine.standing.Standings;
import dev.holdpoint.engine.team.Channels;
import dev.holdpoint.engine.team.Projects;
import dev.holdpoint.engine.triage.GateTimer;
import dev.holdpoint.engine.triage.Triages;
import dev.holdpoint.http.server.Handler;
import dev.holdpoint.http.v1.access.EnrollmentHandlers;
import dev.holdpoint.http.v1.access.KeyHandlers;
import dev.holdpoint.http.v1.access.PasskeyHandlers;
import dev.holdpoint.http.v1.access.PasskeyPlaces;
import dev.holdpoint.http.v1.access.SignInHandlers;
import dev.holdpoint.http.v1.access.TenantHandlers;
import dev.holdpoint.http.v1.access.TokenHandlers;
import dev.holdpoint.http.v1.agent.AgentHandlers;
import dev.holdpoint.http.v1.agent.McpServerHandlers;
import dev.holdpoint.http.v1.agent.RouteHandlers;
import dev.holdpoint.http.v1.audit.AuditHandlers;
import dev.holdpoint.http.v1.audit.AuditRecordHandlers;
import dev.holdpoint.http.v1.audit.ReceiptHandlers;
import dev.holdpoint.http.v1.audit.VaultHandlers;
import dev.holdpoint.http.v1.call.Bodies;
import dev.holdpoint.http.v1.call.HttpTargets;
import dev.holdpoint.http.v1.call.PageLinks;
import dev.holdpoint.http.v1.call.ReplyTargets;
import dev.holdpoint.http.v1.call.Uploads;
import dev.holdpoint.http.v1.content.AssetHandlers;
import dev.holdpoint.http.v1.content.BoardHandlers;
import dev.holdpoint.http.v1.daemon.BackupHandlers;
import dev.holdpoint.http.v1.daemon.DaemonHandlers;
import dev.holdpoint.http.v1.daemon.NodeHandlers;
import dev.holdpoint.http.v1.delivery.DeliveryHandlers;
import dev.holdpoint.http.v1.delivery.NotificationHandlers;
import dev.holdpoint.http.v1.event.EventFrames;
import dev.holdpoint.http.v1.event.StreamHandlers;
import dev.holdpoint.http.v1.gate.ApprovalHandlers;
import dev.holdpoint.http.v1.gate.AskedWorld;
import dev.holdpoint.http.v1.gate.FailedAssertions;
import dev.holdpoint.http.v1.gate.InboxHandlers;
import dev.holdpoint.http.v1.gate.PreviewHandlers;
import dev.holdpoint.http.v1.gate.QuestionHandlers;
import dev.holdpoint.http.v1.gate.ReplyHandlers;
import dev.holdpoint.http.v1.gate.Signatures;
import dev.holdpoint.http.v1.gate.TriageHandlers;
import dev.holdpoint.http.v1.memory.LearningHandlers;
import dev.holdpoint.http.v1.memory.MemoryHandlers;
import dev.holdpoint.http.v1.permission.PermissionRuleHandlers;
import dev.holdpoint.http.v1.permit.PermitDoor;
import dev.holdpoint.http.v1.permit.PermitHandlers;
import dev.holdpoint.http.v1.policy.GroupHandlers;
import dev.holdpoint.http.v1.policy.PolicyHandlers;
import dev.holdpoint.http.v1.run.DebugHandlers;
import dev.holdpoint.http.v1.run.RunHandlers;
import dev.holdpoint.http.v1.schedule.ObservationHandlers;
import dev.holdpoint.http.v1.schedule.ScheduleHandlers;
import dev.holdpoint.http.v1.session.CompletionRequirements;
import dev.holdpoint.http.v1.session.DefaultsHandlers;
import dev.holdpoint.http.v1.session.Inputs;
import dev.holdpoint.http.v1.session.MailboxHandlers;
import dev.holdpoint.http.v1.session.PersonaHandlers;
import dev.holdpoint.http.v1.session.SessionHandlers;
import dev.holdpoint.http.v1.session.SubmitHandlers;
import dev.holdpoint.http.v1.stats.StatsHandlers;
import dev.holdpoint.http.v1.team.ChannelHandlers;
import dev.holdpoint.http.v1.team.ProjectHandlers;
import dev.holdpoint.http.v1.view.ViewContext;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** All handlers of the native surface, by the ids of their endpoints. */
public final class NativeSurface {
  private NativeSurface() {}

  /** What the surface is a view of. */
  public record Rooms(
      Engine engine,
      Feed feed,
      RunWaits waits,
      Sessions sessions,
      Runs runs,
      Approvals approvals,
      Questions questions,
      PlainReplies replies,
      ExternalGates outside,
      Tokens tokens,
      Personas personas,
      SessionDefaults defaults,
      SessionRemoval removals,
      Memory memory,
      Skills skills,
      Learnings learnings,
      Plans plans,
      Assets assets,
      Boards boards,
      RequiredPaths requiredPaths,
      Deliveries deliveries,
      DebugArtifacts debugging,
      Proof proof,
      Notices notices,
      PermissionRules permissionRules,
      Access access,
      VaultKeys vaultKeys,
      AgentDirectory agents,
      AgentTests agentTests,
      ModelRoutes modelRoutes,
      McpDirectory mcpServers,
      JsonSchemas schemas,
      WorldSight world) {}

  /** Who may come in, and for whom. */
  public record Access(
      TenantDirectory tenants,
      ServiceKeys serviceKeys,
      ApproverKeys approverKeys,
      Signatures signatures,
      FailedAssertions failures,
      Groups groups,
      Policies policies,
      SignInHandlers.Entrance entrance,
      Standings standings) {}

  /** What people do about gates without deciding them, and who is told of what. */
  public record Notices(Notifications notifications, Triages triages, GateTimer timer) {}

  /** What proves what was decided, and that it was carried out once. */
  public record Proof(AuditKeys auditKeys, Permits permits, AnsweredPermits answered) {}

  /** What gives sessions work besides those who submit it. */
  public record Plans(
      Schedules schedules, Observations observations, Channels channels, Projects projects) {}

  public static Map<String, Handler> handlers(
      Rooms rooms,
      WireJson json,
      HttpTargets targets,
      DaemonHandlers.About about,
      Function<Run, Optional<Awaited>> waiting,
      Supplier<byte[]> openApi) {
    ViewContext sight =
        new ViewContext(
            rooms.engine,
            rooms.waits,
            json,
            rooms.access.standings,
            waiting,
            rooms.world::glance,
            rooms.approvals.editing());
    Bodies bodies = new Bodies(json);
    EventFrames frames = new EventFrames(sight.events, json);
    ReplyTargets replyTargets = new ReplyTargets(targets);
    PageLinks pages = new PageLinks(rooms.access.entrance.publicUrl());
    AdminActs acts = rooms.proof.auditKeys.acts();
    Map<String, Handler> all = new HashMap<>();
    all.putAll(
        new SessionHandlers(sight, bodies, json, rooms.sessions, rooms.runs, rooms.removals).all());
    all.putAll(
        new DefaultsHandlers(sight, bodies, rooms.defaults, replyTargets, rooms.schemas).all());
    all.putAll(new PersonaHandlers(sight, bodies, rooms.personas).all());
    all.putAll(new MailboxHandlers(sight).all());
    all.putAll(
        new SubmitHandlers(
                sight,
                bodies,
                rooms.runs,
                replyTargets,
                new Inputs(new Uploads(rooms.assets)),
                new CompletionRequirements(rooms.requiredPaths),
                rooms.schemas)
            .all());
    all.putAll(new AssetHandlers(sight, bodies, rooms.assets).all());
    all.putAll(new BoardHandlers(sight, bodies, rooms.boards).all());
    all.putAll(new RunHandlers(sight, bodies, rooms.runs).all());
    all.putAll(new DebugHandlers(sight, bodies, rooms.debugging, acts).all());
    all.putAll(
        new ApprovalHandlers(
                sight,
                bodies,
                rooms.approvals,
                rooms.outside,
                rooms.access.signatures,
                pages,
                rooms.proof.permits,
                new AskedWorld(rooms.world))
            .all());
    all.putAll(new PreviewHandlers(sight, rooms.world).all());
    all.putAll(
        new PermitHandlers(
                sight,
                bodies,
                new PermitDoor(
                    rooms.proof.permits,
                    new ObservedWorld(rooms.world, new StaleGates(rooms.outside)),
                    rooms.access.entrance.failures()))
            .all());
    all.putAll(new QuestionHandlers(sight, bodies, rooms.questions, rooms.outside, pages).all());
    all.putAll(new InboxHandlers(sight, json).all());
    all.putAll(new TriageHandlers(sight, bodies, rooms.notices.triages).all());
    all.putAll(new ReplyHandlers(sight, bodies, rooms.replies).all());
    all.putAll(new PermissionRuleHandlers(sight, bodies, rooms.permissionRules).all());
    all.putAll(new ScheduleHandlers(sight, bodies, rooms.plans.schedules).all());
    all.putAll(new ObservationHandlers(sight, bodies, rooms.plans.observations).all());
    all.putAll(new ChannelHandlers(sight, bodies, rooms.plans.channels).all());
    all.putAll(new ProjectHandlers(sight, bodies, rooms.plans.projects).all());
    all.putAll(new DeliveryHandlers(sight, bodies, rooms.deliveries).all());
    all.putAll(new AuditHandlers(sight, bodies, rooms.proof.auditKeys, about.version()).all());
    all.putAll(new AuditRecordHandlers(sight).all());
    all.putAll(new ReceiptHandlers(sight, new Receipts(rooms.proof.auditKeys)).all());
    all.putAll(new VaultHandlers(bodies, rooms.vaultKeys, acts).all());
    all.putAll(new AgentHandlers(rooms.agents, rooms.agentTests, bodies).all());
    all.putAll(new RouteHandlers(rooms.modelRoutes).all());
    all.putAll(new McpServerHandlers(rooms.mcpServers).all());
    all.putAll(
        new NotificationHandlers(sight, bodies, rooms.notices.notifications, replyTargets).all());
    all.putAll(new StreamHandlers(sight, rooms.feed, json, frames).all());
    all.putAll(new MemoryHandlers(rooms.memory, rooms.skills).all());
    all.putAll(new LearningHandlers(sight, bodies, rooms.learnings).all());
    all.putAll(new TokenHandlers(bodies, rooms.tokens).all());
    all.putAll(new SignInHandlers(sight, bodies, rooms.access.entrance, rooms.tokens).all());
    SignInHandlers.Entrance entrance = rooms.access.entrance;
    all.putAll(
        new PasskeyHandlers(
                bodies,
                entrance.passkeys(),
                entrance.enrollments(),
                entrance.failures(),
                new PasskeyPlaces(entrance.passkeys()::site))
            .all());
    all.putAll(
        new EnrollmentHandlers(
                sight, bodies, rooms.access.tenants, entrance.enrollments(), entrance)
            .all());
    all.putAll(new TenantHandlers(sight, bodies, rooms.access.tenants).all());
    all.putAll(new GroupHandlers(sight, bodies, rooms.access.groups).all());
    all.putAll(new PolicyHandlers(sight, bodies, rooms.access.policies).all());
    all.putAll(
        new KeyHandlers(
                sight,
                bodies,
                rooms.access.tenants,
                rooms.access.serviceKeys,
                rooms.access.approverKeys)
            .all());
    all.putAll(new StatsHandlers(sight).all());
    all.putAll(new NodeHandlers(bodies, about.roster(), acts).all());
    all.putAll(new BackupHandlers(bodies, about.backups(), acts).all());
    all.putAll(new DaemonHandlers(sight, about, openApi).all());
    all.replaceAll((_, handler) -> Locations.said(handler));
    return all;
  }
}

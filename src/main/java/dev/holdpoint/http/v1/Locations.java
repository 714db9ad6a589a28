package dev.holdpoint.http.v1;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdpoint.api.access.TenantBodies.TenantView;
import dev.holdpoint.api.content.ContentBodies.AssetView;
import dev.holdpoint.api.content.ContentBodies.BoardRevisionView;
import dev.holdpoint.api.content.ContentBodies.BoardView;
import dev.holdpoint.api.delivery.DeliveryBodies.ReplayedDelivery;
import dev.holdpoint.api.delivery.NotificationBodies.NotificationView;
import dev.holdpoint.api.gate.QuestionBodies.RaisedQuestion;
import dev.holdpoint.api.gate.RaiseBodies.RaisedApproval;
import dev.holdpoint.api.memory.LearningBodies.LearningView;
import dev.holdpoint.api.permission.PermissionBodies.PermissionRuleView;
import dev.holdpoint.api.policy.GroupBodies.GroupView;
import dev.holdpoint.api.policy.PolicyBodies.PolicyView;
import dev.holdpoint.api.run.RunBodies.RunView;
import dev.holdpoint.api.schedule.ScheduleBodies.RecordedObservation;
import dev.holdpoint.api.schedule.ScheduleBodies.ScheduleView;
import dev.holdpoint.api.session.DefaultsBodies.PersonaView;
import dev.holdpoint.api.session.SessionBodies.SessionView;
import dev.holdpoint.api.team.TeamBodies.ChannelView;
import dev.holdpoint.api.team.TeamBodies.ProjectView;
import dev.holdpoint.api.team.TeamBodies.TaskView;
import dev.holdpoint.http.server.Handler;
import dev.holdpoint.http.server.Reply;
import java.net.URLEncoder;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Where what was made can be read. */
public final class Locations {
  private static final Set<Class<?>> ADDRESSED =
      Set.of(
          SessionView.class,
          RunView.class,
          RaisedApproval.class,
          RaisedQuestion.class,
          PersonaView.class,
          PermissionRuleView.class,
          TenantView.class,
          GroupView.class,
          PolicyView.class,
          LearningView.class,
          ScheduleView.class,
          RecordedObservation.class,
          ChannelView.class,
          ReplayedDelivery.class,
          NotificationView.class,
          ProjectView.class,
          TaskView.class,
          AssetView.class,
          BoardView.class,
          BoardRevisionView.class);

  private Locations() {}

  /** Whether answers with such a record say where it can be read. */
  public static boolean has(Class<?> made) {
    return ADDRESSED.contains(made);
  }

  /** The same handler, whose answers say where to look for what they have made. */
  public static Handler said(Handler handler) {
    return call -> {
      Reply reply = handler.handle(call);
      if (reply instanceof Reply.Rendered(int status, Object made, _)
          && (status == 201 || status == 202)) {
        String path = of(made);
        return path == null ? reply : reply.with("Location", path);
      }
      return reply;
    };
  }

  /** Null for what has no address of its own. */
  static @Nullable String of(Object made) {
    return switch (made) {
      case SessionView it -> path("/v1/sessions/", it.sessionId());
      case RunView it -> path("/v1/runs/", it.runId());
      case RaisedApproval it -> path("/v1/approvals/", it.request().id());
      case RaisedQuestion it -> path("/v1/questions/", it.request().id());
      case PersonaView it -> path("/v1/personas/", it.personaId());
      case PermissionRuleView it -> path("/v1/permission-rules/", it.ruleId());
      case TenantView it -> path("/v1/tenants/", it.tenantId());
      case GroupView it -> path("/v1/groups/", it.groupId());
      case PolicyView it -> path("/v1/approval-policies/", it.policyId());
      case LearningView it -> path("/v1/learnings/", it.learningId());
      case ScheduleView it -> path("/v1/schedules/", it.scheduleId());
      case RecordedObservation it -> path("/v1/observations/", it.observationId());
      case ChannelView it -> path("/v1/channels/", it.channelId());
      case ReplayedDelivery it -> path("/v1/deliveries/", it.delivery().deliveryId());
      case NotificationView it -> path("/v1/notifications/", it.notificationId());
      case ProjectView it -> path("/v1/projects/", it.projectId());
      case TaskView it -> path(path("/v1/projects/", it.projectId()) + "/tasks/", it.taskId());
      case AssetView it -> path("/v1/assets/", it.assetId());
      case BoardView it -> path("/v1/boards/", it.boardId());
      case BoardRevisionView it ->
          path(path("/v1/boards/", it.boardId()) + "/revisions/", it.revisionId());
      default -> null;
    };
  }

  private static String path(String before, String id) {
    return before + URLEncoder.encode(id, UTF_8).replace("+", "%20");
  }
}

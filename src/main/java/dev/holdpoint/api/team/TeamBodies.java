package dev.holdpoint.api.team;

import dev.holdpoint.api.json.Copies;
import dev.holdpoint.api.json.Limits;
import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.Matches;
import dev.holdpoint.api.rule.OmitIfUnset;
import dev.holdpoint.api.rule.RefusedAs;
import dev.holdpoint.api.rule.Required;
import dev.holdpoint.api.rule.Size;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Bodies of requests and responses about channels, projects and tasks. */
public interface TeamBodies {
  @About("A public conversation.")
  record ChannelView(String channelId, String title, List<String> members, long createdAtMs) {
    public ChannelView {
      members = Copies.of(members);
    }
  }

  @About("Creates a public conversation.")
  record CreateChannelRequest(
      @Length(min = 1, max = Limits.SESSION_ID)
          @Matches(value = Limits.SESSION_ID_PATTERN, message = Limits.SESSION_ID_RULE)
          @RefusedAs("invalid_channel_id")
          @Nullable String channelId,
      @Required @Length(min = 1, max = Limits.NAME) String title,
      @Size(max = Limits.MEMBERS)
          @Length(min = 1, max = Limits.SESSION_ID)
          @About("Ids of the sessions that can be asked to speak.")
          List<String> members,
      @Length(min = 1, max = Limits.IDEMPOTENCY_KEY) @RefusedAs("invalid_idempotency_key")
          @Nullable String idempotencyKey) {
    public CreateChannelRequest {
      members = Copies.of(members);
    }
  }

  @About("A message in a channel.")
  record ChannelMessageView(
      String messageId,
      String channelId,
      @About("The name of the author, or the session that spoke.") String author,
      String content,
      @About("The members that were asked to speak.") List<String> to,
      @About("Their runs, in the same order.") List<String> runIds,
      @About("The run that produced it, if a session spoke.") @OmitIfUnset @Nullable String runId,
      long createdAtMs) {
    public ChannelMessageView {
      to = Copies.of(to);
      runIds = Copies.of(runIds);
    }
  }

  @About("Posts a message to a channel, and asks members to speak.")
  record PostMessageRequest(
      @Required @Length(min = 1, max = Limits.NAME) String author,
      @Required @Length(min = 1, max = Limits.CONTENT) String content,
      @Size(max = Limits.MEMBERS)
          @Length(min = 1, max = Limits.SESSION_ID)
          @About("Ids of the members that are asked to speak.")
          List<String> to,
      @Length(min = 1, max = Limits.IDEMPOTENCY_KEY) @RefusedAs("invalid_idempotency_key")
          @Nullable String idempotencyKey) {
    public PostMessageRequest {
      to = Copies.of(to);
    }
  }

  @About("A posted message, and the runs of the members that were asked to speak.")
  record PostedMessage(String messageId, List<String> runIds) {
    public PostedMessage {
      runIds = Copies.of(runIds);
    }
  }

  @About("A group of tasks.")
  record ProjectView(String projectId, String title, List<String> members, long createdAtMs) {
    public ProjectView {
      members = Copies.of(members);
    }
  }

  @About("Creates a project.")
  record CreateProjectRequest(
      @Length(min = 1, max = Limits.SESSION_ID)
          @Matches(value = Limits.SESSION_ID_PATTERN, message = Limits.SESSION_ID_RULE)
          @RefusedAs("invalid_project_id")
          @Nullable String projectId,
      @Required @Length(min = 1, max = Limits.NAME) String title,
      @Size(max = Limits.MEMBERS)
          @Length(min = 1, max = Limits.SESSION_ID)
          @About("Ids of the sessions that take its tasks; none means any.")
          List<String> members,
      @Length(min = 1, max = Limits.IDEMPOTENCY_KEY) @RefusedAs("invalid_idempotency_key")
          @Nullable String idempotencyKey) {
    public CreateProjectRequest {
      members = Copies.of(members);
    }
  }

  @About("A task for one session.")
  record TaskView(
      String taskId,
      String projectId,
      String title,
      String sessionId,
      String content,
      TaskStatus status,
      @About("The newest run that was started for it.") @OmitIfUnset @Nullable String runId,
      @OmitIfUnset @Nullable Long startedAtMs,
      long createdAtMs) {}

  @About("The state of a task: open, or the state of its newest run.")
  enum TaskStatus {
    OPEN,
    QUEUED,
    RUNNING,
    WAITING_FOR_APPROVAL,
    WAITING_FOR_USER_QUESTION,
    COMPLETED,
    FAILED,
    INTERRUPTED,
    CANCELLED
  }

  @About("A task for one session.")
  record CreateTaskRequest(
      @Required @Length(min = 1, max = Limits.NAME) String title,
      @Required @Length(min = 1, max = Limits.SESSION_ID) String sessionId,
      @Required @Length(min = 1, max = Limits.CONTENT) String content,
      @Length(min = 1, max = Limits.IDEMPOTENCY_KEY) @RefusedAs("invalid_idempotency_key")
          @Nullable String idempotencyKey) {}
}

package dev.holdpoint.http.v1.gate;

import dev.holdpoint.api.gate.PermissionReplyBodies.PermissionReplyRequest;
import dev.holdpoint.api.gate.PermissionReplyBodies.QuestionReplyRequest;
import dev.holdpoint.engine.prompt.PlainReplies;
import dev.holdpoint.http.server.Call;
import dev.holdpoint.http.server.Handler;
import dev.holdpoint.http.server.Reply;
import dev.holdpoint.http.v1.call.Bodies;
import dev.holdpoint.http.v1.view.ViewContext;
import java.util.List;
import java.util.Map;

/** Replies of older clients: the session and the id in the path, and nothing to say when done. */
public final class ReplyHandlers {
  private final ViewContext sight;
  private final Bodies bodies;
  private final PlainReplies replies;

  public ReplyHandlers(ViewContext sight, Bodies bodies, PlainReplies replies) {
    this.sight = sight;
    this.bodies = bodies;
    this.replies = replies;
  }

  public Map<String, Handler> all() {
    return Map.of(
        "replyQuestion", this::reply,
        "rejectQuestion", this::reject,
        "replyPermission", this::permit);
  }

  private Reply reply(Call call) {
    QuestionReplyRequest body = bodies.read(call, QuestionReplyRequest.class);
    List<List<String>> answers = body.answers() == null ? List.of() : body.answers();
    replies.reply(
        call.path("session_id"), call.path("question_id"), answers, call.caller().voter());
    return Reply.empty(204);
  }

  private Reply reject(Call call) {
    bodies.checkUnused(call);
    replies.reject(call.path("session_id"), call.path("question_id"), call.caller().voter());
    return Reply.empty(204);
  }

  private Reply permit(Call call) {
    PermissionReplyRequest body = bodies.read(call, PermissionReplyRequest.class);
    return CurrentRows.shown(
        sight,
        () -> {
          replies.permit(
              call.path("session_id"),
              call.path("permission_id"),
              PlainReplies.Permission.valueOf(body.reply().name()),
              body.message(),
              call.caller().voter());
          return Reply.empty(204);
        });
  }
}

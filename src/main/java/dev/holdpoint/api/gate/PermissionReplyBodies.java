package dev.holdpoint.api.gate;

import dev.holdpoint.api.json.Copies;
import dev.holdpoint.api.json.Limits;
import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.Required;
import dev.holdpoint.api.rule.Size;
import dev.holdpoint.api.rule.Tolerant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Bodies of older replies to permission requests and questions. */
public interface PermissionReplyBodies {
  @About("A reply to an agent's permission request.")
  @Tolerant(exceptSlips = true)
  record PermissionReplyRequest(
      @Required PermissionReply reply,
      @Length(max = Limits.REASON) @About("With reject: the reason for the agent.")
          @Nullable String message) {
    public PermissionReplyRequest(PermissionReply reply) {
      this(reply, null);
    }
  }

  @About("A reply to a permission: allow this call, allow it and similar calls, or reject it.")
  enum PermissionReply {
    ONCE,
    ALWAYS,
    REJECT
  }

  @About(
      "Answers in the order of the questions, each a list of ids or labels of "
          + "options, or free text.")
  @Tolerant(exceptSlips = true)
  record QuestionReplyRequest(
      @Required @Size(max = Limits.OPTIONS) @Length(max = Limits.CONTENT)
          @Nullable List<List<String>> answers) {
    public QuestionReplyRequest {
      answers = answers == null ? null : answers.stream().map(Copies::of).toList();
    }
  }
}

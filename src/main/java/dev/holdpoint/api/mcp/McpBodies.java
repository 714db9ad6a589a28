package dev.holdpoint.api.mcp;

import dev.holdpoint.api.gate.ApprovalBodies.RequestRisk;
import dev.holdpoint.api.gate.AskerWords;
import dev.holdpoint.api.gate.LateBodies.LateAnswer;
import dev.holdpoint.api.gate.LateBodies.LateAnswerRule;
import dev.holdpoint.api.gate.QuestionBodies.QuestionAnswer;
import dev.holdpoint.api.gate.QuestionBodies.QuestionDraft;
import dev.holdpoint.api.gate.QuestionBodies.QuestionExpiry;
import dev.holdpoint.api.gate.RaiseBodies.ApprovalExpiry;
import dev.holdpoint.api.gate.WorldBodies.PreconditionRequest;
import dev.holdpoint.api.json.Copies;
import dev.holdpoint.api.json.Limits;
import dev.holdpoint.api.permit.PermitBodies.PermitWish;
import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.JsonLength;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.Matches;
import dev.holdpoint.api.rule.MustBeObject;
import dev.holdpoint.api.rule.OmitIfUnset;
import dev.holdpoint.api.rule.Range;
import dev.holdpoint.api.rule.Required;
import dev.holdpoint.api.rule.Size;
import dev.holdpoint.api.rule.Tolerant;
import dev.holdpoint.api.status.AppliedEnding;
import dev.holdpoint.api.status.GateOutcome;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Arguments and results of the tools that the MCP server offers. */
public interface McpBodies {
  @About("The request for a person's approval.")
  record McpApprovalArguments(
      @Required
          @Length(min = 1, max = Limits.REASON)
          @Matches(value = Limits.SAYS_SOMETHING, message = "must say something")
          @About("The reason, in words for the person who decides.")
          String reason,
      @Length(min = 1, max = Limits.NAME) @About("The tool or action that would run.")
          @Nullable String toolName,
      @MustBeObject
          @JsonLength(max = Limits.TOOL_INPUT)
          @About("The input of the tool or action. The person sees it, and may change it.")
          @Nullable JsonNode input,
      @Length(min = 1, max = Limits.SESSION_ID)
          @Matches(value = Limits.SESSION_ID_PATTERN, message = Limits.SESSION_ID_RULE)
          @About("The session of the request; if omitted, the client's own.")
          @Nullable String sessionId,
      @Length(min = 1, max = Limits.IDEMPOTENCY_KEY)
          @About(
              "Your own key for this request. The same key finds the same request "
                  + "again, pending or decided, also after a restart.")
          @Nullable String requestKey,
      @Range(min = 1, max = Limits.DURATION_MS)
          @About("The request expires after this time in milliseconds; if omitted, never.")
          @Nullable Long expiresAfterMs,
      @Range(min = 0, max = Limits.DURATION_MS)
          @About(
              "Maximum time to wait in milliseconds, then the answer is `pending`; 0 "
                  + "does not wait. If omitted, it waits until there is a decision.")
          @Nullable Long waitMs,
      @About(AskerWords.ON_EXPIRY) @Nullable ApprovalExpiry onExpiry,
      @About(AskerWords.RISK) @Nullable RequestRisk risk,
      @Size(max = Limits.EDITABLE) @Length(max = Limits.ID) @About(AskerWords.EDITABLE)
          @Nullable List<String> editable,
      @Length(min = 1, max = Limits.ID) @About(AskerWords.REVISES) @Nullable String revises,
      @Length(min = 1, max = Limits.REASON) @About(AskerWords.REPLY) @Nullable String reply,
      @About(AskerWords.LATE_ANSWERS) @Nullable LateAnswerRule lateAnswers,
      @Size(max = Limits.PRECONDITIONS) @About(AskerWords.PRECONDITIONS)
          @Nullable List<PreconditionRequest> preconditions,
      @About("Return the permit itself too, which redeem_permit takes, and on which terms.")
          @Nullable PermitWish permit) {
    public McpApprovalArguments {
      editable = Copies.orNull(editable);
      preconditions = Copies.orNull(preconditions);
    }
  }

  @About("The question for a person: one in short form, or a list of them.")
  record McpQuestionArguments(
      @Length(min = 1, max = Limits.REASON)
          @About("One question, in words for the person; instead of `questions`.")
          @Nullable String question,
      @Size(max = Limits.OPTIONS)
          @Length(min = 1, max = Limits.ID)
          @About(
              "The options for the answer to `question`; without any, it is answered "
                  + "in free text.")
          List<String> options,
      @About("Whether several of `options` may be chosen.") @Nullable Boolean multiSelect,
      @Size(max = Limits.QUESTIONS) @About("Several questions at once; instead of `question`.")
          List<QuestionDraft> questions,
      @Length(min = 1, max = Limits.SESSION_ID)
          @Matches(value = Limits.SESSION_ID_PATTERN, message = Limits.SESSION_ID_RULE)
          @About("The session of the request; if omitted, the client's own.")
          @Nullable String sessionId,
      @Length(min = 1, max = Limits.IDEMPOTENCY_KEY)
          @About(
              "Your own key for this request. The same key finds the same request "
                  + "again, pending or decided, also after a restart.")
          @Nullable String requestKey,
      @Range(min = 1, max = Limits.DURATION_MS)
          @About("The request expires after this time in milliseconds; if omitted, never.")
          @Nullable Long expiresAfterMs,
      @Range(min = 0, max = Limits.DURATION_MS)
          @About(
              "Maximum time to wait in milliseconds, then the answer is `pending`; 0 "
                  + "does not wait. If omitted, it waits until there is an answer.")
          @Nullable Long waitMs,
      @About(
              "What the deadline does: cancel, decline (you learn that nobody answered), or "
                  + "default (each question's default is its answer). Without it, cancel.")
          @Nullable QuestionExpiry onExpiry,
      @About(AskerWords.LATE_ANSWERS) @Nullable LateAnswerRule lateAnswers,
      @About(AskerWords.RISK) @Nullable RequestRisk risk) {
    public McpQuestionArguments {
      options = Copies.of(options);
      questions = Copies.of(questions);
    }
  }

  @About("The request to check: by request_key or by request_id.")
  record McpCheckArguments(
      @Length(min = 1, max = Limits.IDEMPOTENCY_KEY) @About("The request_key of the request.")
          @Nullable String requestKey,
      @Length(min = 1, max = Limits.ID) @About("The request_id from an earlier answer.")
          @Nullable String requestId,
      @Length(min = 1, max = Limits.SESSION_ID)
          @Matches(value = Limits.SESSION_ID_PATTERN, message = Limits.SESSION_ID_RULE)
          @About("The session in which request_key was used; if omitted, the client's own.")
          @Nullable String sessionId,
      @Range(min = 0, max = Limits.DURATION_MS)
          @About(
              "Maximum time to wait in milliseconds, then the answer is `pending`; 0 "
                  + "or omitted does not wait.")
          @Nullable Long waitMs) {}

  @About("The text of the message.")
  record McpNoticeArguments(
      @Required
          @Length(min = 1, max = Limits.CONTENT)
          @Matches(value = Limits.SAYS_SOMETHING, message = "must say something")
          @About("The message.")
          String message,
      @Length(min = 1, max = Limits.NAME) @About("A title for the message.") @Nullable String title,
      @Length(min = 1, max = Limits.SESSION_ID)
          @Matches(value = Limits.SESSION_ID_PATTERN, message = Limits.SESSION_ID_RULE)
          @About("The session of the message; if omitted, the client's own.")
          @Nullable String sessionId,
      @Length(min = 1, max = Limits.IDEMPOTENCY_KEY)
          @About(
              "Your own key for this message. The same message with the same key is "
                  + "sent only once, also after a restart.")
          @Nullable String requestKey) {}

  /** Not strict: what a newer version of the program sends besides is none of our business. */
  @About("A tool that Claude Code wants to use.")
  @Tolerant
  record McpPermissionArguments(
      @Required @Length(min = 1, max = Limits.NAME) @About("The tool.") String toolName,
      @Required @MustBeObject @JsonLength(max = Limits.TOOL_INPUT) @About("The input of the tool.")
          JsonNode input,
      @Length(min = 1, max = Limits.ID) @About("The program's own id for the call.")
          @Nullable String toolUseId,
      @JsonLength(max = Limits.TOOL_INPUT)
          @About("Any value except false and null: no grant is offered.")
          @Nullable JsonNode suppressAlwaysAllowRule,
      @JsonLength(max = Limits.TOOL_INPUT)
          @About("Any value except false and null: deny is the default.")
          @Nullable JsonNode defaultToNo,
      @JsonLength(max = Limits.TOOL_INPUT)
          @About("Any value except false and null: allow rules do not apply, a person decides.")
          @Nullable JsonNode requiresUserInteraction,
      @JsonLength(max = Limits.TOOL_INPUT)
          @About("Any value except false and null: allow rules do not apply, a person decides.")
          @Nullable JsonNode matchedAskRule) {}

  @About("A request and its state.")
  record McpDecision(
      McpStatus status,
      String requestId,
      String runId,
      String sessionId,
      @About("Only if you gave the request a request_key.") @OmitIfUnset
          @Nullable String requestKey,
      @About("A comment on the decision.") @OmitIfUnset @Nullable String reason,
      @About("Use this instead of your own input; a person has changed it.") @OmitIfUnset
          @Nullable JsonNode updatedInput,
      @About("In the order of the questions.") @OmitIfUnset @Nullable List<QuestionAnswer> answers,
      @About("Who decided.") @OmitIfUnset @Nullable String by,
      @OmitIfUnset @Nullable Long decidedAtMs,
      @About("The URL where a person decides.") @OmitIfUnset @Nullable String url,
      @About("What to do next.") @OmitIfUnset @Nullable String next,
      @About("How it ended, in the word that all surfaces share.") @OmitIfUnset
          @Nullable GateOutcome outcome,
      @About("What the deadline did, if it ended by its deadline.") @OmitIfUnset
          @Nullable AppliedEnding applied,
      @About("With status responded: use this as the result; do not do what you asked for.")
          @OmitIfUnset
          @Nullable String response,
      @About("Decisions that came too late, if you asked for them. Nothing was done with them.")
          @OmitIfUnset
          @Nullable List<LateAnswer> lateAnswers,
      @About("Who must agree and what comes next, while it is pending.") @OmitIfUnset
          @Nullable String waitsFor,
      @About("Which wording of the request this is, from 1.") @OmitIfUnset
          @Nullable Integer revision,
      @About(
              "Lowercase hex SHA-256 of the RFC 8785 form of {tool_name, input}, or of {questions} for a question.")
          @OmitIfUnset
          @Nullable String digest,
      @About("The permit that the approval gives.") @OmitIfUnset @Nullable String permitId,
      @About("The permit itself, a compact JWS, if you asked for it and it is ready.") @OmitIfUnset
          @Nullable String permit,
      @About("When the permit can no longer be redeemed.") @OmitIfUnset
          @Nullable Long permitExpiresAtMs) {
    public McpDecision {
      answers = answers == null ? null : List.copyOf(answers);
      lateAnswers = Copies.orNull(lateAnswers);
    }

    /** Of which nothing came too late. */
    public McpDecision(
        McpStatus status,
        String requestId,
        String runId,
        String sessionId,
        @Nullable String requestKey,
        @Nullable String reason,
        @Nullable JsonNode updatedInput,
        @Nullable List<QuestionAnswer> answers,
        @Nullable String by,
        @Nullable Long decidedAtMs,
        @Nullable String url,
        @Nullable String next,
        @Nullable GateOutcome outcome,
        @Nullable AppliedEnding applied,
        @Nullable String response) {
      this(
          status,
          requestId,
          runId,
          sessionId,
          requestKey,
          reason,
          updatedInput,
          answers,
          by,
          decidedAtMs,
          url,
          next,
          outcome,
          applied,
          response,
          null,
          null,
          null,
          null,
          null,
          null,
          null);
    }

    /** The same, with the permit that it gives. */
    public McpDecision permitted(String id, @Nullable String jws, @Nullable Long untilMs) {
      return new McpDecision(
          status,
          requestId,
          runId,
          sessionId,
          requestKey,
          reason,
          updatedInput,
          answers,
          by,
          decidedAtMs,
          url,
          next,
          outcome,
          applied,
          response,
          lateAnswers,
          waitsFor,
          revision,
          digest,
          id,
          jws,
          untilMs);
    }

    /** The same, with what decisions on it name. */
    public McpDecision asked(int number, String hash) {
      return with(next, response, lateAnswers, waitsFor, number, hash);
    }

    /** The same, with who must agree. */
    public McpDecision waitingFor(@Nullable String people) {
      return with(next, response, lateAnswers, people, revision, digest);
    }

    /** The same, with what came too late. */
    public McpDecision late(@Nullable List<LateAnswer> all) {
      return with(next, response, all, waitsFor, revision, digest);
    }

    /** The same, and what to do about it. */
    public McpDecision next(String words) {
      return with(words, response, lateAnswers, waitsFor, revision, digest);
    }

    /** The same, with what a person said in the tool's place. */
    public McpDecision response(String text) {
      return with(next, text, lateAnswers, waitsFor, revision, digest);
    }

    private McpDecision with(
        @Nullable String words,
        @Nullable String text,
        @Nullable List<LateAnswer> late,
        @Nullable String people,
        @Nullable Integer number,
        @Nullable String hash) {
      return new McpDecision(
          status,
          requestId,
          runId,
          sessionId,
          requestKey,
          reason,
          updatedInput,
          answers,
          by,
          decidedAtMs,
          url,
          words,
          outcome,
          applied,
          text,
          late,
          people,
          number,
          hash,
          permitId,
          permit,
          permitExpiresAtMs);
    }
  }

  @About(
      "The state of a request. Only `approved` and `answered` allow you to continue; with "
          + "`responded`, a person's text is the result and nothing is to be done.")
  enum McpStatus {
    APPROVED,
    DENIED,
    ANSWERED,
    DECLINED,
    CHANGES_REQUESTED,
    ASKED_BACK,
    RESPONDED,
    EXPIRED,
    CANCELLED,
    PENDING
  }

  @About("A message to people.")
  record McpNotice(
      @About("Always `told`.") String status,
      String runId,
      String sessionId,
      @OmitIfUnset @Nullable String requestKey) {}
}

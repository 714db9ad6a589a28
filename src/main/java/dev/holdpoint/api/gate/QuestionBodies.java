package dev.holdpoint.api.gate;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.holdpoint.api.description.DescriptionBodies;
import dev.holdpoint.api.description.DescriptionBodies.LineageView;
import dev.holdpoint.api.gate.ApprovalBodies.GateWaits;
import dev.holdpoint.api.gate.ApprovalBodies.RequestRisk;
import dev.holdpoint.api.gate.EffectBodies.EffectView;
import dev.holdpoint.api.gate.LateBodies.LateAnswer;
import dev.holdpoint.api.gate.LateBodies.LateAnswerRule;
import dev.holdpoint.api.gate.StandingBodies.ActionView;
import dev.holdpoint.api.gate.StandingBodies.PolicyMark;
import dev.holdpoint.api.gate.StandingBodies.StandingView;
import dev.holdpoint.api.gate.TriageBodies.GateTriage;
import dev.holdpoint.api.json.Copies;
import dev.holdpoint.api.json.Limits;
import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.OmitIfUnset;
import dev.holdpoint.api.rule.Range;
import dev.holdpoint.api.rule.RefusedAs;
import dev.holdpoint.api.rule.Required;
import dev.holdpoint.api.rule.Size;
import dev.holdpoint.api.rule.Words;
import dev.holdpoint.api.status.AppliedEnding;
import dev.holdpoint.api.status.GateOutcome;
import dev.holdpoint.api.status.GateStatus;
import dev.holdpoint.api.status.RunKind;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Bodies of requests and responses about questions. */
public interface QuestionBodies {
  @About("Questions, the run that waits for them, and for a clarification the child that asked.")
  record PendingQuestionView(
      String sessionId,
      String agentId,
      String runId,
      RunKind runKind,
      @Nullable String requesterAgentId,
      @Nullable String requesterSessionId,
      @Nullable String requesterRunId,
      @Nullable String requesterToolCallId,
      List<String> requesterProjectIds,
      List<String> requesterChannelIds,
      List<String> parentProjectIds,
      List<String> parentChannelIds,
      UserQuestionRequestView request,
      @OmitIfUnset @Nullable GateStatus status,
      @OmitIfUnset @Nullable QuestionDecision resolution,
      @About("Answers that came too late, if the asker wants to know of them.") @OmitIfUnset
          @Nullable List<LateAnswer> lateAnswers,
      @About("What people did about it, if anything.") @OmitIfUnset @Nullable GateTriage triage) {
    public PendingQuestionView {
      lateAnswers = Copies.orNull(lateAnswers);
      requesterProjectIds = Copies.of(requesterProjectIds);
      requesterChannelIds = Copies.of(requesterChannelIds);
      parentProjectIds = Copies.of(parentProjectIds);
      parentChannelIds = Copies.of(parentChannelIds);
    }

    /** Of one that nobody has touched. */
    public PendingQuestionView(
        String sessionId,
        String agentId,
        String runId,
        RunKind runKind,
        @Nullable String requesterAgentId,
        @Nullable String requesterSessionId,
        @Nullable String requesterRunId,
        @Nullable String requesterToolCallId,
        List<String> requesterProjectIds,
        List<String> requesterChannelIds,
        List<String> parentProjectIds,
        List<String> parentChannelIds,
        UserQuestionRequestView request,
        @Nullable GateStatus status,
        @Nullable QuestionDecision resolution) {
      this(
          sessionId,
          agentId,
          runId,
          runKind,
          requesterAgentId,
          requesterSessionId,
          requesterRunId,
          requesterToolCallId,
          requesterProjectIds,
          requesterChannelIds,
          parentProjectIds,
          parentChannelIds,
          request,
          status,
          resolution,
          null,
          null);
    }

    public PendingQuestionView late(@Nullable List<LateAnswer> answers) {
      return new PendingQuestionView(
          sessionId,
          agentId,
          runId,
          runKind,
          requesterAgentId,
          requesterSessionId,
          requesterRunId,
          requesterToolCallId,
          requesterProjectIds,
          requesterChannelIds,
          parentProjectIds,
          parentChannelIds,
          request,
          status,
          resolution,
          answers,
          triage);
    }
  }

  @About("Pending questions that one person answers together.")
  record UserQuestionRequestView(
      String id,
      @Nullable String toolCallId,
      @About("Always 1.") int revision,
      @About("Lowercase hex SHA-256 of the RFC 8785 form of {questions, form} as shown here.")
          String digest,
      List<StructuredQuestion> questions,
      long createdAtMs,
      @Nullable Long expiresAtMs,
      @OmitIfUnset
          @About(
              "The answers so far, if they are given one by one; a complete resolution "
                  + "replaces them.")
          @Nullable List<QuestionAnswer> partialAnswers,
      @OmitIfUnset
          @About("The JSON Schema for the answers, as one object with a member for each question.")
          @Nullable JsonNode form,
      @OmitIfUnset @About("The page that people are asked to open; the daemon never calls it.")
          @Nullable QuestionLink link,
      @About(
              "Whether anything waits for the decision of a request from outside: now, "
                  + "comes_back (it asks again later), or nobody. Unset for the daemon's own runs.")
          @OmitIfUnset
          @Nullable GateWaits waits,
      @About(
              "With waits nobody: until when a decision made now is kept for the same "
                  + "request, which it answers once.")
          @OmitIfUnset
          @Nullable Long keptUntilMs,
      @About("What the deadline does, if that is not to cancel the run.") @OmitIfUnset
          @Nullable AppliedEnding onExpiry,
      @About("Who may answer and what comes next, if a policy holds.") @OmitIfUnset
          @Nullable StandingView standing,
      @OmitIfUnset @Nullable List<ActionView> actions,
      @About(
              "effect_uncertain where the daemon asks whether a call happened: an answer selects "
                  + "exactly one option, and words beside it are a note. Unset for all others.")
          @OmitIfUnset
          @Words({"effect_uncertain"})
          @Nullable String purpose,
      @About("With purpose effect_uncertain: the call that left no result.") @OmitIfUnset
          @Nullable EffectView effect,
      @About(DescriptionBodies.TITLE) String title,
      @About(DescriptionBodies.SUMMARY) @OmitIfUnset @Nullable String summary,
      @About("Which MCP server asks, if one does while its tool runs.") @OmitIfUnset
          @Nullable String why,
      @About(DescriptionBodies.AGENT_NAME) @OmitIfUnset @Nullable String agentName,
      @About(DescriptionBodies.LINEAGE) @OmitIfUnset @Nullable List<LineageView> lineage) {
    public UserQuestionRequestView(
        String id,
        @Nullable String toolCallId,
        int revision,
        String digest,
        List<StructuredQuestion> questions,
        long createdAtMs,
        @Nullable Long expiresAtMs,
        @Nullable List<QuestionAnswer> partialAnswers,
        @Nullable JsonNode form,
        @Nullable List<ActionView> actions) {
      this(
          id,
          toolCallId,
          revision,
          digest,
          questions,
          createdAtMs,
          expiresAtMs,
          partialAnswers,
          form,
          null,
          null,
          null,
          null,
          null,
          actions,
          null,
          null,
          questions.isEmpty() ? "" : questions.getFirst().question(),
          null,
          null,
          null,
          null);
    }

    public UserQuestionRequestView {
      lineage = Copies.orNull(lineage);
      questions = Copies.of(questions);
      partialAnswers = Copies.orNull(partialAnswers);
      actions = Copies.orNull(actions);
    }
  }

  @About("A page elsewhere: https, or http to the daemon's own machine.")
  record QuestionLink(String url, @About("As it stands in the URL, without a port.") String host) {}

  @About("A question as it was asked.")
  record StructuredQuestion(
      String id,
      String header,
      String question,
      List<Option> options,
      boolean multiSelect,
      @OmitIfUnset @About("Set if an answer is optional.") @Nullable Boolean optional,
      @OmitIfUnset @About("Set if only its options are answers, and no free text.")
          @Nullable Boolean closed,
      @OmitIfUnset @JsonProperty("default") @About("The answer where the deadline gives one.")
          @Nullable DefaultAnswer answerByDefault) {
    public StructuredQuestion(
        String id, String header, String question, List<Option> options, boolean multiSelect) {
      this(id, header, question, options, multiSelect, null, null, null);
    }

    public StructuredQuestion {
      options = Copies.of(options);
    }
  }

  @About("One option of a question.")
  record Option(
      @Required @Length(min = 1, max = Limits.ID) String id,
      @Required @Length(max = Limits.REASON) String label,
      @OmitIfUnset @Length(max = Limits.REASON) @Nullable String description,
      @OmitIfUnset @Length(max = Limits.REASON) @Nullable String preview) {}

  @About("The answer to one question: options, free text, or both.")
  record QuestionAnswer(
      @Required @Length(min = 1, max = Limits.ID) String questionId,
      @Size(max = Limits.OPTIONS) @Length(min = 1, max = Limits.ID) List<String> selectedOptionIds,
      @OmitIfUnset @Length(max = Limits.CONTENT) @Nullable String freeformAnswer) {
    public QuestionAnswer {
      selectedOptionIds = Copies.of(selectedOptionIds);
    }
  }

  @About("How a question was settled, by whom and when.")
  record QuestionDecision(
      String by,
      long atMs,
      @Words({"answered", "declined", "cancelled", "expired", "withdrawn"}) String behavior,
      GateOutcome outcome,
      @About("What the deadline did, if it ended by its deadline.") @OmitIfUnset
          @Nullable AppliedEnding applied,
      List<QuestionAnswer> answers,
      @OmitIfUnset @Nullable String justification,
      @About("The policy under which it was answered.") @OmitIfUnset @Nullable PolicyMark policy) {
    public QuestionDecision {
      answers = Copies.of(answers);
    }
  }

  @About("An external agent asks a person.")
  record RaiseQuestionRequest(
      @Size(min = 1, max = Limits.QUESTIONS) List<QuestionDraft> questions,
      @Range(min = 1, max = Limits.DURATION_MS)
          @About("How long it is pending; without this and expires_at_ms it never expires.")
          @Nullable Long expiresAfterMs,
      @Range(min = 1, max = Limits.TIME_MS) @About("The deadline, instead of a duration.")
          @Nullable Long expiresAtMs,
      @Length(min = 1, max = Limits.IDEMPOTENCY_KEY) @About("The same key returns the same gate.")
          @Nullable String requestKey,
      @Length(min = 1, max = Limits.IDEMPOTENCY_KEY) @RefusedAs("invalid_idempotency_key")
          @Nullable String idempotencyKey,
      @About(
              "What the deadline does: cancel the run, decline (the agent learns that nobody "
                  + "answered and goes on), or default (each question's default is its answer; "
                  + "where one has none, decline). Without it, cancel.")
          @Nullable QuestionExpiry onExpiry,
      @About(AskerWords.LATE_ANSWERS) @Nullable LateAnswerRule lateAnswers,
      @About(AskerWords.RISK) @Nullable RequestRisk risk) {
    public RaiseQuestionRequest {
      questions = Copies.of(questions);
    }

    /** Of an asker that says nothing of its deadline. */
    public RaiseQuestionRequest(
        List<QuestionDraft> questions,
        @Nullable Long expiresAfterMs,
        @Nullable Long expiresAtMs,
        @Nullable String requestKey,
        @Nullable String idempotencyKey) {
      this(questions, expiresAfterMs, expiresAtMs, requestKey, idempotencyKey, null, null, null);
    }
  }

  @About("What the deadline of a question does.")
  enum QuestionExpiry {
    CANCEL,
    DECLINE,
    DEFAULT
  }

  @About("The answer that a question gets where its deadline gives one.")
  record DefaultAnswer(
      @Size(max = Limits.OPTIONS) @Length(min = 1, max = Limits.ID) List<String> selectedOptionIds,
      @OmitIfUnset @Length(max = Limits.CONTENT) @Nullable String freeformAnswer) {
    public DefaultAnswer {
      selectedOptionIds = Copies.of(selectedOptionIds);
    }
  }

  @About("The new gate, and the run that waits for it.")
  record RaisedQuestion(
      String runId,
      UserQuestionRequestView request,
      @About("The page on which people decide.") String link) {}

  @About("A question to be asked. Without options it is answered in free text.")
  record QuestionDraft(
      @Required @Length(min = 1, max = Limits.ID) String id,
      @Length(max = Limits.NAME) @Nullable String header,
      @Required @Length(min = 1, max = Limits.REASON) String question,
      @Size(max = Limits.OPTIONS) List<Option> options,
      @Nullable Boolean multiSelect,
      @JsonProperty("default")
          @About("The answer where the deadline gives one (on_expiry default).")
          @Nullable DefaultAnswer answerByDefault) {
    public QuestionDraft {
      options = Copies.of(options);
    }

    /** One that no deadline answers. */
    public QuestionDraft(
        String id,
        @Nullable String header,
        String question,
        List<Option> options,
        @Nullable Boolean multiSelect) {
      this(id, header, question, options, multiSelect, null);
    }
  }

  @About("An answer to one question request.")
  record QuestionResolutionRequest(
      @Length(min = 1, max = Limits.IDEMPOTENCY_KEY) @RefusedAs("invalid_idempotency_key")
          @Nullable String idempotencyKey,
      @Required QuestionResolution resolution) {}

  @About("Answers to every question of the request, or a refusal to answer.")
  record QuestionResolution(
      @Required @Length(min = 1, max = Limits.ID) String requestId,
      @Size(max = Limits.QUESTIONS) List<QuestionAnswer> answers,
      @OmitIfUnset @About("Unset means false.") @Nullable Boolean declined,
      @OmitIfUnset @Length(max = Limits.REASON) @Nullable String justification,
      @OmitIfUnset
          @Length(min = 1, max = Limits.ID)
          @About("Refuses the answer if the request has another digest.")
          @Nullable String expectedDigest,
      @OmitIfUnset
          @Range(min = 1, max = Integer.MAX_VALUE)
          @About("Refuses the answer if the request has another revision.")
          @Nullable Integer expectedRevision) {
    public QuestionResolution {
      answers = Copies.of(answers);
    }

    /** An answer to what waits now. */
    public QuestionResolution(
        String requestId,
        List<QuestionAnswer> answers,
        @Nullable Boolean declined,
        @Nullable String justification) {
      this(requestId, answers, declined, justification, null, null);
    }
  }

  @About("Cancels a question instead of answering it.")
  record CancelQuestionRequest(
      @Length(min = 1, max = Limits.IDEMPOTENCY_KEY) @RefusedAs("invalid_idempotency_key")
          @Nullable String idempotencyKey,
      @Length(max = Limits.REASON) @Nullable String justification) {}
}

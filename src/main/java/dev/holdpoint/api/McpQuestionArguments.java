package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.Matches;
import dev.holdpoint.api.rule.Range;
import dev.holdpoint.api.rule.Size;
import java.util.List;
import org.jspecify.annotations.Nullable;

@About("What a person is asked: one question in short, or a list of them.")
public record McpQuestionArguments(
    @Length(min = 1, max = Limits.REASON)
        @About("One question, in words for the person; instead of `questions`.")
        @Nullable String question,
    @Size(max = Limits.OPTIONS)
        @Length(min = 1, max = Limits.ID)
        @About("What may be chosen as the answer to `question`; without any, it is free text.")
        List<String> options,
    @About("Whether several of `options` may be chosen.") @Nullable Boolean multiSelect,
    @Size(max = Limits.QUESTIONS) @About("Several questions at once; instead of `question`.")
        List<QuestionDraft> questions,
    @Length(min = 1, max = Limits.SESSION_ID)
        @Matches(value = Limits.SESSION_ID_PATTERN, message = Limits.SESSION_ID_RULE)
        @About("The session to ask in; left out, it is the client's own.")
        @Nullable String sessionId,
    @Length(min = 1, max = Limits.IDEMPOTENCY_KEY)
        @About(
            "Your own name for this request. The same name finds the same request again, pending or"
                + " decided, also after a restart.")
        @Nullable String requestKey,
    @Range(min = 1, max = Limits.DURATION_MS)
        @About("After so many milliseconds it is too late to decide; left out, it never is.")
        @Nullable Long expiresAfterMs,
    @Range(min = 0, max = Limits.DURATION_MS)
        @About(
            "Wait at most so many milliseconds, then answer `pending`; 0 does not wait. Left out, it"
                + " waits until somebody has decided.")
        @Nullable Long waitMs) {
  public McpQuestionArguments {
    options = Copies.of(options);
    questions = Copies.of(questions);
  }
}

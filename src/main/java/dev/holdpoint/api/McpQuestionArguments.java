package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.Matches;
import dev.holdpoint.api.rule.Range;
import dev.holdpoint.api.rule.Size;
import java.util.List;
import org.jspecify.annotations.Nullable;

@About("The question for a person: one in short form, or a list of them.")
public record McpQuestionArguments(
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
        @Nullable Long waitMs) {
  public McpQuestionArguments {
    options = Copies.of(options);
    questions = Copies.of(questions);
  }
}

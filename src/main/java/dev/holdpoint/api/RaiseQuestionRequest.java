package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.Range;
import dev.holdpoint.api.rule.RefusedAs;
import dev.holdpoint.api.rule.Size;
import java.util.List;
import org.jspecify.annotations.Nullable;

@About("An external agent asks a person.")
public record RaiseQuestionRequest(
    @Size(min = 1, max = Limits.QUESTIONS) List<QuestionDraft> questions,
    @Range(min = 1, max = Limits.DURATION_MS)
        @About("How long it is pending; without this and expires_at_ms it never expires.")
        @Nullable Long expiresAfterMs,
    @Range(min = 1, max = Limits.TIME_MS) @About("The deadline, instead of a duration.")
        @Nullable Long expiresAtMs,
    @Length(min = 1, max = Limits.IDEMPOTENCY_KEY) @About("The same key returns the same gate.")
        @Nullable String requestKey,
    @Length(min = 1, max = Limits.IDEMPOTENCY_KEY) @RefusedAs("invalid_idempotency_key")
        @Nullable String idempotencyKey) {
  public RaiseQuestionRequest {
    questions = Copies.of(questions);
  }
}

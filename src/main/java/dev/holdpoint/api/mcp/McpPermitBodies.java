package dev.holdpoint.api.mcp;

import dev.holdpoint.api.json.Copies;
import dev.holdpoint.api.json.Limits;
import dev.holdpoint.api.permit.PermitBodies.PermitOutcome;
import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.JsonLength;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.Matches;
import dev.holdpoint.api.rule.MustBeObject;
import dev.holdpoint.api.rule.Range;
import dev.holdpoint.api.rule.Required;
import dev.holdpoint.api.rule.Size;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Arguments of the tools that use permits. */
public interface McpPermitBodies {
  @About("The permit to redeem, and the call that is about to run.")
  record McpRedeemArguments(
      @Required @Length(min = 1, max = Limits.ID) @About("The permit_id of the decision.")
          String permitId,
      @Required @Length(min = 1, max = Limits.TOKEN) @About("The permit of the decision.")
          String permit,
      @Length(min = Limits.DIGEST, max = Limits.DIGEST)
          @Matches(value = Limits.SHA256_PATTERN, message = Limits.SHA256_RULE)
          @About("The digest of the call that is about to run; or send tool_name and input.")
          @Nullable String inputDigest,
      @Length(min = 1, max = Limits.NAME) @Nullable String toolName,
      @MustBeObject @JsonLength(max = Limits.TOOL_INPUT) @Nullable JsonNode input,
      @Required
          @Length(min = Limits.REDEEMER_KEY_LEAST, max = Limits.IDEMPOTENCY_KEY)
          @Matches(value = Limits.REDEEMER_KEY_PATTERN, message = Limits.REDEEMER_KEY_RULE)
          @About("Your own key for this execution: the same key gets the same answer again.")
          String redeemerKey,
      @Length(min = 1, max = Limits.ID) @About("What you are called, if the permit is for a word.")
          @Nullable String audience,
      @Size(max = Limits.PRECONDITIONS)
          @Length(min = 1, max = Limits.ID)
          @About("The value of each precondition now, in the order of the request.")
          @Nullable List<String> observed,
      @Range(min = Limits.PERMIT_MS, max = Limits.PERMIT_RESULT_MS)
          @About("How long the result may take, instead of what the request says.")
          @Nullable Long resultWithinMs) {
    public McpRedeemArguments {
      input = Copies.orNull(input);
      observed = Copies.orNull(observed);
    }
  }

  @About("The result of a call that was started with a permit.")
  record McpResultArguments(
      @Required @Length(min = 1, max = Limits.ID) @About("The permit_id of the decision.")
          String permitId,
      @Required
          @Length(min = Limits.REDEEMER_KEY_LEAST, max = Limits.IDEMPOTENCY_KEY)
          @Matches(value = Limits.REDEEMER_KEY_PATTERN, message = Limits.REDEEMER_KEY_RULE)
          @About("The key that redeemed it.")
          String redeemerKey,
      @Required @About("started only says that it is still running.") PermitOutcome outcome,
      @Length(min = Limits.DIGEST, max = Limits.DIGEST)
          @Matches(value = Limits.SHA256_PATTERN, message = Limits.SHA256_RULE)
          @About("SHA-256 of what came of it.")
          @Nullable String outputDigest,
      @Length(max = Limits.PERMIT_ERROR) @About("What went wrong.") @Nullable String error) {}
}

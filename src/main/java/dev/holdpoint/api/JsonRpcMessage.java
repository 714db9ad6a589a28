package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.OmitIfUnset;
import dev.holdpoint.api.rule.Required;
import dev.holdpoint.api.rule.Tolerant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

@About(
    "A request (method and id), a notification (only method), or a response "
        + "(id, and result or error).")
@Tolerant
public record JsonRpcMessage(
    @Required @Length(min = 3, max = 3) @About("2.0") String jsonrpc,
    @About("A text or a number.") @OmitIfUnset @Nullable JsonNode id,
    @Length(min = 1, max = Limits.ID) @OmitIfUnset @Nullable String method,
    @About("An object or a list.") @OmitIfUnset @Nullable JsonNode params,
    @OmitIfUnset @Nullable JsonNode result,
    @About("An object with code and message.") @OmitIfUnset @Nullable JsonNode error) {}

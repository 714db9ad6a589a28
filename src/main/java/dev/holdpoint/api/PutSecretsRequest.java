package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.Required;
import dev.holdpoint.api.rule.Size;
import dev.holdpoint.api.rule.Tolerant;
import java.util.Map;

@About("Secrets of a conversation; write-only.")
@Tolerant(exceptSlips = true)
public record PutSecretsRequest(
    @About("Values by alias; an existing one is replaced.")
        @Required
        @Size(min = 1, max = Limits.SECRETS)
        @Length(min = 1, max = Limits.SECRET)
        Map<String, String> secrets) {
  public PutSecretsRequest {
    secrets = Copies.of(secrets);
  }

  /** What is in it must not end up in a log. */
  @Override
  public String toString() {
    return "PutSecretsRequest";
  }
}

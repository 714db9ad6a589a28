package dev.holdpoint.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import org.jspecify.annotations.Nullable;

@About("An agent that runs as its own process or server.")
public record AgentView(
    String id,
    @About("Whether runs can use it, with the route acp: and its id.") boolean configured,
    @About("Whether its program was found.") boolean installed,
    @JsonProperty("credentialsAvailable")
        @About("Whether something exists where it usually keeps its keys; keys are not read.")
        boolean credentialsAvailable,
    Capabilities capabilities) {

  @About("The capabilities of an agent.")
  public record Capabilities(
      @About("Whether it asks people.") boolean questions,
      @About("Whether it asks before it acts.") boolean permissions,
      @JsonProperty("toolCalls") @About("Whether it reports the tools it uses.") boolean toolCalls,
      @JsonProperty("sessionLoad")
          @OmitIfUnset
          @About(
              "Whether it can continue after its process has ended; unset when only "
                  + "the agent can say.")
          @Nullable Boolean sessionLoad) {}
}

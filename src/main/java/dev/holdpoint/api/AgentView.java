package dev.holdpoint.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import org.jspecify.annotations.Nullable;

@About("An agent that works in a process or a server of its own.")
public record AgentView(
    String id,
    @About("Whether runs can be given to it, on the route acp: and its id.") boolean configured,
    @About("Whether what it is started with is found.") boolean installed,
    @JsonProperty("credentialsAvailable")
        @About("Whether something is found where it usually finds its keys; none is read.")
        boolean credentialsAvailable,
    Capabilities capabilities) {

  @About("What an agent can do.")
  public record Capabilities(
      @About("Whether it asks people.") boolean questions,
      @About("Whether it asks before it does something.") boolean permissions,
      @JsonProperty("toolCalls") @About("Whether it tells what tools it uses.") boolean toolCalls,
      @JsonProperty("sessionLoad")
          @OmitIfUnset
          @About("Whether it goes on after its process has ended; unset when only it can say.")
          @Nullable Boolean sessionLoad) {}
}

package dev.holdpoint.api.agent;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.holdpoint.api.json.Copies;
import dev.holdpoint.api.json.Limits;
import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.OmitIfUnset;
import dev.holdpoint.api.rule.Range;
import dev.holdpoint.api.rule.Required;
import dev.holdpoint.api.rule.Tolerant;
import dev.holdpoint.api.rule.Words;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Bodies of responses about agents, routes and the servers that agents use. */
public interface AgentBodies {
  @About("The agents: mock, claude, codex, opencode, amp, then the configured ones.")
  record AgentList(List<AgentView> agents) {
    public AgentList {
      agents = Copies.of(agents);
    }
  }

  @About("An agent that runs as its own process or server.")
  record AgentView(
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
        @JsonProperty("toolCalls") @About("Whether it reports the tools it uses.")
            boolean toolCalls,
        @JsonProperty("sessionLoad")
            @OmitIfUnset
            @About(
                "Whether it can continue after its process has ended; unset when only "
                    + "the agent can say.")
            @Nullable Boolean sessionLoad) {}
  }

  @About("How long a test of an agent may take.")
  record TestAgentRequest(
      @Range(min = 1_000, max = 600_000)
          @About("How long to wait for the agent, in milliseconds; unset means 60000.")
          @OmitIfUnset
          @Nullable Integer timeoutMs) {}

  @About("What an agent did when it was asked to create a file by a shell command.")
  record AgentTestView(
      @About("The name of the configured agent.") String agent,
      @About("The agent's own name.") @OmitIfUnset @Nullable String agentName,
      @About("The agent's own version.") @OmitIfUnset @Nullable String agentVersion,
      @About("The mode that the agent was in.") @OmitIfUnset @Nullable String mode,
      @About("The modes that the agent offers, if it says so.") List<Mode> modes,
      @About(
              "asks: it asked, and was denied. acts_unasked: it acted and asked nothing. refuses, "
                  + "ends: it did nothing. silent: it did nothing in time. fails: it failed.")
          @Words({"asks", "acts_unasked", "refuses", "ends", "silent", "fails"})
          String outcome,
      @About("What it asked.") @OmitIfUnset @Nullable AskedFor asked,
      @About("What it said.") @OmitIfUnset @Nullable String said,
      @About("The outcome in words.") String detail,
      long tookMs) {

    public AgentTestView {
      modes = Copies.of(modes);
    }

    @About("A mode of an agent.")
    public record Mode(String id, String name) {}

    @About("What an agent asked in a test.")
    public record AskedFor(
        String toolName,
        JsonNode input,
        @About("The options that the agent offered.") List<Option> options,
        @About("Patterns that a grant could cover, the narrowest first.")
            List<String> patternKeys) {
      public AskedFor {
        options = Copies.of(options);
        patternKeys = Copies.of(patternKeys);
      }
    }

    @About("An option that an agent offered.")
    public record Option(
        String id,
        String name,
        @Words({"allow_once", "allow_always", "reject_once", "reject_always"}) String kind) {}
  }

  @About("A model route. External agents have their own routes; see the agents.")
  record RouteView(
      @About("The name that a run gives as its provider.") String name,
      @About("The kind of provider.")
          @Words({"openai", "anthropic", "gemini", "ollama", "scripted"})
          String provider,
      @About("The model of runs that name none.") String model,
      @OmitIfUnset @About("The model to use while that one is unavailable.")
          @Nullable String fallbackModel,
      @About("Whether runs can use it.") boolean ready,
      @OmitIfUnset @About("Why not, and what to do about it.") @Nullable String reason,
      @JsonProperty("default") @About("Whether runs that name no route use it.")
          boolean isDefault) {}

  @About("A process of an agent that clients talk to.")
  record AcpServerRow(
      String serverId,
      @About("The name of the configured agent.") String agent,
      boolean alive,
      long startedAtMs,
      @About("Number of sessions of its agent.") int sessions,
      @About("Number of pending requests of its agent.") int pending) {}

  @About("An MCP server whose tools runs can use, with counts.")
  record McpServerRow(
      @About("Its name in the configuration.") String name,
      @About("stdio for a process, http for streamable HTTP.") @Words({"stdio", "http"})
          String transport,
      @Words({"idle", "connecting", "connected", "failed"}) String status,
      @OmitIfUnset @About("Why it is not connected.") @Nullable String error,
      @About("Whether it has credentials.") boolean credentialed,
      int tools,
      int resources,
      int resourceTemplates,
      int prompts,
      @About("Number of its items that cannot be used.") int leftOut) {}

  @About("An MCP server whose tools runs can use, with its items.")
  record McpServerView(
      @About("Its name in the configuration.") String name,
      @About("stdio for a process, http for streamable HTTP.") @Words({"stdio", "http"})
          String transport,
      @Words({"idle", "connecting", "connected", "failed"}) String status,
      @OmitIfUnset @About("Why it is not connected.") @Nullable String error,
      @About("Whether it has credentials.") boolean credentialed,
      @OmitIfUnset @About("The protocol version of the server.") @Nullable String protocolVersion,
      @OmitIfUnset @About("The server's own name and version.") @Nullable ServerInfo serverInfo,
      List<Tool> tools,
      List<Resource> resources,
      List<ResourceTemplate> resourceTemplates,
      List<Prompt> prompts,
      @About("Items that cannot be used, each with the reason.") List<String> leftOut) {

    public McpServerView {
      tools = Copies.of(tools);
      resources = Copies.of(resources);
      resourceTemplates = Copies.of(resourceTemplates);
      prompts = Copies.of(prompts);
      leftOut = Copies.of(leftOut);
    }

    @About("The server's own name and version.")
    public record ServerInfo(String name, String version) {}

    @About("A tool.")
    public record Tool(
        @About("The name by which a model calls it: mcp__server__tool.") String name,
        @About("The server's own name for it.") String tool,
        String description,
        @About("A JSON schema.") JsonNode inputSchema) {}

    @About("A resource that can be read.")
    public record Resource(
        String uri, String name, String description, @OmitIfUnset @Nullable String mimeType) {}

    @About("A template for resources that can be read.")
    public record ResourceTemplate(
        String uriTemplate,
        String name,
        String description,
        @OmitIfUnset @Nullable String mimeType) {}

    @About("A prompt that a person may choose.")
    public record Prompt(String name, String description, List<Argument> arguments) {
      public Prompt {
        arguments = Copies.of(arguments);
      }
    }

    @About("An argument of a prompt.")
    public record Argument(String name, String description, boolean required) {}
  }

  @About(
      "A request (method and id), a notification (only method), or a response "
          + "(id, and result or error).")
  @Tolerant
  record JsonRpcMessage(
      @Required @Length(min = 3, max = 3) @About("2.0") String jsonrpc,
      @About("A text or a number.") @OmitIfUnset @Nullable JsonNode id,
      @Length(min = 1, max = Limits.ID) @OmitIfUnset @Nullable String method,
      @About("An object or a list.") @OmitIfUnset @Nullable JsonNode params,
      @OmitIfUnset @Nullable JsonNode result,
      @About("An object with code and message.") @OmitIfUnset @Nullable JsonNode error) {}
}

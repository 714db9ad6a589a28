package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import dev.holdpoint.api.rule.Words;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

@About("An MCP server whose tools runs can use, with its items.")
public record McpServerView(
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

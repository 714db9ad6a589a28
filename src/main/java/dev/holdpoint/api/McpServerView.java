package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import dev.holdpoint.api.rule.Words;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

@About("An MCP server whose tools runs can use, and what it offers.")
public record McpServerView(
    @About("The name under which it is configured.") String name,
    @About("stdio for a process, http for streamable HTTP.") @Words({"stdio", "http"})
        String transport,
    @Words({"idle", "connecting", "connected", "failed"}) String status,
    @OmitIfUnset @About("Why it is not connected.") @Nullable String error,
    @About("Whether it is given something that lets it in elsewhere.") boolean credentialed,
    @OmitIfUnset @About("The version of the protocol that it speaks.")
        @Nullable String protocolVersion,
    @OmitIfUnset @About("What it calls itself.") @Nullable ServerInfo serverInfo,
    List<Tool> tools,
    List<Resource> resources,
    List<ResourceTemplate> resourceTemplates,
    List<Prompt> prompts,
    @About("What it names and nobody can use, each with the reason.") List<String> leftOut) {

  public McpServerView {
    tools = Copies.of(tools);
    resources = Copies.of(resources);
    resourceTemplates = Copies.of(resourceTemplates);
    prompts = Copies.of(prompts);
    leftOut = Copies.of(leftOut);
  }

  @About("What a server calls itself.")
  public record ServerInfo(String name, String version) {}

  @About("A tool.")
  public record Tool(
      @About("By which a model calls it: mcp__server__tool.") String name,
      @About("The server's own name for it.") String tool,
      String description,
      @About("A JSON schema.") JsonNode inputSchema) {}

  @About("Something that can be read.")
  public record Resource(
      String uri, String name, String description, @OmitIfUnset @Nullable String mimeType) {}

  @About("A kind of things that can be read.")
  public record ResourceTemplate(
      String uriTemplate,
      String name,
      String description,
      @OmitIfUnset @Nullable String mimeType) {}

  @About("A text for a model that a person may choose.")
  public record Prompt(String name, String description, List<Argument> arguments) {
    public Prompt {
      arguments = Copies.of(arguments);
    }
  }

  @About("What a prompt has to be given.")
  public record Argument(String name, String description, boolean required) {}
}

package dev.holdpoint.agent.mcp;

import dev.holdpoint.core.json.Json;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.port.McpDirectory.Argument;
import dev.holdpoint.engine.port.McpDirectory.Offers;
import dev.holdpoint.engine.port.McpDirectory.Prompt;
import dev.holdpoint.engine.port.McpDirectory.Resource;
import dev.holdpoint.engine.port.McpDirectory.ServerTool;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads what a server offers. What nobody could use is left out, and told of. */
final class Listing {
  private static final int MOST = 500;
  private static final int NAME = 200;
  private static final int TEXT = 8 * 1024;
  private static final int SCHEMA = 64 * 1024;
  private static final int ALL_SCHEMAS = 2 << 20;
  private static final int MOST_LEFT_OUT = 100;
  private static final Pattern PLAIN = Pattern.compile("\\P{C}+");

  private final ServerSpec spec;
  private final Link link;
  private final List<String> leftOut = new ArrayList<>();
  private int schemas;

  private Listing(ServerSpec spec, Link link) {
    this.spec = spec;
    this.link = link;
  }

  /**
   * @param capabilities what the server has said that it has
   */
  static Offers read(ServerSpec spec, Link link, JsonNode capabilities)
      throws McpFailure, InterruptedException {
    Listing listing = new Listing(spec, link);
    List<ServerTool> tools =
        capabilities.has("tools") ? listing.tools(listing.page("tools/list", "tools")) : List.of();
    List<Resource> resources = List.of();
    List<Resource> templates = List.of();
    if (capabilities.has("resources")) {
      resources = listing.resources(listing.page("resources/list", "resources"), "uri");
      templates =
          listing.resources(
              listing.page("resources/templates/list", "resourceTemplates"), "uriTemplate");
    }
    List<Prompt> prompts =
        capabilities.has("prompts")
            ? listing.prompts(listing.page("prompts/list", "prompts"))
            : List.of();
    return new Offers(tools, resources, templates, prompts, List.copyOf(listing.leftOut));
  }

  private List<JsonNode> page(String method, String member)
      throws McpFailure, InterruptedException {
    Pages.Entries read = Pages.read(link, method, member, MOST, spec.connectTimeout());
    if (!read.whole()) {
      leaveOut(member, "there are more than are kept: %d".formatted(read.entries().size()));
    }
    return read.entries();
  }

  private List<ServerTool> tools(List<JsonNode> entries) {
    List<ServerTool> tools = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (JsonNode entry : entries) {
      String tool = name(entry, "name", "tool");
      if (tool == null) {
        continue;
      }
      String fault = fault(entry);
      String name = ToolNames.full(spec.name(), tool);
      if (fault != null) {
        leaveOut("tool " + tool, fault);
      } else if (!names.add(name)) {
        leaveOut("tool " + tool, "another has the same name");
      } else {
        JsonNode output = entry.path("outputSchema");
        tools.add(
            new ServerTool(
                name,
                tool,
                said(entry),
                schema(entry.path("inputSchema")),
                output.isObject() ? JsonTree.write(output) : null));
      }
    }
    return List.copyOf(tools);
  }

  private @Nullable String fault(JsonNode entry) {
    JsonNode input = entry.path("inputSchema");
    if (!input.isObject() || !input.path("type").asString("object").equals("object")) {
      return "its input schema is not of an object";
    }
    if (entry.path("description").asString("").length() > TEXT) {
      return "its description has more than %d characters".formatted(TEXT);
    }
    int size = input.toString().length() + entry.path("outputSchema").toString().length();
    if (size > SCHEMA) {
      return "its schemas have more than %d characters".formatted(SCHEMA);
    }
    schemas += size;
    return schemas > ALL_SCHEMAS ? "the schemas of all tools are too large" : null;
  }

  /** Models are told of an object in so many words, and some insist on it. */
  private static Json schema(JsonNode input) {
    ObjectNode schema = ((ObjectNode) input).deepCopy();
    schema.put("type", "object");
    if (!schema.path("properties").isObject()) {
      schema.putObject("properties");
    }
    return JsonTree.write(schema);
  }

  private List<Resource> resources(List<JsonNode> entries, String uri) {
    List<Resource> resources = new ArrayList<>();
    for (JsonNode entry : entries) {
      String where = entry.path(uri).asString("");
      String name = name(entry, "name", "resource");
      if (name != null && (where.isBlank() || where.length() > TEXT || isLong(entry))) {
        leaveOut("resource " + name, "its %s or its description cannot be used".formatted(uri));
      } else if (name != null) {
        String type = entry.path("mimeType").asString("");
        resources.add(
            new Resource(where, name, said(entry), type.isEmpty() ? null : cut(type, NAME)));
      }
    }
    return List.copyOf(resources);
  }

  private List<Prompt> prompts(List<JsonNode> entries) {
    List<Prompt> prompts = new ArrayList<>();
    for (JsonNode entry : entries) {
      String name = name(entry, "name", "prompt");
      JsonNode given = entry.path("arguments");
      if (name != null && (isLong(entry) || given.size() > MOST)) {
        leaveOut("prompt " + name, "its description or its arguments are too long");
      } else if (name != null) {
        List<Argument> arguments = new ArrayList<>();
        for (JsonNode argument : given) {
          arguments.add(
              new Argument(
                  cut(argument.path("name").asString(""), NAME),
                  cut(said(argument), TEXT),
                  argument.path("required").asBoolean(false)));
        }
        prompts.add(new Prompt(name, said(entry), List.copyOf(arguments)));
      }
    }
    return List.copyOf(prompts);
  }

  private @Nullable String name(JsonNode entry, String member, String what) {
    String name = entry.path(member).isString() ? entry.path(member).stringValue() : "";
    if (name.isBlank() || name.length() > NAME || !PLAIN.matcher(name).matches()) {
      leaveOut(
          what + " " + (leftOut.size() + 1),
          "its name is not a text of 1 to %d visible characters".formatted(NAME));
      return null;
    }
    return name;
  }

  private static boolean isLong(JsonNode entry) {
    return entry.path("description").asString("").length() > TEXT;
  }

  private static String said(JsonNode entry) {
    return entry.path("description").asString("");
  }

  private static String cut(String text, int longest) {
    return text.length() > longest ? text.substring(0, longest) : text;
  }

  private void leaveOut(String what, String why) {
    if (leftOut.size() < MOST_LEFT_OUT) {
      leftOut.add(what + ": " + why);
    } else if (leftOut.size() == MOST_LEFT_OUT) {
      leftOut.add("and more");
    }
  }
}

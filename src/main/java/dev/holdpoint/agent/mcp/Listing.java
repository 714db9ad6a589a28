package dev.holdpoint.agent.mcp;

import dev.holdpoint.agent.peer.AgentKeys;
import dev.holdpoint.core.record.Json;
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
  private static final int URI = 8 * 1024;
  private static final int SAID = 2_000;
  private static final String CUT = "… (cut)";
  private static final int SCHEMA = 64 * 1024;
  private static final int ALL_SCHEMAS = 2 << 20;
  private static final int MOST_LEFT_OUT = 100;
  private static final Pattern PLAIN = Pattern.compile("\\P{C}+");

  private final ServerSpec spec;
  private final ServerLink link;
  private final List<String> leftOut = new ArrayList<>();
  private final long untilNanos;
  private final AgentKeys keys;
  private int schemas;
  private long ttlMs = Long.MAX_VALUE;

  /**
   * @param ttlMs how long the server thinks that all of it is good
   */
  record Listed(Offers offers, long ttlMs) {}

  private Listing(ServerSpec spec, ServerLink link, long untilNanos) {
    this.spec = spec;
    this.link = link;
    this.untilNanos = untilNanos;
    this.keys = spec.surelyKeys();
  }

  /**
   * @param capabilities what the server has said that it has
   * @param untilNanos when all of it must have come
   */
  static Listed read(ServerSpec spec, ServerLink link, JsonNode capabilities, long untilNanos)
      throws McpFailure, InterruptedException {
    Listing listing = new Listing(spec, link, untilNanos);
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
    return new Listed(
        new Offers(tools, resources, templates, prompts, List.copyOf(listing.leftOut)),
        listing.ttlMs);
  }

  private List<JsonNode> page(String method, String member)
      throws McpFailure, InterruptedException {
    McpPages.Entries read = McpPages.read(link, method, member, MOST, untilNanos);
    ttlMs = Math.min(ttlMs, read.ttlMs());
    if (!read.whole()) {
      leaveOut(member, "there are more than the maximum of %d".formatted(read.entries().size()));
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
      return "its input schema does not describe an object";
    }
    String headers = link.isModern() ? ParamHeaders.fault(input) : null;
    if (headers != null) {
      return headers;
    }
    int size = input.toString().length() + entry.path("outputSchema").toString().length();
    if (size > SCHEMA) {
      return "its schemas have more than %d characters".formatted(SCHEMA);
    }
    schemas += size + said(entry).length();
    return schemas > ALL_SCHEMAS
        ? "the schemas and descriptions of all tools together are too large"
        : null;
  }

  /** Models are told of an object in so many words, and some insist on it. */
  private Json schema(JsonNode input) {
    ObjectNode schema = (ObjectNode) Scrubbed.words(input, keys::hidden);
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
      if (name != null && (where.isBlank() || where.length() > URI)) {
        leaveOut("resource " + name, "its %s cannot be used".formatted(uri));
      } else if (name != null) {
        String type = entry.path("mimeType").asString("");
        resources.add(
            new Resource(keys.hidden(where), name, said(entry), type.isEmpty() ? null : cut(type)));
      }
    }
    return List.copyOf(resources);
  }

  private List<Prompt> prompts(List<JsonNode> entries) {
    List<Prompt> prompts = new ArrayList<>();
    for (JsonNode entry : entries) {
      String name = name(entry, "name", "prompt");
      JsonNode given = entry.path("arguments");
      if (name != null && given.size() > MOST) {
        leaveOut("prompt " + name, "it has too many arguments");
      } else if (name != null) {
        List<Argument> arguments = new ArrayList<>();
        for (JsonNode argument : given) {
          arguments.add(
              new Argument(
                  cut(argument.path("name").asString("")),
                  said(argument),
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
          "its name is not text with 1 to %d visible characters".formatted(NAME));
      return null;
    }
    if (!keys.hidden(name).equals(name)) {
      leaveOut(what + " " + (leftOut.size() + 1), "its name contains a key of the server");
      return null;
    }
    return name;
  }

  /** Keys go first, so that no half of one is left. */
  private String said(JsonNode entry) {
    String said = keys.hidden(entry.path("description").asString(""));
    if (said.length() <= SAID) {
      return said;
    }
    int end = SAID - CUT.length();
    return said.substring(0, Character.isHighSurrogate(said.charAt(end - 1)) ? end - 1 : end) + CUT;
  }

  private String cut(String text) {
    String clean = keys.hidden(text);
    return clean.length() > NAME ? clean.substring(0, NAME) : clean;
  }

  private void leaveOut(String what, String why) {
    if (leftOut.size() < MOST_LEFT_OUT) {
      leftOut.add(what + ": " + why);
    } else if (leftOut.size() == MOST_LEFT_OUT) {
      leftOut.add("and more");
    }
  }
}

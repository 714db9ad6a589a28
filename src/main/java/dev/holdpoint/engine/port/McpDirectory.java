package dev.holdpoint.engine.port;

import dev.holdpoint.core.record.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The servers whose tools our runs can use. */
public interface McpDirectory {
  McpDirectory EMPTY = List::of;

  /** All that are configured, by name. */
  List<Server> all();

  /** How things stand with a server. */
  enum Status {
    IDLE,
    CONNECTING,
    CONNECTED,
    FAILED
  }

  /**
   * @param transport stdio or http
   * @param error why it is not connected; it names no secret
   * @param credentialed whether it is given something that lets it in elsewhere
   */
  record Server(
      String name,
      String transport,
      Status status,
      @Nullable String error,
      boolean credentialed,
      @Nullable Identity identity,
      Offers offers) {}

  /** What a server says of itself. */
  record Identity(String protocolVersion, String name, String version) {}

  /**
   * What a server offers.
   *
   * @param leftOut what it has named and nobody can use, each with the reason
   */
  record Offers(
      List<ServerTool> tools,
      List<Resource> resources,
      List<Resource> resourceTemplates,
      List<Prompt> prompts,
      List<String> leftOut) {
    public static final Offers NONE =
        new Offers(List.of(), List.of(), List.of(), List.of(), List.of());
  }

  /**
   * @param name by which a model calls it
   * @param tool the server's own name for it
   */
  record ServerTool(
      String name,
      String tool,
      String description,
      Json inputSchema,
      @Nullable Json outputSchema) {}

  /**
   * @param uri where it is, or the template of that
   */
  record Resource(String uri, String name, String description, @Nullable String mimeType) {}

  record Prompt(String name, String description, List<Argument> arguments) {}

  record Argument(String name, String description, boolean required) {}
}

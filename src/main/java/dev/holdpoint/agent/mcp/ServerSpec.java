package dev.holdpoint.agent.mcp;

import dev.holdpoint.agent.peer.AgentCommand;
import dev.holdpoint.agent.peer.AgentKeys;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A server as it is configured.
 *
 * @param connectTimeout for the handshake and the first lists
 * @param callTimeout for one call, without the time in which a person is waited for
 * @param taskTimeout for one that the server carries out as a task
 * @param callsAtOnce how many calls may be under way; the others wait
 */
public record ServerSpec(
    String name,
    Way way,
    Protocol protocol,
    Duration connectTimeout,
    Duration callTimeout,
    Duration taskTimeout,
    int callsAtOnce) {
  /** What is shorter is found in ordinary results too. */
  private static final int SURELY_A_KEY = 8;

  /** Which revision of the protocol is spoken with it. */
  public enum Protocol {
    AUTO,
    /** 2025-11-25, or an earlier one if the server says so. */
    OLDER,
    /** 2026-07-28. */
    MODERN
  }

  /** How it is reached. */
  public sealed interface Way {}

  public record Command(AgentCommand command) implements Way {}

  public record Http(URI url, Map<String, String> headers) implements Way {
    public Http {
      headers = Map.copyOf(headers);
    }

    /** Without the headers, which are keys. */
    @Override
    public String toString() {
      return "http";
    }
  }

  public String title() {
    return "the MCP server '" + name + "'";
  }

  String transport() {
    return switch (way) {
      case Command _ -> "stdio";
      case Http _ -> "http";
    };
  }

  /** Where it is, without the keys: another command or url is another server. */
  String address() {
    return switch (way) {
      case Command(AgentCommand command) ->
          String.join("\n", command.command()) + "\n" + command.folder();
      case Http(URI url, _) -> url.toString();
    };
  }

  /** Whether it is given something that lets it in elsewhere. */
  boolean isCredentialed() {
    return !given().isEmpty();
  }

  private Map<String, String> given() {
    return switch (way) {
      case Command(AgentCommand command) -> command.environment();
      case Http(_, Map<String, String> headers) -> headers;
    };
  }

  /** What must not be seen in whatever is told of it. */
  AgentKeys keys() {
    return AgentKeys.of(words(0));
  }

  /** What must not be seen in what its tools give back. */
  AgentKeys surelyKeys() {
    return AgentKeys.of(words(SURELY_A_KEY));
  }

  /** Of {@code Bearer abc} the second word is the key. */
  private Map<String, String> words(int least) {
    Map<String, String> words = new HashMap<>();
    given().values().stream()
        .flatMap(value -> Stream.concat(Stream.of(value), Stream.of(value.split("\\s+", -1))))
        .filter(word -> word.length() >= least)
        .forEach(word -> words.put(word, word));
    return words;
  }
}

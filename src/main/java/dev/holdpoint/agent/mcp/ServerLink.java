package dev.holdpoint.agent.mcp;

import java.time.Duration;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** One connection to a server, whichever revision of the protocol it speaks. */
interface ServerLink extends AutoCloseable {
  /** Whether every request stands by itself, as in revision 2026-07-28. */
  boolean isModern();

  boolean isAlive();

  /** Why it is gone, for people. */
  String reason();

  int callsUnderWay();

  /** How many there ever were. */
  long callsBegun();

  /** Something that is answered soon or not at all. */
  JsonNode ask(String method, ObjectNode params, Duration timeout)
      throws McpFailure, InterruptedException;

  /**
   * Calls a tool. An interrupt of the waiting thread is passed on to the server.
   *
   * @param headers arguments that the server wants repeated in headers, where there are any
   */
  JsonNode call(ObjectNode params, Map<String, String> headers, InFlight call)
      throws McpFailure, InterruptedException;

  /** Gives once nothing of it runs any more. */
  @Override
  void close();
}

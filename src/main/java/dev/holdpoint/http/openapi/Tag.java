package dev.holdpoint.http.openapi;

import dev.holdpoint.api.Endpoint;
import java.util.Locale;

/** The headings under which the document lists the operations. */
enum Tag {
  SESSIONS("Sessions and the work given to them."),
  PERSONAS("Who agents are."),
  RUNS("Runs, looked at and cancelled."),
  APPROVALS("Calls that wait for somebody to allow them."),
  QUESTIONS("Questions that wait for somebody to answer them."),
  PERMISSION_RULES("Standing answers to whether calls may run."),
  SCHEDULES("Work that comes back by itself."),
  OBSERVATIONS("What happened elsewhere and becomes a run."),
  CHANNELS("Public conversations in which sessions are asked to speak."),
  PROJECTS("Tasks that are handed to sessions."),
  AGENTS("Agents that work in processes of their own."),
  ROUTES("The ways to models."),
  DELIVERIES("Outputs and notices on their way out."),
  NOTIFICATIONS("Who is told that something waits."),
  ASSETS("Stored files, for input and output."),
  BOARDS("Texts that are shared, with all their revisions."),
  AUDIT("The proof of what was done outside."),
  VAULT("The key under which secrets are sealed."),
  MCP_SERVERS("MCP servers whose tools runs can use."),
  ACP("Agents that clients speak to in the agents' own protocol, JSON-RPC 2.0."),
  MCP(
      "The daemon as a server of the Model Context Protocol, over streamable HTTP. Every refusal is"
          + " an error of JSON-RPC."),
  HOOKS(
      "What Claude Code posts before it uses a tool. Questions and answers are in its words, not in"
          + " this API's."),
  AMBIENT(
      "Prompts and a chat for a client with one session on screen. Times here are Unix seconds, as"
          + " numbers, and errors are plain JSON."),
  SIGNED(
      "Conversations and signed approvals, for the application in which a tenant's people work."
          + " Times here are RFC 3339 in UTC, a body that makes no sense is 422, and the type of an"
          + " error is the address of a page about it."),
  EVENTS("Streams of what happens."),
  TOKENS("Who may call."),
  WEB_SESSIONS("Signing in with a browser."),
  TENANTS("Tenants, their approval policies, service keys and approver keys."),
  NODES("The daemons that share the ledger."),
  DAEMON("The daemon itself.");

  private final String description;

  Tag(String description) {
    this.description = description;
  }

  String description() {
    return description;
  }

  String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** A gate is listed under gates, wherever its path begins. */
  static Tag of(String path) {
    if (Endpoint.isAmbient(path)) {
      return AMBIENT;
    }
    if (Endpoint.isMcp(path)) {
      return MCP;
    }
    if (path.startsWith("/v1/" + TENANTS.label())) {
      return TENANTS;
    }
    if (Endpoint.isSigned(path) || path.equals("/health")) {
      return SIGNED;
    }
    if (path.startsWith("/" + HOOKS.label() + "/")) {
      return HOOKS;
    }
    if (path.equals("/v1/me") || path.startsWith("/v1/sign-in")) {
      return WEB_SESSIONS;
    }
    if (path.contains("/approval") || path.contains("/permissions/")) {
      return APPROVALS;
    }
    if (path.contains("/question")) {
      return QUESTIONS;
    }
    for (Tag tag : values()) {
      if (path.startsWith("/v1/" + tag.label())) {
        return tag;
      }
    }
    return DAEMON;
  }
}

package dev.holdpoint.http.openapi;

import dev.holdpoint.api.endpoint.Surface;
import java.util.Locale;

/** The headings under which the document lists the operations. */
enum Tag {
  SESSIONS("Sessions and their work."),
  PERSONAS("Identities of agents."),
  RUNS("Read and cancel runs."),
  APPROVALS("Calls that wait for a person's approval."),
  QUESTIONS("Questions that wait for a person's answer."),
  INBOX("Approvals and questions as one list."),
  PERMISSION_RULES("Rules that decide calls without asking."),
  SCHEDULES("Recurring and delayed work."),
  OBSERVATIONS("Events from elsewhere that start a run."),
  CHANNELS("Public conversations in which sessions are asked to speak."),
  PROJECTS("Tasks that are assigned to sessions."),
  AGENTS("Agents that run as their own processes."),
  ROUTES("Routes to models."),
  DELIVERIES("Outgoing outputs and notices, and their delivery."),
  NOTIFICATIONS("Targets that are notified when something is waiting."),
  ASSETS("Stored files, for input and output."),
  BOARDS("Shared texts with all their revisions."),
  AUDIT("The proof of all effects outside the daemon."),
  VAULT("The key that encrypts stored secrets."),
  MCP_SERVERS("MCP servers whose tools runs can use."),
  ACP("Agents that clients talk to in the agents' own protocol, JSON-RPC 2.0."),
  MCP(
      "The daemon as a Model Context Protocol server, over streamable HTTP. "
          + "Every refusal is a JSON-RPC error."),
  HOOKS(
      "Hooks that Claude Code posts to before it uses a tool. Requests and "
          + "answers use Claude Code's format, not this API's."),
  AG_UI(
      "Runs for front ends that speak AG-UI: a stream of its events, with open "
          + "gates as interrupts. Members are named as AG-UI names them."),
  AMBIENT(
      "Prompts and a chat for a client with one session on screen. Times are "
          + "Unix seconds, as numbers, and errors are plain JSON."),
  SIGNED(
      "Conversations and signed approvals for the application in which a "
          + "tenant's users work. Times are RFC 3339 in UTC, an invalid body is 422, "
          + "and the type of an error is the URL of a page that explains it."),
  EVENTS("Event streams."),
  TOKENS("Access tokens."),
  WEB_SESSIONS("Browser sign-in."),
  TENANTS("Tenants, their approval policies, service keys and approver keys."),
  GROUPS("People, and groups of them that approval policies name."),
  APPROVAL_POLICIES("Who must agree to which requests, in which stages, and until when."),
  NODES("The daemons (nodes) that share the ledger."),
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
    if (Surface.of(path) == Surface.AMBIENT) {
      return AMBIENT;
    }
    if (Surface.of(path) == Surface.MCP) {
      return MCP;
    }
    if (Surface.of(path) == Surface.AG_UI) {
      return AG_UI;
    }
    if (path.startsWith("/v1/" + TENANTS.label())) {
      return TENANTS;
    }
    if (Surface.of(path) == Surface.SIGNED || path.equals("/health")) {
      return SIGNED;
    }
    if (path.startsWith("/" + HOOKS.label() + "/")) {
      return HOOKS;
    }
    if (path.equals("/v1/me") || path.startsWith("/v1/sign-in")) {
      return WEB_SESSIONS;
    }
    if (path.equals("/v1/people")) {
      return GROUPS;
    }
    if (path.startsWith("/v1/" + APPROVAL_POLICIES.label())) {
      return APPROVAL_POLICIES;
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

package dev.holdpoint.daemon.config;

/** What can stand behind a model route. */
public enum RouteProvider {
  OPENAI,
  ANTHROPIC,
  GEMINI,
  OLLAMA,
  SCRIPTED
}

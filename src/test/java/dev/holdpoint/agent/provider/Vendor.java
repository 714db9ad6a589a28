package dev.holdpoint.agent.provider;

import java.util.Locale;

/** The vendors, with what differs between them in a test. */
public enum Vendor {
  OPENAI(new OpenAiDialect(), "/chat/completions", "gpt-4o-mini", ".sse"),
  ANTHROPIC(new AnthropicDialect(), "/messages", "claude-opus-4-6", ".sse"),
  GEMINI(
      new GeminiDialect(),
      "/models/gemini-2.5-flash:streamGenerateContent?alt=sse",
      "gemini-2.5-flash",
      ".sse"),
  OLLAMA(new OllamaDialect(), "/api/chat", "llama3.2", ".ndjson");

  final Dialect dialect;
  final String path;
  final String model;
  private final String ending;

  Vendor(Dialect dialect, String path, String model, String ending) {
    this.dialect = dialect;
    this.path = path;
    this.model = model;
    this.ending = ending;
  }

  public String model() {
    return model;
  }

  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** One of the answers in src/test/resources/vendors, after the vendor's published examples. */
  public String answer(String name) {
    return StandInVendor.fixture(word() + "/" + name + ending);
  }

  Route route(String url, int attempts) {
    return new Route(
        word(),
        dialect,
        url,
        ApiKey.of("canary-key-1"),
        model,
        null,
        20_000,
        20_000,
        attempts,
        32_000,
        null,
        null);
  }
}

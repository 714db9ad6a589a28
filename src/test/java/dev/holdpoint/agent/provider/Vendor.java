package dev.holdpoint.agent.provider;

import java.util.Locale;

/** The vendors, with what differs between them in a test. */
public enum Vendor {
  OPENAI("/chat/completions", "gpt-4o-mini", ".sse"),
  ANTHROPIC("/messages", "claude-opus-4-6", ".sse"),
  GEMINI("/models/gemini-2.5-flash:streamGenerateContent?alt=sse", "gemini-2.5-flash", ".sse"),
  OLLAMA("/api/chat", "llama3.2", ".ndjson");

  final String path;
  final String model;
  private final String ending;

  Vendor(String path, String model, String ending) {
    this.path = path;
    this.model = model;
    this.ending = ending;
  }

  private ProviderDialect dialect() {
    return switch (this) {
      case OPENAI -> new OpenAiDialect();
      case ANTHROPIC -> new AnthropicDialect();
      case GEMINI -> new GeminiDialect();
      case OLLAMA -> new OllamaDialect();
    };
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
        dialect(),
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

package dev.holdpoint.agent.provider;

/** What a provider's status means for another attempt. */
final class Statuses {
  private Statuses() {}

  static AttemptOutcome outcome(int status) {
    return switch (status) {
      // 529 is Anthropic's word for too many callers at once.
      case 429, 529 -> AttemptOutcome.RATE_LIMITED;
      case 408, 500, 502, 503, 504 -> AttemptOutcome.UNAVAILABLE;
      default -> status >= 500 ? AttemptOutcome.UNAVAILABLE : AttemptOutcome.REFUSED;
    };
  }

  /** What whoever reads the error may do about it; empty where only the provider's words help. */
  static String advice(int status) {
    return switch (status) {
      case 401, 403 -> "; check the key of the route";
      case 404 -> "; check the model and the base_url of the route";
      case 413 -> "; lower context_tokens of the route";
      default -> status >= 300 && status < 400 ? "; check the base_url of the route" : "";
    };
  }
}

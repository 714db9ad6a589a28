package dev.holdpoint.engine.external;

import dev.holdpoint.core.agent.ClientPrompt;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.json.Digests;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Where clients' requests are found again, by the names of {@link ClientRequestKeys}. */
final class ClientPrompts {
  private ClientPrompts() {}

  /** A call from before its place was a part of its name, if it was asked in this very place. */
  static @Nullable ClientPrompt ofBefore(Change change, String name, ClientPrompt same) {
    ClientPrompt old = prompt(change, name);
    return old != null && old.runKey() == same.runKey() ? old : null;
  }

  /** What was asked under the name; null when nothing was, or it is gone. */
  static @Nullable Run earlier(Change change, @Nullable ClientPrompt named, String asked) {
    Run earlier = named == null ? null : change.run(named.runKey());
    if (named != null && earlier != null && !named.fingerprint().equals(asked)) {
      throw conflict();
    }
    return earlier;
  }

  static @Nullable ClientPrompt prompt(Change change, @Nullable String name) {
    return name == null ? null : change.named(ClientPrompt.KIND, name);
  }

  static void keep(
      Change change,
      String sessionId,
      @Nullable String name,
      @Nullable ClientPrompt known,
      String asked,
      Run run,
      boolean untold) {
    if (name == null) {
      return;
    }
    ClientPrompt prompt =
        known == null
            ? new ClientPrompt(
                Ulid.keyOf(ClientPrompt.PREFIX, change.newId(ClientPrompt.PREFIX)).orElseThrow(),
                name,
                sessionId,
                asked,
                run.key(),
                run.id(),
                untold)
            : known.by(asked, run.key(), run.id(), untold);
    if (!prompt.equals(known)) {
      change.keep(ClientPrompt.KIND, prompt);
    }
  }

  private static RuntimeException conflict() {
    return Problem.IDEMPOTENCY_CONFLICT
        .because("This request_key was used for a different request. Use a new one.")
        .at("/request_key", "was used for a different request")
        .asException();
  }

  /** Hashed, since clients call things as they like; lengths keep the parts apart. */
  static String hash(String... parts) {
    StringBuilder text = new StringBuilder();
    for (String part : parts) {
      text.append(part.length()).append(':').append(part);
    }
    return Digests.sha256Hex(text.toString().getBytes(StandardCharsets.UTF_8));
  }
}

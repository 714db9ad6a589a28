package dev.holdpoint.agent.tool.input;

import dev.holdpoint.core.secret.Placeholders;
import dev.holdpoint.core.secret.SecretValues;

/** What a call takes of its conversation's secrets. */
public final class UsedSecrets {
  private UsedSecrets() {}

  public static String value(SecretValues secrets, String alias) throws CannotDo {
    String value = secrets.value(alias);
    if (value == null) {
      throw new CannotDo(
          "This conversation has no secret %s. Nothing was run. Ask for it with request_approval: an item of kind secret with that alias."
              .formatted(alias));
    }
    return value;
  }

  /** Puts a value, written as it takes at that place, for each placeholder. */
  public interface Writing {
    String of(String value, String alias) throws CannotDo;
  }

  public static String fill(String text, SecretValues secrets, Writing writing) throws CannotDo {
    StringBuilder filled = new StringBuilder();
    int at = 0;
    while (at < text.length()) {
      Placeholders.Place place = text.startsWith("{{", at) ? Placeholders.at(text, at) : null;
      if (place == null) {
        filled.append(text.charAt(at++));
      } else {
        filled.append(writing.of(value(secrets, place.alias()), place.alias()));
        at = place.end();
      }
    }
    return filled.toString();
  }
}

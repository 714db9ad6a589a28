package dev.holdpoint.outbound;

/**
 * Something secret that a connector needs.
 *
 * @param name what scopes call it
 */
public record Credential(String name, String value) {
  /** Records print their members; a secret must not end up in a log that way. */
  @Override
  public String toString() {
    return "Credential[" + name + "]";
  }
}

package dev.holdpoint.core.gate;

/** The kinds of gates. */
public enum GateKind {
  APPROVAL("apr_"),
  QUESTION("qst_");

  private final String prefix;

  GateKind(String prefix) {
    this.prefix = prefix;
  }

  /** How the ids of this kind begin. */
  public String prefix() {
    return prefix;
  }
}

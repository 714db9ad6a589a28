package dev.holdpoint.core.policy;

import dev.holdpoint.core.access.Role;
import java.util.Locale;

/** The people that one word of an expression names. */
public sealed interface Term {
  /** Everybody who may decide in the gate's tenant. */
  record Anyone() implements Term {
    @Override
    public String toString() {
      return "anyone";
    }
  }

  record Group(String name) implements Term {
    @Override
    public String toString() {
      return "group:" + quoted(name);
    }
  }

  record Person(String name) implements Term {
    @Override
    public String toString() {
      return "person:" + quoted(name);
    }
  }

  /** People with a valid token of this role: admins or operators. */
  record OfRole(Role role) implements Term {
    @Override
    public String toString() {
      return "role:" + role.name().toLowerCase(Locale.ROOT);
    }
  }

  /** As a sentence names these people. */
  default String words() {
    return switch (this) {
      case Anyone _ -> "anyone";
      case Group group -> group.name;
      case Person person -> person.name;
      case OfRole(Role role) -> role.name().toLowerCase(Locale.ROOT) + "s";
    };
  }

  /** What a name may consist of without quotes. */
  static boolean isPlain(int codePoint) {
    return Character.isLetterOrDigit(codePoint)
        || codePoint == '.'
        || codePoint == '_'
        || codePoint == '-';
  }

  private static String quoted(String name) {
    return !name.isEmpty() && name.codePoints().allMatch(Term::isPlain)
        ? name
        : '"' + name.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}

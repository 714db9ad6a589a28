package dev.holdpoint.core.policy;

import dev.holdpoint.core.permission.PermissionRule;
import dev.holdpoint.core.problem.Refusal.Fault;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What is wrong with the {@code match} of a policy. */
final class MatchCheck {
  private static final int MOST_ENTRIES = 100;
  private static final Pattern AGENT =
      Pattern.compile("native|hook|external|mcp|acp:[^\\p{Cntrl}]+|mcp:[^\\p{Cntrl}]+");

  private MatchCheck() {}

  static List<Fault> faults(PolicyMatch match) {
    List<Fault> faults = new ArrayList<>();
    entries(
        faults,
        "kinds",
        match.kinds(),
        it -> it.equals("approval") || it.equals("question"),
        "is not approval or question");
    entries(
        faults,
        "sessions",
        match.sessions(),
        PermissionRule::isToolPattern,
        "is not the id of a session, or a prefix followed by one *");
    entries(faults, "persona_ids", match.personaIds(), it -> !it.isBlank(), "is empty");
    entries(
        faults,
        "agents",
        match.agents(),
        it -> AGENT.matcher(it).matches(),
        "is not native, acp:<name>, hook, mcp, mcp:<client name> or external");
    entries(
        faults,
        "tools",
        match.tools(),
        PermissionRule::isToolPattern,
        "is not the name of a tool, a prefix followed by one *, or * alone");
    entries(
        faults,
        "commands",
        match.commands(),
        it -> PermissionRule.isCommandPattern(it) && it.length() <= PermissionRule.MAX_COMMAND,
        "is not a whole command, or words followed by ' *'");
    entries(
        faults,
        "risks",
        match.risks(),
        it -> it.equals(Risk.NORMAL.word()) || it.equals(Risk.HIGH.word()),
        "is not normal or high; nobody declares their own request low");
    return faults;
  }

  private static void entries(
      List<Fault> faults,
      String member,
      @Nullable List<String> entries,
      Predicate<String> fits,
      String fault) {
    if (entries == null) {
      return;
    }
    String pointer = "/match/" + member;
    if (entries.isEmpty() || entries.size() > MOST_ENTRIES) {
      faults.add(new Fault(pointer, "has 1 to " + MOST_ENTRIES + " entries; omit it to match all"));
      return;
    }
    for (int i = 0; i < entries.size(); i++) {
      if (!fits.test(entries.get(i))) {
        faults.add(new Fault(pointer + "/" + i, fault));
      }
    }
  }
}

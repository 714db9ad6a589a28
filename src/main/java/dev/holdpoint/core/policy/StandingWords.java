package dev.holdpoint.core.policy;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The summary of a standing, made from its members alone: page and terminal make the same line, and
 * one table of examples tests all three.
 */
final class StandingWords {
  private static final int MOST_ALTERNATIVES = 3;

  private StandingWords() {}

  static String summary(Standing standing, long nowMs) {
    return switch (standing.state()) {
      case ALLOWED ->
          "has every yes it needs; it is allowed when one of these people says yes again";
      case DENIED -> "is denied by the votes; it ends when one of these people says no again";
      case UNDECIDED -> undecided(standing, nowMs);
    };
  }

  private static String undecided(Standing standing, long nowMs) {
    List<String> parts = new ArrayList<>();
    parts.add("waits for " + alternatives(standing.missing()));
    List<String> noes =
        standing.votes().stream().filter(vote -> !vote.yes()).map(Vote::by).toList();
    if (noes.size() == 1) {
      parts.add(noes.getFirst() + " objects");
    } else if (noes.size() > 1) {
      parts.add(noes.size() + " people object");
    }
    Standing.Next next = standing.next();
    if (next != null) {
      parts.add(next(next, standing.onExpiry(), nowMs));
    }
    return String.join(", ", parts);
  }

  private static String alternatives(List<List<Standing.Missing>> missing) {
    String first =
        missing.stream()
            .limit(MOST_ALTERNATIVES)
            .map(StandingWords::alternative)
            .collect(Collectors.joining(", or "));
    int more = missing.size() - MOST_ALTERNATIVES;
    return more <= 0
        ? first
        : first + (more == 1 ? ", or in 1 more way" : ", or in " + more + " more ways");
  }

  private static String alternative(List<Standing.Missing> all) {
    return all.stream()
        .map(
            it ->
                it.count()
                    + " more of "
                    + it.of()
                    + (it.people().size() + it.more() < it.count() ? " (too few people left)" : ""))
        .collect(Collectors.joining(" and "));
  }

  private static String next(Standing.Next next, OnExpiry onExpiry, long nowMs) {
    String when = next.atMs() <= nowMs ? " now" : " in " + TimeSpans.words(next.atMs() - nowMs);
    return switch (next.what()) {
      case STAGE -> "goes to " + next.to() + when + (next.unseen() ? " if nobody looks" : "");
      case EXTEND -> "gets more time" + when;
      case EXPIRE -> ending(onExpiry) + when;
    };
  }

  private static String ending(OnExpiry onExpiry) {
    return switch (onExpiry) {
      case FAIL -> "fails its run";
      case CANCEL -> "cancels its run";
      case DENY -> "is denied";
      case DECLINE -> "is declined";
      case DEFAULT -> "takes its defaults";
      case ALLOW -> "is allowed";
    };
  }
}

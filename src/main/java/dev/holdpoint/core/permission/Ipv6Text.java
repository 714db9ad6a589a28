package dev.holdpoint.core.permission;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An IPv6 address as RFC 5952 writes it, so that each has one text. */
final class Ipv6Text {
  private static final int GROUPS = 8;

  private Ipv6Text() {}

  /**
   * In brackets; null for what is none, has a zone, or hides an IPv4 address, which rules write in
   * another way.
   */
  static @Nullable String of(String text) {
    int gap = text.indexOf("::");
    List<Integer> head = groups(gap < 0 ? text : text.substring(0, gap));
    List<Integer> tail = gap < 0 ? List.of() : groups(text.substring(gap + 2));
    if (head == null || tail == null) {
      return null;
    }
    int missing = GROUPS - head.size() - tail.size();
    if (gap < 0 ? missing != 0 : missing < 1) {
      return null;
    }
    List<Integer> all = new ArrayList<>(head);
    for (int i = 0; i < missing; i++) {
      all.add(0);
    }
    all.addAll(tail);
    return hidesIpv4(all) ? null : "[" + written(all) + "]";
  }

  private static @Nullable List<Integer> groups(String text) {
    List<Integer> groups = new ArrayList<>();
    if (text.isEmpty()) {
      return groups;
    }
    for (String group : text.split(":", -1)) {
      if (group.isEmpty()
          || group.length() > 4
          || !group.chars().allMatch(c -> Character.digit(c, 16) >= 0 && c < 0x80)) {
        return null;
      }
      groups.add(Integer.parseInt(group, 16));
    }
    return groups;
  }

  /** Mapped, compatible and translated ones; the unspecified address and loopback are not. */
  private static boolean hidesIpv4(List<Integer> all) {
    boolean zeros = all.subList(0, 4).stream().allMatch(group -> group == 0);
    boolean compatible =
        zeros && all.get(4) == 0 && all.get(5) == 0 && (all.get(6) != 0 || all.get(7) > 1);
    boolean mapped = zeros && (all.get(5) == 0xFFFF || all.get(4) == 0xFFFF);
    boolean translated = all.getFirst() == 0x64 && all.get(1) == 0xFF9B;
    return compatible || mapped || translated;
  }

  /** The longest run of two zeros or more is left out, the first of several. */
  private static String written(List<Integer> all) {
    int from = -1;
    int length = 1;
    for (int i = 0; i < GROUPS; i++) {
      int end = i;
      while (end < GROUPS && all.get(end) == 0) {
        end++;
      }
      if (end - i > length) {
        from = i;
        length = end - i;
      }
    }
    return from < 0
        ? joined(all)
        : joined(all.subList(0, from)) + "::" + joined(all.subList(from + length, GROUPS));
  }

  private static String joined(List<Integer> groups) {
    return String.join(":", groups.stream().map(Integer::toHexString).toList());
  }
}

package dev.holdpoint.core.secret;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Byte strings that are looked for all at once (Aho and Corasick's automaton). A value may have 64
 * KiB, and a node for each of its bytes would cost more than the value is worth; so only the first
 * bytes of a needle are in the automaton, and the rest of a long one is followed by itself (Knuth,
 * Morris and Pratt), from where its beginning was found. Neither ever goes back in the text.
 */
final class Needles {
  /** How much of a needle is in the automaton. */
  private static final int BEGINNING = 32;

  /**
   * @param length how many symbols it has
   * @param whose the place of its value in the order of aliases
   */
  @SuppressWarnings("ArrayRecordComponent") // made here and never changed
  record Needle(byte[] source, Spelling spelling, int length, int whose) {
    byte at(int index) {
      return spelling.at(source, index);
    }
  }

  private int nodes = 1;
  private int[] firstChild = new int[64];
  private int[] nextSibling = new int[64];
  private byte[] symbol = new byte[64];
  private int[] depth = new int[64];
  private int[] longest = new int[64];
  private int[] whose = new int[64];
  private final int[] fail;

  /** The children of the root, which most bytes of a text are compared with. */
  private final int[] roots = new int[256];

  private final Map<Integer, List<Tail>> tails = new HashMap<>();

  /** A long needle, whose links are made when its beginning is first found. */
  private static final class Tail {
    private final Needle needle;
    private int @Nullable [] links;

    Tail(Needle needle) {
      this.needle = needle;
    }

    synchronized int[] links() {
      int[] known = links;
      if (known == null) {
        known = new int[needle.length + 1];
        for (int i = 1, k = 0; i < needle.length; i++) {
          byte symbol = needle.at(i);
          while (k > 0 && symbol != needle.at(k)) {
            k = known[k];
          }
          known[i + 1] = symbol == needle.at(k) ? ++k : k;
        }
        links = known;
      }
      return known;
    }
  }

  Needles(List<Needle> needles) {
    needles.forEach(this::add);
    fail = new int[nodes];
    link();
  }

  boolean isEmpty() {
    return nodes == 1;
  }

  /** Whether a needle begins with this symbol. */
  boolean begins(byte symbol) {
    return roots[symbol & 0xFF] != 0;
  }

  private void add(Needle needle) {
    int node = 0;
    int end = Math.min(needle.length, BEGINNING);
    for (int i = 0; i < end; i++) {
      byte by = needle.at(i);
      int next = child(node, by);
      node = next > 0 ? next : grow(node, by);
    }
    if (needle.length > BEGINNING) {
      tails.computeIfAbsent(node, _ -> new ArrayList<>()).add(new Tail(needle));
    } else if (longest[node] == 0) {
      longest[node] = end;
      whose[node] = needle.whose;
    }
  }

  private int grow(int parent, byte by) {
    if (nodes == firstChild.length) {
      firstChild = Arrays.copyOf(firstChild, nodes * 2);
      nextSibling = Arrays.copyOf(nextSibling, nodes * 2);
      symbol = Arrays.copyOf(symbol, nodes * 2);
      depth = Arrays.copyOf(depth, nodes * 2);
      longest = Arrays.copyOf(longest, nodes * 2);
      whose = Arrays.copyOf(whose, nodes * 2);
    }
    int node = nodes++;
    symbol[node] = by;
    depth[node] = depth[parent] + 1;
    nextSibling[node] = firstChild[parent];
    firstChild[parent] = node;
    if (parent == 0) {
      roots[by & 0xFF] = node;
    }
    return node;
  }

  /** 0, which is nobody's child, when there is none. */
  private int child(int node, byte by) {
    if (node == 0) {
      return roots[by & 0xFF];
    }
    int child = firstChild[node];
    while (child != 0 && symbol[child] != by) {
      child = nextSibling[child];
    }
    return child;
  }

  private void link() {
    int[] queue = new int[nodes];
    int end = 0;
    for (int child = firstChild[0]; child != 0; child = nextSibling[child]) {
      queue[end++] = child;
    }
    for (int i = 0; i < end; i++) {
      int node = queue[i];
      if (longest[node] == 0) {
        longest[node] = longest[fail[node]];
        whose[node] = whose[fail[node]];
      }
      for (int child = firstChild[node]; child != 0; child = nextSibling[child]) {
        fail[child] = step(fail[node], symbol[child]);
        queue[end++] = child;
      }
    }
  }

  private int step(int from, byte by) {
    int node = from;
    int next = child(node, by);
    while (next == 0 && node != 0) {
      node = fail[node];
      next = child(node, by);
    }
    return next;
  }

  /** A place in one text. */
  final class Search {
    private int node;
    private final List<Follow> follows = new ArrayList<>(0);
    private int length;
    private int found;

    private static final class Follow {
      private final Tail tail;
      private int matched;

      Follow(Tail tail) {
        this.tail = tail;
        this.matched = BEGINNING;
      }
    }

    /** Takes the next symbol; the length of the longest needle that ends with it, or 0. */
    int take(byte by) {
      node = step(node, by);
      length = longest[node];
      found = whose[node];
      if (!follows.isEmpty()) {
        follows.removeIf(follow -> !goesOn(follow, by));
      }
      if (depth[node] == BEGINNING) {
        for (Tail tail : tails.getOrDefault(node, List.of())) {
          if (follows.stream().noneMatch(follow -> follow.tail == tail)) {
            follows.add(new Follow(tail));
          }
        }
      }
      return length;
    }

    private boolean goesOn(Follow follow, byte by) {
      Needle needle = follow.tail.needle;
      int[] links = follow.tail.links();
      int matched = follow.matched;
      while (matched > 0 && needle.at(matched) != by) {
        matched = links[matched];
      }
      matched += needle.at(matched) == by ? 1 : 0;
      if (matched == needle.length) {
        if (matched > length) {
          length = matched;
          found = needle.whose;
        }
        matched = links[matched];
      }
      follow.matched = matched;
      return matched >= BEGINNING;
    }

    /** Whose the needle is that {@link #take} has told of. */
    int found() {
      return found;
    }

    /** Whether no needle has begun. */
    boolean isIdle() {
      return node == 0 && follows.isEmpty();
    }

    /** How many of the last symbols may be the beginning of a needle. */
    int begun() {
      int most = depth[node];
      for (Follow follow : follows) {
        most = Math.max(most, follow.matched);
      }
      return most;
    }
  }
}

package dev.holdpoint.agent.tool;

/**
 * Where a passage occurs. Overlapping places count, since which one was meant is just as unclear.
 * The search (Knuth, Morris, Pratt) takes linear time, whatever a model sends.
 *
 * @param first where the first one begins; -1 when there is none
 */
public record Occurrences(int count, int first) {
  public static Occurrences of(byte[] passage, byte[] content) {
    int[] fallback = fallbacks(passage);
    int count = 0;
    int first = -1;
    int matched = 0;
    for (int i = 0; i < content.length; i++) {
      while (matched > 0 && content[i] != passage[matched]) {
        matched = fallback[matched - 1];
      }
      if (content[i] == passage[matched]) {
        matched++;
      }
      if (matched == passage.length) {
        count++;
        first = first < 0 ? i - passage.length + 1 : first;
        matched = fallback[matched - 1];
      }
    }
    return new Occurrences(count, first);
  }

  // For each prefix of the passage, the longest shorter prefix that it also ends in.
  private static int[] fallbacks(byte[] passage) {
    int[] fallback = new int[passage.length];
    int matched = 0;
    for (int i = 1; i < passage.length; i++) {
      while (matched > 0 && passage[i] != passage[matched]) {
        matched = fallback[matched - 1];
      }
      if (passage[i] == passage[matched]) {
        matched++;
      }
      fallback[i] = matched;
    }
    return fallback;
  }
}

package dev.holdpoint.http.tls;

import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What stands between the lines of a PEM file. Whatever is around that is somebody's note. */
final class Pem {
  private static final Pattern BLOCK =
      Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----\\R(.*?)-----END \\1-----", Pattern.DOTALL);

  private Pem() {}

  /**
   * @param bytes empty where they cannot be read, as of an encrypted block of the old kind
   */
  @SuppressWarnings("ArrayRecordComponent") // nobody compares blocks
  record Block(String label, byte[] bytes) {
    /** Records print their members, and this one may hold a key. */
    @Override
    public String toString() {
      return label;
    }
  }

  static List<Block> blocks(String text) {
    List<Block> blocks = new ArrayList<>();
    for (Matcher found = BLOCK.matcher(text); found.find(); ) {
      blocks.add(new Block(found.group(1), decoded(found.group(2))));
    }
    return blocks;
  }

  private static byte[] decoded(String lines) {
    try {
      return Base64.getDecoder().decode(lines.replaceAll("\\s", ""));
    } catch (IllegalArgumentException _) {
      return new byte[0];
    }
  }
}

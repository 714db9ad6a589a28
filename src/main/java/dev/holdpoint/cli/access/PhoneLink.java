package dev.holdpoint.cli.access;

import java.io.PrintWriter;
import java.net.URI;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/** A link that a phone is to open. */
final class PhoneLink {
  private static final Pattern LOOPBACK =
      Pattern.compile("localhost|\\[::1]|127(?:\\.[0-9]{1,3}){3}");

  private PhoneLink() {}

  /**
   * @param note where it is said that no phone reaches it, if that is so
   */
  static void draw(String url, PrintWriter out, Consumer<String> note) {
    QrCode code = QrCode.of(url);
    (QrCode.hasBlocks() ? code.inBlocks() : code.inSpaces()).forEach(out::println);
    String host = String.valueOf(URI.create(url).getHost());
    if (LOOPBACK.matcher(host).matches()) {
      out.flush();
      note.accept(
          "A phone cannot reach "
              + host
              + ": set host and public_url in the daemon's configuration, so that the "
              + "link has an address of this machine.");
    }
  }
}

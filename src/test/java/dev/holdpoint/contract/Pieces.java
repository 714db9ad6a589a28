package dev.holdpoint.contract;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** The body of one answer, as it is written. */
public final class Pieces {
  /** Of bodies above this one is looked at for each operation. */
  static final int LARGE = 256 * 1024;

  private static final int LARGEST = 16 * 1024 * 1024;

  private final ContractWatch watch;
  private final Answered head;
  private final ByteArrayOutputStream body = new ByteArrayOutputStream();
  private final boolean wanted;
  private boolean dropped;
  private boolean large;
  private boolean any;

  Pieces(ContractWatch watch, Answered head) {
    this.watch = watch;
    this.head = head;
    this.wanted = head.isJson() || head.isEvents() || head.isLines();
  }

  public synchronized void add(@Nullable ByteBuffer bytes, boolean last) {
    if (bytes != null && bytes.hasRemaining()) {
      any = true;
      if (wanted && !dropped) {
        byte[] copy = new byte[bytes.remaining()];
        bytes.get(copy);
        body.writeBytes(copy);
        if (head.isEvents()) {
          cut("\n\n");
        } else if (head.isLines()) {
          cut("\n");
        } else {
          checkSize();
        }
      }
    }
    if (last && !head.isEvents() && !head.isLines()) {
      boolean whole = wanted && !dropped;
      watch.check(() -> watch.checker().body(head, any, whole ? body.toByteArray() : null));
    }
  }

  private void checkSize() {
    if (!large && body.size() > LARGE) {
      large = true;
      dropped = !watch.takesLarge(head);
    }
    if (dropped || body.size() > LARGEST) {
      dropped = true;
      body.reset();
    }
  }

  /** Hands on what is complete. What is cut in the middle of a character has no end yet. */
  private void cut(String end) {
    String text = body.toString(UTF_8);
    int from = 0;
    for (int at = text.indexOf(end); at >= 0; at = text.indexOf(end, from)) {
      String part = text.substring(from, at);
      from = at + end.length();
      watch.check(() -> watch.checker().part(head, part));
    }
    if (from > 0) {
      byte[] all = body.toByteArray();
      int done = text.substring(0, from).getBytes(UTF_8).length;
      body.reset();
      body.write(all, done, all.length - done);
    }
  }
}

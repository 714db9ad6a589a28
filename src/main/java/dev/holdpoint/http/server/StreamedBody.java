package dev.holdpoint.http.server;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Response;

/**
 * An answer that is written as it is made. It waits for a slow reader, and begins only when there
 * is more than a buffer of it, so that an early failure can still be told as a problem.
 */
final class StreamedBody extends BufferedOutputStream {
  private static final int BUFFER = 64 * 1024;

  private final Outlet outlet;

  /**
   * @param begin sets the status and the headers
   */
  StreamedBody(Response response, Runnable begin) {
    this(new Outlet(response, begin));
  }

  private StreamedBody(Outlet outlet) {
    super(outlet, BUFFER);
    this.outlet = outlet;
  }

  boolean begun() {
    return outlet.begun;
  }

  private static final class Outlet extends OutputStream {
    private final Response response;
    private final Runnable begin;
    private boolean begun;

    Outlet(Response response, Runnable begin) {
      this.response = response;
      this.begin = begin;
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      if (!begun) {
        begin.run();
        begun = true;
      }
      // A copy: the buffer is used again when this returns, whatever the server still holds.
      byte[] piece = Arrays.copyOfRange(bytes, offset, offset + length);
      Content.Sink.write(response, false, ByteBuffer.wrap(piece));
    }
  }
}

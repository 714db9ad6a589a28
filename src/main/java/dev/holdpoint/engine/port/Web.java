package dev.holdpoint.engine.port;

import java.net.URI;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One call to a server outside, at addresses that were checked for it. No redirect is followed. */
public interface Web {
  /**
   * @param body null for none
   */
  @SuppressWarnings("ArrayRecordComponent") // nobody compares calls
  record Call(String method, URI url, Map<String, String> headers, byte @Nullable [] body) {
    /** Records print their members; what a call carries must not end up in a log that way. */
    @Override
    public String toString() {
      return "Call[" + method + "]";
    }
  }

  /** What came of it. */
  sealed interface Answer {
    /**
     * @param headers by their names in lower case
     * @param cut whether the body is only the beginning
     */
    @SuppressWarnings("ArrayRecordComponent") // nobody compares answers
    record Told(int status, Map<String, List<String>> headers, byte[] body, boolean cut)
        implements Answer {
      @Override
      public String toString() {
        return "Told[" + status + "]";
      }
    }

    /** The server is at an address that agents may not reach; nothing was sent. */
    record Blocked() implements Answer {}

    /** Nobody knows whether the server has done what it was asked for. */
    record TimedOut() implements Answer {}

    record Unreachable() implements Answer {}
  }

  /**
   * @param mostBytes of the answer's body; the rest is not read
   */
  Answer call(Call call, int mostBytes) throws InterruptedException;

  /** The same, which has no more than this time for it. */
  Answer call(Call call, int mostBytes, long mostMs) throws InterruptedException;

  /** Null for a text that is no address of a server: http or https, a host, no name or password. */
  @Nullable URI address(String text);

  /**
   * Whether the address as it is written is one that agents may not reach. A name is not looked up:
   * it may still turn out to be one when it is called.
   */
  boolean isBarred(String url);
}

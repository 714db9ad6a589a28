package dev.holdpoint.engine.port;

import dev.holdpoint.core.access.Voter;
import dev.holdpoint.core.record.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Agents' processes that clients speak to through the daemon, each under an id that a client chose.
 * Every method says no by {@link dev.holdpoint.core.problem.Refused}.
 */
public interface AcpServers {
  /**
   * Passes a request on, or joins the same one that is under way. The server is started when there
   * is none, once the request was checked.
   *
   * @param agent which agent the server is to run; null for the one that it runs
   * @param id the client's own, a text or a number
   */
  Awaited request(
      String server, @Nullable String agent, Json id, String method, Json params, Client by)
      throws InterruptedException;

  /** Passes a notification on; as with requests, the server may have to be started. */
  void notify(String server, @Nullable String agent, String method, Json params, Client by)
      throws InterruptedException;

  /** What the agent of the server sends; the server has to be there, for this client. */
  Messages messages(String server, Client by);

  /**
   * Settles what the server's agent has asked. It is committed when this returns.
   *
   * @param agent null for whichever it runs
   * @param by who answers
   * @param strict whether a response that cannot be taken is refused; else those who listen to the
   *     server are told, since clients of the protocol do not expect an answer to a response
   */
  void respond(String id, @Nullable String agent, Response response, Voter by, boolean strict);

  /** Ends the server, if there is one for this client; returns at once. */
  void end(String id, Client by);

  /** Those that are there for this client, in the order of their ids. */
  List<Standing> list(Client by);

  /**
   * @param sessions how many sessions its agent has
   * @param pending how much the agent waits for
   */
  record Standing(
      String id, String agent, boolean alive, long startedAtMs, int sessions, int pending) {}

  /** What a client says to a request that it was shown: exactly one of the last two is there. */
  record Response(String requestId, @Nullable Json result, @Nullable Json error) {}

  /**
   * Who sends something to an agent.
   *
   * @param trusted whether the client may decide what agents ask
   * @param bound whether there is nothing for the client but the servers that it has started, and
   *     the sessions that were made through them
   * @param tokenId whose sessions are made through the server; null for nobody's
   */
  record Client(String name, boolean trusted, boolean bound, @Nullable String tokenId) {
    /** One of whom only the name is known. */
    public Client(String name, boolean trusted, boolean bound) {
      this(name, trusted, bound, null);
    }
  }

  /** A request on its way to the agent and back. */
  interface Awaited {
    /**
     * The response, with the id that the client gave; null when the time is over first.
     *
     * @throws dev.holdpoint.core.problem.Refused if there will be none
     */
    @Nullable Json await(long timeoutMs) throws InterruptedException;

    /**
     * Whoever asked has hung up. The agent hears nothing of that; a response that nobody else waits
     * for is put among the messages.
     */
    void leave();
  }

  /** What an agent sends to whoever listens, as far as it is kept. */
  interface Messages {
    /** The number of the newest; those of a server only rise, and never come again. */
    long newest();

    /** The requests that wait for somebody, oldest first. */
    List<Message> waiting();

    Page after(long number, int limit);

    AutoCloseable onNews(Runnable wake);
  }

  /**
   * @param json one JSON-RPC object
   */
  record Message(long number, Json json) {}

  /**
   * @param gap whether some are not kept any more that would stand before these
   * @param last where the next page starts
   * @param ended whether nothing will come behind the last of these
   */
  record Page(List<Message> messages, boolean gap, long last, boolean more, boolean ended) {}
}

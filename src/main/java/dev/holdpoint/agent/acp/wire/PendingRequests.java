package dev.holdpoint.agent.acp.wire;

import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.engine.port.AcpServers.Awaited;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The requests of clients that an agent is at. A client whose connection broke may send its request
 * again: as long as the agent is at it, that is the same request, and the agent is not told twice.
 * What makes something is never the same: two clients may count their requests alike, and each is
 * to have its own session.
 */
public final class PendingRequests {
  private static final int MOST = 256;

  private static final Set<String> JOINED =
      Set.of("initialize", "session/prompt", "session/load", "session/resume");

  private final Set<Request> underWay = new LinkedHashSet<>();
  private final Consumer<Json> unheard;
  private @Nullable Refused over;

  /**
   * @param unheard gets each response that nobody waits for any more
   */
  public PendingRequests(Consumer<Json> unheard) {
    this.unheard = unheard;
  }

  /** What makes two requests the same. */
  public record Key(String by, Json id, String method, Json params) {}

  public Awaited send(Key key, Supplier<CompletableFuture<Json>> sending) {
    Request request;
    synchronized (this) {
      if (over != null) {
        throw over;
      }
      Request same = same(key);
      if (same != null) {
        same.waiting++;
        return same;
      }
      if (underWay.size() >= MOST) {
        throw Problem.UNAVAILABLE
            .because(
                "The server's agent already has %d requests in progress; wait for some of them."
                    .formatted(MOST))
            .asException();
      }
      request = new Request(key);
      underWay.add(request);
    }
    // Not within the lock: an agent that does not read may hold this up.
    try {
      var _ = sending.get().whenComplete((result, failure) -> done(request, result, failure));
    } catch (RuntimeException e) {
      forget(request);
      throw e;
    }
    return request;
  }

  private @Nullable Request same(Key key) {
    return JOINED.contains(key.method)
        ? underWay.stream().filter(one -> one.key.equals(key)).findFirst().orElse(null)
        : null;
  }

  private synchronized void forget(Request request) {
    underWay.remove(request);
  }

  private void done(Request request, @Nullable Json result, @Nullable Throwable failure) {
    Json stray = null;
    synchronized (this) {
      underWay.remove(request);
      Json response = response(request.key.id, result, failure);
      if (response == null) {
        request.response.completeExceptionally(refused(failure));
      } else {
        request.response.complete(response);
        stray = request.waiting == 0 ? response : null;
      }
    }
    if (stray != null) {
      unheard.accept(stray);
    }
  }

  private static @Nullable Json response(
      Json id, @Nullable Json result, @Nullable Throwable failure) {
    if (result != null) {
      return Rpc.result(id, result);
    }
    return cause(failure) instanceof RpcError error ? Rpc.error(id, error) : null;
  }

  private static Refused refused(@Nullable Throwable failure) {
    Throwable cause = cause(failure);
    return cause instanceof Refused refused ? refused : Ended.refusal(cause.getMessage());
  }

  private static Throwable cause(@Nullable Throwable failure) {
    Throwable cause = failure;
    while (cause instanceof CompletionException wrapped && wrapped.getCause() != null) {
      cause = wrapped.getCause();
    }
    return cause == null ? new IllegalStateException("no result and no failure") : cause;
  }

  /** Nobody gets an answer any more; all who wait, and all who come, are told why. */
  public void fail(Refused why) {
    List<Request> all;
    synchronized (this) {
      over = over == null ? why : over;
      all = List.copyOf(underWay);
      underWay.clear();
    }
    all.forEach(request -> request.response.completeExceptionally(why));
  }

  private final class Request implements Awaited {
    private final Key key;
    private final CompletableFuture<Json> response = new CompletableFuture<>();
    private int waiting = 1;

    Request(Key key) {
      this.key = key;
    }

    @Override
    public @Nullable Json await(long timeoutMs) throws InterruptedException {
      try {
        return response.get(timeoutMs, TimeUnit.MILLISECONDS);
      } catch (TimeoutException e) {
        return null;
      } catch (ExecutionException e) {
        if (e.getCause() instanceof Refused refused) {
          throw refused;
        }
        throw new IllegalStateException(e.getCause());
      }
    }

    @Override
    public void leave() {
      Json stray;
      synchronized (PendingRequests.this) {
        waiting--;
        boolean answered = response.isDone() && !response.isCompletedExceptionally();
        stray = waiting == 0 && answered ? response.join() : null;
      }
      if (stray != null) {
        unheard.accept(stray);
      }
    }
  }
}

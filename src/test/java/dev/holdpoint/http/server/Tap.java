package dev.holdpoint.http.server;

import dev.holdpoint.contract.Answered;
import dev.holdpoint.contract.ContractWatch;
import dev.holdpoint.contract.Pieces;
import dev.holdpoint.http.server.Router.Match;
import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** Looks at every answer of a daemon from around its door, for every kind of client. */
public final class Tap extends Handler.Wrapper {
  private final RequestEntry door;

  private Tap(Handler door) {
    super(door);
    this.door = (RequestEntry) door;
  }

  /** Servers that are made meanwhile are looked at for as long as they live. */
  public static <T, X extends Throwable> T around(ScopedValue.CallableOp<T, X> start) throws X {
    return ScopedValue.where(HttpServer.AROUND, Tap::new).call(start);
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    return super.handle(request, new Overheard(request, response), callback);
  }

  /**
   * Null where no operation is, or none yet; the pages for people are operations that nobody
   * documents.
   */
  private @Nullable String operation(Request request) {
    String path = request.getHttpURI().getPath();
    try {
      return door.router().match(request.getMethod(), path == null ? "" : path)
              instanceof Match.Found(Router.Route route, Map<String, String> _)
          ? route.endpoint().id()
          : null;
    } catch (RuntimeException e) {
      return null;
    }
  }

  private final class Overheard extends Response.Wrapper {
    private @Nullable Pieces pieces;

    Overheard(Request request, Response response) {
      super(request, response);
    }

    @Override
    public void write(boolean last, @Nullable ByteBuffer bytes, Callback callback) {
      Pieces told = pieces;
      if (told == null) {
        told = ContractWatch.begins(head());
        pieces = told;
      }
      // Before it is sent: who has the answer may end the test at once.
      told.add(bytes == null ? null : bytes.slice(), last);
      super.write(last, bytes, callback);
    }

    private Answered head() {
      Map<String, String> headers = new TreeMap<>();
      for (HttpField field : getHeaders()) {
        headers.put(field.getName().toLowerCase(Locale.ROOT), String.valueOf(field.getValue()));
      }
      Request request = getRequest();
      return new Answered(
          operation(request),
          request.getMethod(),
          request.getHttpURI().getPathQuery(),
          getStatus(),
          headers);
    }
  }
}

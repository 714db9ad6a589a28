package dev.holdpoint.http.server;

import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refusal;
import java.nio.ByteBuffer;
import java.util.function.Function;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * Answers what Jetty refuses before a request reaches the {@link RequestEntry}, in our own form.
 */
final class RawErrors implements Request.Handler {
  private final Function<String, ProblemStyle> styles;
  private final RefusalLog refusals;

  RawErrors(Function<String, ProblemStyle> styles, RefusalLog refusals) {
    this.styles = styles;
    this.refusals = refusals;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    String requestId = RequestIds.of(request.getHeaders().get(ResponseWriter.REQUEST_ID));
    var refusal = refusal(status(request, response));
    // Of a request that could not be read there may be no path.
    String path = request.getHttpURI() == null ? null : request.getHttpURI().getPath();
    ProblemStyle style = styles.apply(path == null ? "" : path);
    refusals.note(
        requestId, false, null, style.status(refusal), refusal.problem().code(), cause(request));
    byte[] bytes = style.render(refusal, requestId);
    response.setStatus(style.status(refusal));
    response
        .getHeaders()
        .put(ResponseWriter.REQUEST_ID, requestId)
        .put(HttpHeader.CONTENT_TYPE, style.contentType())
        .put(HttpHeader.CACHE_CONTROL, "no-store")
        .put(HttpHeader.CONTENT_LENGTH, bytes.length);
    if (refusal.problem() == Problem.UNAVAILABLE) {
      response.getHeaders().put(HttpHeader.RETRY_AFTER, ResponseWriter.RETRY_AFTER_SECONDS);
    }
    // What could not be read leaves no place at which the next request would begin.
    if (request.getConnectionMetaData().getHttpVersion() != HttpVersion.HTTP_2) {
      response.getHeaders().put(HttpHeader.CONNECTION, "close");
    }
    response.write(true, ByteBuffer.wrap(bytes), callback);
    return true;
  }

  private static int status(Request request, Response response) {
    return request.getAttribute(ErrorHandler.ERROR_STATUS) instanceof Integer status
        ? status
        : response.getStatus();
  }

  /** What Jetty itself has failed with; a request that it could not read is no fault of ours. */
  private static RefusalLog.@Nullable Cause cause(Request request) {
    return request.getAttribute(ErrorHandler.ERROR_EXCEPTION) instanceof Throwable thrown
            && !(thrown instanceof HttpException)
        ? new RefusalLog.Cause.Bug(thrown)
        : null;
  }

  private static Refusal refusal(int status) {
    return switch (status) {
      case 413 -> Problem.PAYLOAD_TOO_LARGE.because("The body is too large.");
      case 414, 431 ->
          Problem.HEADERS_TOO_LARGE.because("Send a shorter request line and fewer headers.");
      case 421 -> Problem.FOREIGN_HOST.because("Use the address that the daemon listens on.");
      case 503 -> Problem.UNAVAILABLE.because("The daemon is unavailable. Retry.");
      case 505 -> Problem.INVALID_REQUEST.because("Use HTTP/1.1 or HTTP/2.");
      // Any other number is one that Jetty chose; only whose fault it is matters to the caller.
      default ->
          status >= 400 && status < 500
              ? Problem.INVALID_REQUEST.because("The request is not well-formed HTTP.")
              : Problem.INTERNAL_ERROR.because(
                  "Report this with the request_id. The daemon's log has the details.");
    };
  }
}

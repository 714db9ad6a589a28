package dev.holdpoint.outbound;

import dev.holdpoint.core.delivery.DeliveryFault;
import java.io.ByteArrayOutputStream;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLContext;
import org.eclipse.jetty.client.BytesRequestContent;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.client.Response;
import org.eclipse.jetty.client.Result;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.jspecify.annotations.Nullable;

/**
 * Sends letters over HTTP/1.1, each on a connection of its own: it goes to addresses that were
 * checked for this letter, and no answer belongs to another. It follows nothing, remembers nothing,
 * unpacks nothing and reads no more than it needs.
 */
final class HttpSender implements AutoCloseable {
  private final PinnedClient client;
  private final long attemptMs;
  private final boolean anywhere;

  /**
   * @param anywhere whether private addresses are good for all
   * @param trust whose certificates are good; null for those that the JDK trusts
   */
  HttpSender(
      Lookup lookup,
      boolean anywhere,
      SendTimeouts patience,
      String userAgent,
      @Nullable SSLContext trust) {
    this.anywhere = anywhere;
    this.attemptMs = patience.attemptMs();
    this.client = new PinnedClient(lookup, patience, userAgent, trust);
  }

  OutboundResponse send(OutboundRequest letter) throws InterruptedException {
    Request request =
        client
            .started()
            .newRequest(letter.url())
            .method(HttpMethod.POST)
            .timeout(attemptMs, TimeUnit.MILLISECONDS)
            .headers(
                headers -> {
                  letter.headers().forEach(headers::put);
                  headers.put(HttpHeader.CONNECTION, "close");
                })
            .body(
                new BytesRequestContent(
                    "application/json", letter.json().getBytes(StandardCharsets.UTF_8)));
    if (anywhere || letter.chosen()) {
      request.tag(PinnedAddresses.ANYWHERE);
    }
    Reading reading = new Reading(request, letter.answerBytes());
    request.send(reading);
    return PinnedClient.await(request, reading.answer);
  }

  /** Takes the beginning of an answer, and hangs up on what comes after it. */
  private static final class Reading
      implements Response.ContentListener, Response.CompleteListener {
    private final Request request;
    private final int most;
    private final ByteArrayOutputStream body = new ByteArrayOutputStream();
    private final CompletableFuture<OutboundResponse> answer = new CompletableFuture<>();

    Reading(Request request, int most) {
      this.request = request;
      this.most = most;
    }

    @Override
    public void onContent(Response response, ByteBuffer content) {
      byte[] bytes = new byte[Math.min(content.remaining(), most - body.size())];
      content.get(bytes);
      body.writeBytes(bytes);
      if (body.size() == most) {
        answer.complete(told(response));
        CompletableFuture<Boolean> _ = request.abort(new CancellationException());
      }
    }

    @Override
    public void onComplete(Result result) {
      Throwable failure = result.getFailure();
      answer.complete(failure == null ? told(result.getResponse()) : nothing(failure));
    }

    private OutboundResponse told(Response response) {
      return OutboundResponse.Told.of(
          response.getStatus(),
          response.getHeaders().get(HttpHeader.RETRY_AFTER),
          body.toByteArray());
    }
  }

  private static OutboundResponse nothing(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof PinnedAddresses.Blocked) {
        return new OutboundResponse.Nothing(DeliveryFault.BLOCKED, true);
      }
      if (cause instanceof TimeoutException || cause instanceof SocketTimeoutException) {
        return new OutboundResponse.Nothing(DeliveryFault.TIMEOUT, false);
      }
    }
    return new OutboundResponse.Nothing(DeliveryFault.CONNECT, false);
  }

  @Override
  public void close() {
    client.close();
  }
}

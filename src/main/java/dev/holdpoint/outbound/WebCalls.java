package dev.holdpoint.outbound;

import dev.holdpoint.engine.port.HostNames;
import dev.holdpoint.engine.port.Web;
import java.io.ByteArrayOutputStream;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLContext;
import org.eclipse.jetty.client.BytesRequestContent;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.client.Response;
import org.eclipse.jetty.client.Result;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.jspecify.annotations.Nullable;

/** The calls that agents make, each on a connection of its own. */
public final class WebCalls implements Web, AutoCloseable {
  private static final SendTimeouts PATIENCE = new SendTimeouts(5_000, 30_000);

  private final PinnedClient client;
  private final boolean anywhere;
  private final long callMs;

  /**
   * @param anywhere whether private addresses are good for all
   */
  public WebCalls(boolean anywhere, String userAgent) {
    this(Lookup.ofSystem(), anywhere, PATIENCE, userAgent, null);
  }

  private WebCalls(PinnedClient client, boolean anywhere, long callMs) {
    this.client = client;
    this.anywhere = anywhere;
    this.callMs = callMs;
  }

  WebCalls(
      Lookup lookup,
      boolean anywhere,
      SendTimeouts patience,
      String userAgent,
      @Nullable SSLContext trust) {
    this.client = new PinnedClient(lookup, patience, userAgent, trust);
    this.anywhere = anywhere;
    this.callMs = patience.attemptMs();
  }

  /** The same to places that the operator has chosen, wherever they are. */
  public Web anywhere() {
    return new WebCalls(client, true, callMs);
  }

  @Override
  public @Nullable URI address(String text) {
    return Urls.read(text);
  }

  @Override
  public boolean isBarred(String url) {
    URI address = anywhere ? null : address(url);
    return address != null && HostNames.isPrivate(address.getHost());
  }

  @Override
  public Answer call(Call call, int mostBytes) throws InterruptedException {
    return call(call, mostBytes, callMs);
  }

  @Override
  public Answer call(Call call, int mostBytes, long mostMs) throws InterruptedException {
    Request request =
        client
            .started()
            .newRequest(call.url())
            .method(call.method())
            .timeout(Math.min(callMs, mostMs), TimeUnit.MILLISECONDS)
            .headers(
                headers -> {
                  call.headers().forEach(headers::put);
                  headers.put(HttpHeader.CONNECTION, "close");
                });
    byte[] body = call.body();
    if (body != null) {
      // The header that the caller has given, if any, says what it is.
      request.body(new BytesRequestContent((String) null, body));
    }
    if (anywhere) {
      request.tag(PinnedAddresses.ANYWHERE);
    }
    Reading reading = new Reading(request, mostBytes);
    request.send(reading);
    return PinnedClient.await(request, reading.answer);
  }

  /** Takes the beginning of an answer, and hangs up on what comes after it. */
  private static final class Reading
      implements Response.ContentListener, Response.CompleteListener {
    private final Request request;
    private final int most;
    private final ByteArrayOutputStream body = new ByteArrayOutputStream();
    private final CompletableFuture<Answer> answer = new CompletableFuture<>();

    Reading(Request request, int most) {
      this.request = request;
      this.most = most;
    }

    @Override
    public void onContent(Response response, ByteBuffer content) {
      boolean cut = content.remaining() > most - body.size();
      byte[] bytes = new byte[Math.min(content.remaining(), most - body.size())];
      content.get(bytes);
      body.writeBytes(bytes);
      if (cut) {
        answer.complete(told(response, true));
        CompletableFuture<Boolean> _ = request.abort(new CancellationException());
      }
    }

    @Override
    public void onComplete(Result result) {
      Throwable failure = result.getFailure();
      answer.complete(failure == null ? told(result.getResponse(), false) : nothing(failure));
    }

    private Answer told(Response response, boolean cut) {
      Map<String, List<String>> headers = new LinkedHashMap<>();
      for (HttpField field : response.getHeaders()) {
        headers
            .computeIfAbsent(field.getName().toLowerCase(Locale.ROOT), _ -> new ArrayList<>())
            .add(field.getValue() == null ? "" : field.getValue());
      }
      return new Answer.Told(response.getStatus(), headers, body.toByteArray(), cut);
    }
  }

  private static Answer nothing(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof PinnedAddresses.Blocked) {
        return new Answer.Blocked();
      }
      if (cause instanceof TimeoutException || cause instanceof SocketTimeoutException) {
        return new Answer.TimedOut();
      }
    }
    return new Answer.Unreachable();
  }

  @Override
  public void close() {
    client.close();
  }
}

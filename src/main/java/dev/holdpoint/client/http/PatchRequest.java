package dev.holdpoint.client.http;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * HttpURLConnection knows no PATCH. The few commands that need one take the third of a second that
 * java.net.http takes to start.
 */
final class PatchRequest {
  private PatchRequest() {}

  static HttpResponse<byte[]> send(
      DaemonAddress daemon,
      @Nullable SSLContext encryption,
      String path,
      byte[] body,
      int connectMs,
      int answerMs)
      throws IOException, CallFailed {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(daemon.url() + path))
            .timeout(Duration.ofMillis(answerMs))
            .header("Content-Type", "application/json")
            .header("Accept", "application/json, application/problem+json")
            .method("PATCH", HttpRequest.BodyPublishers.ofByteArray(body));
    if (daemon.token() != null) {
      request.header("Authorization", "Bearer " + daemon.token());
    }
    HttpClient.Builder client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(Duration.ofMillis(connectMs));
    if (encryption != null) {
      client.sslContext(encryption);
    }
    try (HttpClient http = client.build()) {
      return http.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
    } catch (HttpTimeoutException e) {
      throw CallFailed.noAnswer("The daemon at " + daemon.url() + " did not answer in time", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted");
    }
  }
}

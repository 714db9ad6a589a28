package dev.holdpoint.blackbox;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A reader of a body that is one object a line. */
public final class Ndjson implements AutoCloseable {
  private static final JsonMapper JSON = new JsonMapper();
  private static final int PATIENCE_S = 40;
  private static final String END = "end";

  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private final InputStream stream;
  private final HttpResponse<InputStream> response;
  private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
  private final List<String> taken = new ArrayList<>();

  private Ndjson(HttpResponse<InputStream> response) {
    this.response = response;
    this.stream = response.body();
    Thread.ofVirtual().start(this::read);
  }

  /** Posts, and reads what comes back as it comes. */
  public static Ndjson post(Http http, String path, String body) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(http.address() + path))
            .header("Authorization", "Bearer " + http.token())
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    try {
      HttpResponse<InputStream> response =
          CLIENT.send(request, HttpResponse.BodyHandlers.ofInputStream());
      if (response.statusCode() >= 300) {
        throw new AssertionError(
            response.statusCode()
                + ": "
                + new String(response.body().readAllBytes(), StandardCharsets.UTF_8));
      }
      return new Ndjson(response);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private void read() {
    try (BufferedReader reader =
        new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        lines.add(line);
      }
    } catch (IOException e) {
      // Closed by one of the two sides; either way nothing more comes.
    }
    lines.add(END);
  }

  public int status() {
    return response.statusCode();
  }

  public String header(String name) {
    return response.headers().firstValue(name).orElse("");
  }

  /** The next line; waits for it. */
  public JsonNode next() {
    String line = poll();
    if (line.equals(END)) {
      throw new AssertionError("the stream ended; it had sent " + taken);
    }
    taken.add(line);
    return JSON.readTree(line);
  }

  /** Takes lines until one is of this type, and gives that one. */
  public JsonNode next(String type) {
    JsonNode line = next();
    while (!line.path("type").asString().equals(type)) {
      line = next();
    }
    return line;
  }

  /** Everything up to the end, which must come. */
  public List<JsonNode> rest() {
    List<JsonNode> rest = new ArrayList<>();
    for (String line = poll(); !line.equals(END); line = poll()) {
      taken.add(line);
      rest.add(JSON.readTree(line));
    }
    return rest;
  }

  private String poll() {
    try {
      String line = lines.poll(PATIENCE_S, TimeUnit.SECONDS);
      if (line == null) {
        throw new AssertionError("nothing came; it had sent " + taken);
      }
      return line;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Every line so far, as it came. */
  public List<String> taken() {
    return List.copyOf(taken);
  }

  @Override
  public void close() {
    try {
      stream.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

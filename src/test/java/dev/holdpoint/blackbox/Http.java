package dev.holdpoint.blackbox;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A caller with a token. */
public final class Http {
  private static final JsonMapper JSON = new JsonMapper();
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** Nobody looks more seldom. */
  private static final long LONGEST_PAUSE = 50_000_000;

  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private final String address;
  private final @Nullable String token;
  private final Duration patience;

  public Http(String address, @Nullable String token) {
    this(address, token, PATIENCE);
  }

  private Http(String address, @Nullable String token, Duration patience) {
    this.address = address;
    this.token = token;
    this.patience = patience;
  }

  /** The same caller, who waits so long for an answer and no longer. */
  public Http within(Duration shorter) {
    return new Http(address, token, shorter);
  }

  /** The same daemon with another token, or none. */
  public Http as(@Nullable String other) {
    return new Http(address, other, patience);
  }

  /**
   * @param text the body exactly as it came
   */
  public record Answer(int status, String text, HttpResponse<String> response) {
    public JsonNode json() {
      return JSON.readTree(text);
    }

    public String code() {
      return json().path("code").asString();
    }

    /** The first value of a header, or the empty string. */
    public String header(String name) {
      return response.headers().firstValue(name).orElse("");
    }

    public Answer expect(int wanted) {
      if (status != wanted) {
        throw new AssertionError("wanted " + wanted + ", got " + status + ": " + text);
      }
      return this;
    }
  }

  public Answer get(String path) {
    return send("GET", path, null, _ -> {});
  }

  public Answer post(String path, @Nullable String body) {
    return send("POST", path, body, _ -> {});
  }

  public Answer send(
      String method, String path, @Nullable String body, Consumer<HttpRequest.Builder> more) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(address + path))
            .timeout(patience)
            .method(
                method,
                body == null
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofString(body));
    if (token != null) {
      request.header("Authorization", "Bearer " + token);
    }
    if (body != null) {
      request.header("Content-Type", "application/json");
    }
    more.accept(request);
    try {
      HttpResponse<String> response =
          CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
      return new Answer(response.statusCode(), response.body(), response);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Opens an event stream; {@code more} may add headers. */
  public Sse stream(String path, Consumer<HttpRequest.Builder> more) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(address + path)).header("Accept", "text/event-stream");
    if (token != null) {
      request.header("Authorization", "Bearer " + token);
    }
    more.accept(request);
    try {
      HttpResponse<InputStream> response =
          CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
      if (response.statusCode() != 200) {
        throw new AssertionError(
            response.statusCode()
                + ": "
                + new String(response.body().readAllBytes(), StandardCharsets.UTF_8));
      }
      return new Sse(response.body(), response.headers().map());
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  public Sse stream(String path) {
    return stream(path, _ -> {});
  }

  /** Where the daemon listens, for those who want a socket of their own. */
  public URI address() {
    return URI.create(address);
  }

  public @Nullable String token() {
    return token;
  }

  /** Asks again until the answer is as wanted. */
  public JsonNode await(String path, Predicate<JsonNode> wanted) {
    long began = System.nanoTime();
    JsonNode last = get(path).json();
    while (!wanted.test(last)) {
      long waited = System.nanoTime() - began;
      if (waited > PATIENCE.toNanos()) {
        throw new AssertionError(path + " never became as wanted; it is " + last);
      }
      // Looking must not take the processor from what is looked at: a tenth of the wait is lost.
      LockSupport.parkNanos(Math.clamp(waited / 10, 1_000_000, LONGEST_PAUSE));
      last = get(path).json();
    }
    return last;
  }

  public JsonNode awaitRun(String runId, String status) {
    return await("/v1/runs/" + runId, run -> run.path("status").asString().equals(status));
  }

  public void session(String id) {
    post("/v1/sessions", "{\"session_id\":" + JSON.writeValueAsString(id) + "}").expect(201);
  }

  /** Submits a script, a line each, and gives the run's id. */
  public String submit(String sessionId, String... lines) {
    return post("/v1/sessions/" + sessionId + "/runs", work(lines))
        .expect(202)
        .json()
        .path("run_id")
        .asString();
  }

  /** The body that submits a script. */
  public static String work(String... lines) {
    String content = "#!script\n" + String.join("\n", lines);
    return "{\"content\":" + JSON.writeValueAsString(content) + "}";
  }

  public Answer postWithKey(String path, String body, String key) {
    return send("POST", path, body, request -> request.header("Idempotency-Key", key));
  }

  /** A token of this role. An agent's reaches every session, as one from before does. */
  public Http withRole(String role, String name) {
    String body =
        "{\"name\":\"%s\",\"role\":\"%s\"%s}"
            .formatted(name, role, role.equals("agent") ? ",\"session_access\":\"all\"" : "");
    return as(post("/v1/tokens", body).expect(201).json().path("token").asString());
  }

  public JsonNode run(String runId) {
    return get("/v1/runs/" + runId).expect(200).json();
  }

  public List<JsonNode> events(String runId) {
    return get("/v1/runs/" + runId + "/events").expect(200).json().valueStream().toList();
  }

  /** Waits until the run asks for an approval, and gives that approval's id. */
  public String awaitApproval(String runId) {
    return awaitRun(runId, "waiting_for_approval").path("pending_approval_ids").path(0).asString();
  }

  public String awaitQuestion(String runId) {
    return awaitRun(runId, "waiting_for_user_question")
        .path("pending_question_ids")
        .path(0)
        .asString();
  }

  public static String allow(String approvalId) {
    return "{\"resolutions\":[{\"request_id\":\"%s\",\"behavior\":\"allow\"}]}"
        .formatted(approvalId);
  }

  public static String answer(String questionId, String text) {
    return """
    {"resolution":{"request_id":"%s","answers":
      [{"question_id":"q","selected_option_ids":[],"freeform_answer":"%s"}]}}\
    """
        .formatted(questionId, text);
  }

  /** Allows what the run asks for next. */
  public void approve(String runId) {
    post("/v1/runs/" + runId + "/approvals", allow(awaitApproval(runId))).expect(202);
  }
}

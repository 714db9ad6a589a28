package dev.holdpoint.client;

import dev.holdpoint.api.page.PageBodies.Page;
import dev.holdpoint.api.permit.PermitBodies.PermitResultRequest;
import dev.holdpoint.api.permit.PermitBodies.PermitView;
import dev.holdpoint.api.permit.PermitBodies.RedeemPermitRequest;
import dev.holdpoint.api.permit.PermitBodies.RevokePermitRequest;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.ClientJson;
import dev.holdpoint.client.http.Connection;
import dev.holdpoint.client.http.PageRequest;
import dev.holdpoint.client.http.RequestPath;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The right to carry out an allowed call once. */
public final class PermitClient {
  private static final int ANSWER_MS = 30_000;

  private final Connection connection;

  PermitClient(Connection connection) {
    this.connection = connection;
  }

  public PermitView find(String id) throws CallFailed {
    return connection.get(RequestPath.of("/v1/permits/{}", id), PermitView.class);
  }

  /**
   * @param state null for all
   */
  public Page<PermitView> page(@Nullable String sessionId, @Nullable String state, PageRequest wish)
      throws CallFailed {
    return connection.page(
        RequestPath.of("/v1/permits").with("session_id", sessionId).with("state", state),
        wish,
        PermitView.class);
  }

  /** The answer says whether the same key had redeemed it before: then nothing may run again. */
  public Redeemed redeem(String id, RedeemPermitRequest request) throws CallFailed {
    byte[] body = ClientJson.write(request);
    try {
      HttpURLConnection http =
          connection.open("POST", RequestPath.of("/v1/permits/{}/redeem", id).text(), ANSWER_MS);
      http.setRequestProperty("Content-Type", "application/json");
      http.setDoOutput(true);
      http.setFixedLengthStreamingMode(body.length);
      try (OutputStream out = http.getOutputStream()) {
        out.write(body);
      }
      int status = http.getResponseCode();
      boolean good = status < 300;
      try (InputStream in = good ? http.getInputStream() : http.getErrorStream()) {
        byte[] answer = in == null ? new byte[0] : in.readAllBytes();
        if (!good) {
          throw connection.refusal(status, http.getContentType(), answer);
        }
        return new Redeemed(
            ClientJson.read(new String(answer, StandardCharsets.UTF_8), PermitView.class),
            http.getHeaderField("Idempotency-Replayed") != null);
      }
    } catch (IOException e) {
      throw connection.unreachable(e);
    }
  }

  /**
   * A permit that this caller has.
   *
   * @param replayed whether the same key had redeemed it before
   */
  public record Redeemed(PermitView permit, boolean replayed) {}

  public PermitView report(String id, PermitResultRequest request) throws CallFailed {
    return connection.post(RequestPath.of("/v1/permits/{}/result", id), request, PermitView.class);
  }

  /**
   * @param reason why; null to give none
   */
  public PermitView revoke(String id, @Nullable String reason) throws CallFailed {
    return connection.post(
        RequestPath.of("/v1/permits/{}/revoke", id),
        reason == null ? null : new RevokePermitRequest(reason),
        PermitView.class);
  }
}

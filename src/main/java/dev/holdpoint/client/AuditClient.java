package dev.holdpoint.client;

import dev.holdpoint.api.audit.AuditBodies.AuditKeyView;
import dev.holdpoint.api.audit.AuditBodies.AuditRecordView;
import dev.holdpoint.api.audit.AuditBodies.CheckpointView;
import dev.holdpoint.api.page.PageBodies.Page;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.Connection;
import dev.holdpoint.client.http.PageRequest;
import dev.holdpoint.client.http.RequestPath;
import dev.holdpoint.client.proof.ProofVerdict;
import dev.holdpoint.client.proof.TrustedKeys;
import dev.holdpoint.client.proof.Verifier;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The proof of what was done outside. */
public final class AuditClient {
  private static final String EXPORT = "/v1/audit/export";

  private final Connection connection;

  AuditClient(Connection connection) {
    this.connection = connection;
  }

  public List<AuditKeyView> keys() throws CallFailed {
    return connection.list(RequestPath.of("/v1/audit/keys"), AuditKeyView.class);
  }

  public AuditKeyView rotateKey() throws CallFailed {
    return connection.post(RequestPath.of("/v1/audit/keys/rotate"), null, AuditKeyView.class);
  }

  public Page<CheckpointView> checkpoints(PageRequest wish) throws CallFailed {
    return connection.page(RequestPath.of("/v1/audit/checkpoints"), wish, CheckpointView.class);
  }

  /**
   * Acts of administration, the newest first.
   *
   * @param target may end in {@code *}; null for all
   * @param sinceMs null for all
   */
  public Page<AuditRecordView> administration(
      @Nullable String target, @Nullable Long sinceMs, PageRequest wish) throws CallFailed {
    return connection.page(
        RequestPath.of("/v1/audit/records")
            .with("kind", "admin")
            .with("target", target)
            .with("since_ms", sinceMs),
        wish,
        AuditRecordView.class);
  }

  /** Writes the whole ledger, a record a line, and gives how many bytes that were. */
  public long export(OutputStream to) throws CallFailed, IOException {
    return export(to, _ -> {}, UnaryOperator.identity());
  }

  /**
   * @param onLines told how many lines will come
   * @param counted gets the answer, and gives what is read of it
   */
  public long export(OutputStream to, LongConsumer onLines, UnaryOperator<InputStream> counted)
      throws CallFailed, IOException {
    return connection.read(
        RequestPath.of(EXPORT), onLines, answer -> counted.apply(answer).transferTo(to));
  }

  /** The receipt of a decided approval, exactly as the daemon wrote it. */
  public byte[] receipt(String approvalId) throws CallFailed, IOException {
    return connection.read(
        RequestPath.of("/v1/approvals/{}/receipt", approvalId), InputStream::readAllBytes);
  }

  /** Checks an export on its way here; what the daemon says of itself plays no part in it. */
  public ProofVerdict verify(TrustedKeys trust) throws CallFailed, IOException {
    return verify(trust, _ -> {}, UnaryOperator.identity());
  }

  /**
   * @param onLines told how many lines will come
   * @param counted gets the answer, and gives what is read of it
   */
  public ProofVerdict verify(
      TrustedKeys trust, LongConsumer onLines, UnaryOperator<InputStream> counted)
      throws CallFailed, IOException {
    return connection.read(
        RequestPath.of(EXPORT), onLines, answer -> Verifier.verify(counted.apply(answer), trust));
  }
}

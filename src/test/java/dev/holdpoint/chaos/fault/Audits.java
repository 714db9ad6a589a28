package dev.holdpoint.chaos.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.DaemonProcess;
import dev.holdpoint.client.proof.TrustedKeys;
import dev.holdpoint.client.proof.Verifier;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** The chain of the audit ledger. */
final class Audits {
  private Audits() {}

  static void check(DaemonProcess daemon) throws IOException {
    String export = daemon.http().get("/v1/audit/export").expect(200).text();
    assertThat(
            Verifier.verify(
                    new ByteArrayInputStream(export.getBytes(StandardCharsets.UTF_8)),
                    TrustedKeys.NOTHING)
                .findings())
        .isEmpty();
  }
}

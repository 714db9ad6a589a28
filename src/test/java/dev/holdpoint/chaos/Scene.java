package dev.holdpoint.chaos;

import dev.holdpoint.blackbox.Approver;
import dev.holdpoint.blackbox.Host;
import dev.holdpoint.blackbox.Http;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * What the errands of a round share.
 *
 * @param effects the file to which commands and agents outside append what they have done
 * @param tenant whose approvals need two who agree
 * @param adapter the token of the tenant's adapter
 * @param ada one who may agree
 * @param bob another
 */
record Scene(
    Acknowledged acknowledged,
    Caller caller,
    Path effects,
    String tenant,
    String adapter,
    Approver ada,
    Approver bob) {

  static Scene set(Subject subject, Acknowledged acknowledged, Path effects) {
    Http admin = new Http(subject.process().address(), subject.http().token());
    Host host = Host.of(admin, System::currentTimeMillis);
    host.policy("\"signature_required\":true,\"approvals_required\":2");
    return new Scene(
        acknowledged,
        new Caller(subject, acknowledged),
        effects,
        host.tenant(),
        String.valueOf(host.adapter().token()),
        Approver.ed25519(admin, host.tenant(), ",\"principal\":\"ada\""),
        Approver.ed25519(admin, host.tenant(), ",\"principal\":\"bob\""));
  }

  /** An agent outside does what it was allowed to. */
  void act(String mark) {
    try {
      Files.writeString(effects, mark + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  /** What was done outside so far, a line each time. */
  List<String> done() throws IOException {
    return Files.exists(effects) ? Files.readAllLines(effects) : List.of();
  }
}

package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.client.proof.SecondOpinion;
import dev.holdpoint.client.proof.TrustedKeys;
import dev.holdpoint.client.proof.Verifier;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What becomes of a permit is in the chain of the run that asked, without content of it. */
@OnBothDatabases
class PermitChainTest extends Tenancy {
  private static final String KEY = "job-canary-0123456789";
  private static final String CALL = "'tool_name':'deploy','input':{'to':'canary-prod'}";

  @TempDir private Path folder = Path.of("");

  PermitChainTest(Database database) {
    super(database);
  }

  private record Raised(String run, String permit) {}

  private Raised allowed() {
    JsonNode raised =
        http.post(
                "/v1/sessions/" + session() + "/approval-requests",
                json("{" + CALL + ",'reason':'canary-reason'}"))
            .expect(201)
            .json();
    String gate = text(raised.path("request"), "id");
    http.post("/v1/runs/" + id(raised) + "/approvals", allow(gate)).expect(202);
    return new Raised(id(raised), "prm_" + gate.substring(4));
  }

  private void redeem(Raised one) {
    String jws = text(http.get("/v1/permits/" + one.permit).expect(200).json(), "permit");
    String body = json("{'permit':'%s','redeemer_key':'%s',%s}", jws, KEY, json(CALL));
    http.post("/v1/permits/" + one.permit + "/redeem", body).expect(200);
    // A repetition gets the same answer and leaves nothing.
    http.post("/v1/permits/" + one.permit + "/redeem", body).expect(200);
  }

  private void report(Raised one, String outcome, String more) {
    http.post(
            "/v1/permits/" + one.permit + "/result",
            json("{'redeemer_key':'%s','outcome':'%s'%s}", KEY, outcome, more))
        .expect(200);
  }

  @Test
  @DisplayName("PF-46 redemption, result and revocation of permits are records that both verify")
  void redemption_result_and_revocation_are_records_with_evidence() throws Exception {
    Raised good = allowed();
    redeem(good);
    report(good, "succeeded", json(",'output_digest':'%s'", "a".repeat(64)));
    report(good, "succeeded", json(",'output_digest':'%s'", "a".repeat(64)));
    Raised bad = allowed();
    redeem(bad);
    report(bad, "started", "");
    report(bad, "failed", json(",'error':'canary-error'"));
    Raised over = allowed();
    http.post("/v1/permits/" + over.permit + "/revoke", "{}").expect(200);

    String export = http.get("/v1/audit/export").expect(200).text();
    assertThat(
            Verifier.verify(
                    new ByteArrayInputStream(export.getBytes(StandardCharsets.UTF_8)),
                    TrustedKeys.NOTHING)
                .findings())
        .isEmpty();
    Map<String, JsonNode> evidence = new HashMap<>();
    List<JsonNode> lines = export.lines().map(line -> Acceptance.JSON.readTree(line)).toList();
    lines.stream()
        .filter(line -> text(line, "type").equals("evidence"))
        .forEach(line -> evidence.put(text(line, "action_id"), line.path("detail")));

    assertThat(told(lines, good))
        .containsExactly("decision allow", "permit started", "permit succeeded");
    assertThat(told(lines, bad))
        .containsExactly("decision allow", "permit started", "permit failed");
    assertThat(told(lines, over)).containsExactly("decision allow", "permit void");
    JsonNode result =
        Objects.requireNonNull(evidence.get(text(of(lines, good).getLast(), "action_id")));
    assertThat(result.propertyNames())
        .containsExactlyInAnyOrder(
            "permit_id",
            "approval_id",
            "run_id",
            "session_id",
            "tenant_id",
            "tool_name",
            "digest",
            "revision",
            "state",
            "attempt",
            "by",
            "at_ms",
            "output_digest");
    assertThat(text(result, "permit_id")).isEqualTo(good.permit);
    assertThat(text(result, "by")).isEqualTo("admin");
    JsonNode failed =
        Objects.requireNonNull(evidence.get(text(of(lines, bad).getLast(), "action_id")));
    assertThat(failed.path("error_sha256").asString()).hasSize(64);
    JsonNode revoked =
        Objects.requireNonNull(evidence.get(text(of(lines, over).getLast(), "action_id")));
    assertThat(text(revoked, "void_reason")).isEqualTo("revoked");
    assertThat(evidence.values().toString()).doesNotContain("canary");

    SecondOpinion.assumeThatItCanBeHad();
    Path file = folder.resolve("export");
    Files.writeString(file, export);
    assertThat(SecondOpinion.on(file).places()).isEmpty();
  }

  private static List<JsonNode> of(List<JsonNode> lines, Raised one) {
    return lines.stream()
        .map(line -> line.path("record"))
        .filter(record -> record.path("run_id").asString("").equals(one.run))
        .filter(record -> record.has("action_id"))
        .toList();
  }

  private static List<String> told(List<JsonNode> lines, Raised one) {
    return of(lines, one).stream()
        .map(record -> text(record, "kind") + " " + text(record, "outcome"))
        .toList();
  }
}

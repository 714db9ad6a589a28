package dev.holdpoint.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Authenticator;
import dev.holdpoint.blackbox.Http;
import dev.holdpoint.cli.permit.PermitFile;
import dev.holdpoint.daemon.TypedHere.Outcome;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What docs/proof.md and docs/passkeys.md say can be typed and sent, block by block. */
class ProofPagesTest {
  private static final JsonMapper JSON = JsonMapper.shared();
  private static final Pattern BLOCK =
      Pattern.compile("^```([a-z]*)\n(.*?)^```", Pattern.DOTALL | Pattern.MULTILINE);
  private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");

  @TempDir private Path folder = Path.of("");
  private Desk desk = NOT_YET;

  @SuppressWarnings("NullAway") // set before each test
  private static final Desk NOT_YET = null;

  @BeforeEach
  void open() {
    desk = new Desk(folder.resolve("data"));
  }

  @AfterEach
  void close() {
    desk.close();
  }

  private static List<String> blocks(String page) throws IOException {
    List<String> all = new ArrayList<>();
    Matcher block = BLOCK.matcher(Files.readString(Path.of("docs", page)));
    while (block.find()) {
      all.add(block.group(2));
    }
    return all;
  }

  /** Types each line of a block, with files and programs of the test's own folder. */
  private void typed(String block, Map<String, String> names) {
    for (String line : block.lines().toList()) {
      List<String> words = new ArrayList<>();
      Matcher word = WORD.matcher(line.replaceFirst(" # .*", "").replaceFirst("  +#.*", ""));
      while (word.find()) {
        String plain = word.group(1) != null ? word.group(1) : word.group(2);
        words.add(
            plain.endsWith(".json")
                ? folder.resolve(plain).toString()
                : names.getOrDefault(plain, plain));
      }
      assertThat(words.removeFirst()).as(line).isEqualTo("holdpoint");
      Outcome outcome = desk.type(words.toArray(String[]::new));
      assertThat(outcome.exitCode()).as("%s: %s", line, outcome).isZero();
    }
  }

  @Test
  @DisplayName("PF-90 The snippets of passkeys.md run")
  void PF_90_the_snippets_of_passkeys_md_run() throws Exception {
    List<String> blocks = blocks("passkeys.md");
    assertThat(blocks).as("each block is run below").hasSize(3);
    String tenant =
        desk.http()
            .post("/v1/tenants", "{\"name\":\"page\"}")
            .expect(201)
            .json()
            .path("tenant_id")
            .asString();
    typed(blocks.get(0), Map.of("$TENANT", tenant));
    assertThat(
            desk.http()
                .get("/v1/tenants/" + tenant + "/approver-keys/enrollments")
                .expect(200)
                .json()
                .toString())
        .contains("\"principal\":\"ada\"");
    typed(blocks.get(2), Map.of());
    decides(JSON.readTree(blocks.get(1)));
  }

  /** A decision with the members of the page and no others is taken where a click is not. */
  private void decides(JsonNode shown) throws Exception {
    String page = "http://localhost:" + desk.http().address().getPort();
    Http here = new Http(page, String.valueOf(desk.http().token()));
    Authenticator by = new Authenticator(Authenticator.Kind.ES256, page);
    String challenge =
        here.as(null)
            .post("/v1/passkeys/challenges", null)
            .expect(201)
            .json()
            .path("challenge")
            .asString();
    here.post("/v1/passkeys", by.registers(challenge).toString()).expect(201);
    String run = desk.park(desk.session(), Desk.commands("rm x"));
    JsonNode request =
        desk.http().get("/v1/runs/" + run).expect(200).json().path("pending_approvals").get(0);
    assertThat(request.path("step_up").asString()).isEqualTo("passkey");
    long exp = System.currentTimeMillis() / 1000 + 300;
    ObjectNode payload =
        JSON.createObjectNode()
            .put("approval_id", request.path("id").asString())
            .put("decision", "approve")
            .put("digest", request.path("digest").asString())
            .put("exp", exp)
            .put("revision", request.path("revision").asInt())
            .putNull("secrets")
            .put("v", 2);
    ObjectNode signature = by.decides(payload.toString(), exp);
    assertThat(new TreeSet<>(signature.propertyNames()))
        .isEqualTo(new TreeSet<>(shown.propertyNames()));
    assertThat(signature.path("version")).isEqualTo(shown.path("version"));
    assertThat(signature.path("algorithm")).isEqualTo(shown.path("algorithm"));
    ObjectNode body = JSON.createObjectNode();
    ObjectNode one =
        body.putArray("resolutions")
            .addObject()
            .put("request_id", request.path("id").asString())
            .put("behavior", "allow");
    assertThat(here.post("/v1/runs/" + run + "/approvals", body.toString()).status())
        .as("a click")
        .isEqualTo(403);
    one.set("signature", signature);
    here.post("/v1/runs/" + run + "/approvals", body.toString()).expect(202);
  }

  @Test
  @DisplayName("PF-90 The snippets of proof.md run")
  void PF_90_the_snippets_of_proof_md_run() throws Exception {
    List<String> blocks = blocks("proof.md");
    assertThat(blocks).as("each block is run below, the last by ReceiptCommandsTest").hasSize(5);
    Path made = folder.resolve("made");
    Path program =
        Files.writeString(folder.resolve("deploy"), "#!/bin/sh\necho \"$@\" >> " + made + "\n");
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    String command = program + " 1.4";
    Map<String, String> names = Map.of("./deploy 1.4", command);
    desk.http().session("deploys");
    Outcome rule = desk.type("rules", "add", "allow", "bash", "--command", command, "--everywhere");
    assertThat(rule.exitCode()).as(rule.toString()).isZero();
    typed(blocks.get(1), names);
    assertThat(made).as("carried out once").hasContent("1.4");
    Files.writeString(
        folder.resolve("keys.json"), desk.http().get("/v1/keys.json").expect(200).text());
    typed(blocks.get(2), names);
    answers(blocks.get(0), redeemed(blocks.get(3)));
  }

  /** Sends the redemption of the page for a permit of its own; gives the permit's path. */
  private String redeemed(String block) throws Exception {
    desk.type("rules", "add", "allow", "bash", "--command", "./deploy 1.4", "--everywhere");
    Path file = folder.resolve("second.json");
    Outcome asked =
        desk.type(
            "approvals",
            "request",
            "deploys",
            "--command",
            "./deploy 1.4",
            "--reason",
            "release",
            "--permit-out",
            file.toString());
    assertThat(asked.exitCode()).as(asked.toString()).isZero();
    String permit = PermitFile.read(file).permit();
    JsonNode claims = JSON.readTree(Base64.getUrlDecoder().decode(permit.split("\\.", -1)[1]));
    List<String> lines = block.lines().toList();
    assertThat(lines).hasSize(2);
    String path =
        lines.get(0).replace("POST ", "").replace("{permit_id}", claims.path("jti").asString());
    ObjectNode body = (ObjectNode) JSON.readTree(lines.get(1));
    body.put("permit", permit);
    assertThat(desk.http().post(path, body.toString()).expect(200).json().path("state").asString())
        .isEqualTo("started");
    String at = path.replace("/redeem", "");
    ObjectNode result = JSON.createObjectNode().put("outcome", "uncertain");
    result.set("redeemer_key", body.path("redeemer_key"));
    desk.http().post(at + "/result", result.toString()).expect(200);
    return at;
  }

  /** Answers with the page's own command line what became of that permit. */
  private void answers(String block, String permit) throws Exception {
    String question = desk.http().get(permit).expect(200).json().path("question_id").asString();
    JsonNode asked = desk.http().get("/v1/questions/" + question).expect(200).json();
    ProcessBuilder curl =
        new ProcessBuilder("bash", "-c", block.replace("curl ", "curl -sS "))
            .redirectErrorStream(true);
    curl.environment()
        .putAll(
            Map.of(
                "HOLDPOINT_URL",
                desk.address(),
                "TOKEN",
                String.valueOf(desk.http().token()),
                "RUN",
                asked.path("run_id").asString(),
                "QUESTION",
                question));
    Process running = curl.start();
    String said = new String(running.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(running.waitFor()).as(said).isZero();
    assertThat(desk.http().get(permit).expect(200).json().path("state").asString())
        .as(said)
        .isEqualTo("succeeded");
  }
}

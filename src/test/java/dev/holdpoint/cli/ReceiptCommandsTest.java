package dev.holdpoint.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.client.proof.SecondOpinion;
import dev.holdpoint.daemon.TypedHere.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Receipts by hand, as the manual says. */
class ReceiptCommandsTest {
  private static final String NOWHERE = "http://127.0.0.1:1";

  @TempDir private static Path folder;
  private static Desk desk;
  private static String approval;

  @BeforeAll
  static void start() throws Exception {
    desk = new Desk(folder.resolve("data"));
    String session = desk.session();
    desk.park(session, Desk.commands("./deploy 1.4"), "{\"say\":\"done\"}");
    approval =
        desk.json("approvals", "list", "--session", session).get(0).at("/request/id").asString();
    assertThat(desk.type("audit", "receipt", approval).exitCode()).as("pending").isEqualTo(6);
    assertThat(desk.type("approvals", "allow-all", "--session", session).exitCode()).isZero();
    Files.writeString(folder.resolve("input.json"), "{\"command\": \"./deploy 1.4\"}\n");
  }

  @AfterAll
  static void stop() {
    desk.close();
  }

  /** The words of a command, with files in the test's folder. */
  private static List<String> words(String line) {
    return Arrays.stream(line.split(" "))
        .map(word -> word.equals("apr_01J…") ? approval : word)
        .map(word -> word.matches("[a-z]+\\.json") ? folder.resolve(word).toString() : word)
        .toList();
  }

  private static List<String> manual() throws Exception {
    String page = Files.readString(Path.of("docs/proof.md"));
    String section = page.substring(page.indexOf("## Receipts"));
    int from = section.indexOf("```sh\n") + "```sh\n".length();
    return section.substring(from, section.indexOf("```", from)).lines().toList();
  }

  // PF-51
  @Test
  void PF_51_the_commands_of_the_manual_do_what_it_says() throws Exception {
    List<String> lines = manual();
    assertThat(lines).hasSize(4);
    for (String line : lines) {
      List<String> words = words(line);
      switch (words.getFirst()) {
        case "holdpoint" -> {
          String[] typed = words.subList(1, words.size()).toArray(String[]::new);
          Outcome outcome =
              typed[1].equals("receipt") ? desk.type(typed) : desk.typeAt(NOWHERE, typed);
          assertThat(outcome.exitCode()).as("%s: %s", line, outcome).isZero();
        }
        case "curl" ->
            Files.writeString(
                folder.resolve("keys.json"), desk.http().get("/v1/keys.json").expect(200).text());
        default -> {
          SecondOpinion.assumeThatItCanBeHad();
          assertThat(
                  SecondOpinion.onReceipt(Path.of(words.get(3)), words.get(4), words.get(5)).text())
              .startsWith("good: allow of " + approval);
        }
      }
    }
  }

  // PF-52
  @ParameterizedTest
  @ValueSource(strings = {"{", "{\"keys\":3}", "{\"keys\":[{\"x\":\"\u00e4\"}]}", "nothing"})
  void PF_52_keys_that_cannot_be_read_are_named_by_the_second_verifier(String keys)
      throws Exception {
    SecondOpinion.assumeThatItCanBeHad();
    Path receipt = folder.resolve("whole.json");
    if (Files.notExists(receipt)) {
      assertThat(desk.type("audit", "receipt", approval, "--out", receipt.toString()).exitCode())
          .isZero();
    }
    Path set = Files.writeString(folder.resolve("broken-keys.json"), keys);
    assertThat(SecondOpinion.onReceipt(receipt, set.toString()).places()).containsExactly("keys");
  }

  // PF-52
  @Test
  void PF_52_what_does_not_hold_is_named_and_has_its_own_exit_code() throws Exception {
    Path file = folder.resolve("other.json");
    assertThat(desk.type("audit", "receipt", approval, "--out", file.toString()).out())
        .isEqualTo(file + "\n");
    String key = desk.json("audit", "keys").get(0).path("public_key").asString();
    Path bent =
        Files.writeString(
            folder.resolve("bent.json"),
            Files.readString(file).replace("\"decision\":\"allow\"", "\"decision\":\"deny\""));
    Outcome outcome =
        desk.typeAt(NOWHERE, "audit", "verify-receipt", bent.toString(), "--public-key", key);
    assertThat(outcome.exitCode()).isEqualTo(9);
    assertThat(outcome.out()).contains("receipt: ", "evidence: ", "receipt     not valid");
    Outcome json =
        desk.typeAt(
            NOWHERE, "audit", "verify-receipt", bent.toString(), "--public-key", key, "--json");
    assertThat(json.exitCode()).isEqualTo(9);
    assertThat(json.out()).contains("\"part\" : \"evidence\"");
  }

  @Test
  void wrong_usage_is_told() {
    assertThat(desk.type("audit", "verify-receipt", "x.json").exitCode()).isEqualTo(2);
    assertThat(desk.type("audit", "verify-receipt", "x.json", "--public-key", "junk").err())
        .contains("--public-key: ");
    assertThat(desk.type("audit", "verify-receipt", "x.json", "--keys", "/nonexistent").err())
        .contains("/nonexistent does not exist");
    assertThat(desk.type("audit", "receipt", "apr_1").exitCode()).isEqualTo(5);
  }
}

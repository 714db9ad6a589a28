package dev.holdpoint.api;

import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.holdpoint.api.gate.RaiseBodies.RaiseApprovalRequest;
import dev.holdpoint.api.json.InvalidBody;
import dev.holdpoint.api.json.WireJson;
import dev.holdpoint.api.run.RunBodies.OutputPart;
import dev.holdpoint.api.session.InputBodies.SubmitInputRequest;
import java.io.ByteArrayOutputStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

@Timeout(30)
final class HostileBodyTest {
  private static final WireJson JSON = new WireJson();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "   ",
        "{",
        "{}{}",
        "{} x",
        "{} null",
        "{'content':'x'}",
        "{content:1}",
        "{\"content\":\"x\",}",
        "{\"content\":NaN}",
        "{\"metadata\":{\"n\":NaN}}",
        "{\"metadata\":{\"n\":Infinity}}",
        "{\"metadata\":{\"n\":01}}",
        "{\"metadata\":{\"n\":+1}}",
        "{\"metadata\":{\"n\":.5}}",
        "{\"metadata\":{\"n\":0x10}}",
        "{\"content\":\"a\nb\"}",
        "{\"content\":\"\\x\"}",
        "{\"content\":\"a\"/*no*/}",
        "{\"content\":\"a\",\"content\":\"b\"}",
        "{\"unknown\":{\"a\":1,\"a\":2}}",
        "{\"metadata\":{\"a\":1,\"a\":2}}",
        "{\"metadata\":{\"a\":[{\"b\":1,\"b\":1}]}}",
        "{\"input_items\":[{\"type\":\"text\",\"text\":\"a\",\"text\":\"b\"}]}",
        "{\"content\":\"\\ud800\"}",
        "{\"content\":\"\\udc00\"}",
        "{\"content\":\"\\udc00\\ud800\"}",
        "{\"content\":\"\\ud800\\ud800\"}",
        "{\"content\":\"\\ud800x\"}",
        "{\"metadata\":{\"\\uD83D\":1}}",
      })
  void what_is_not_json_is_malformed(String body) {
    InvalidBody refused = refused(body.getBytes(UTF_8), SubmitInputRequest.class);
    assertThat(refused.malformed()).isTrue();
    assertThat(refused.getMessage()).doesNotContainPattern("`|Stream|Feature|Source|java");
    assertThat(catchThrowableOfType(InvalidBody.class, () -> JSON.tree(body))).isNotNull();
  }

  @ParameterizedTest
  @CsvSource({
    "c0af, overlong slash",
    "e08080, overlong NUL",
    "eda080, an encoded surrogate",
    "f4908080, beyond the last code point",
    "f8888080, a five-byte form",
    "80, a stray continuation",
    "ff, never a byte of UTF-8",
    "c3, cut short",
    "00, a NUL",
  })
  void bytes_that_are_not_utf8_are_malformed(String hex, String what) {
    byte[] bad = HexFormat.of().parseHex(hex);
    byte[] body = join("{\"content\":\"".getBytes(UTF_8), bad, "\"}".getBytes(UTF_8));
    assertThat(refused(body, SubmitInputRequest.class).malformed()).as(what).isTrue();
  }

  @Test
  void utf16_is_not_guessed() {
    assertThat(
            refused("{\"content\":\"x\"}".getBytes(UTF_16), SubmitInputRequest.class).malformed())
        .isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"é", "€", "😀", "\\ud83d\\ude00", "\\\\ud800", "\\\\\\ud83d\\ude00", "\uFFFF"})
  void every_real_character_is_taken(String text) {
    byte[] body = ("{\"content\":\"" + text + "\"}").getBytes(UTF_8);
    SubmitInputRequest request = JSON.read(body, SubmitInputRequest.class);
    assertThat(JSON.read(JSON.write(request), SubmitInputRequest.class)).isEqualTo(request);
  }

  @ParameterizedTest
  @ValueSource(ints = {100, 10_000, 1_000_000})
  void a_deep_body_is_refused_and_does_no_harm(int depth) {
    String arrays = "{\"metadata\":{\"a\":" + "[".repeat(depth) + "]".repeat(depth) + "}}";
    String objects = "{\"metadata\":" + "{\"a\":".repeat(depth) + "1" + "}".repeat(depth) + "}";
    String skipped = "{\"unknown\":" + "[".repeat(depth) + "]".repeat(depth) + "}";
    for (String body : new String[] {arrays, objects, skipped}) {
      InvalidBody refused = refused(body.getBytes(UTF_8), SubmitInputRequest.class);
      assertThat(refused.malformed()).isTrue();
      assertThat(refused.getMessage()).doesNotContainPattern("`|Stream|Feature|Source|java");
    }
  }

  @Test
  void the_depth_is_configurable() {
    String five = "{\"metadata\":{\"a\":{\"b\":{\"c\":{}}}}}";
    assertThatCode(() -> new WireJson(5).read(five.getBytes(UTF_8), SubmitInputRequest.class))
        .doesNotThrowAnyException();
    assertThat(
            catchThrowableOfType(InvalidBody.class, () -> new WireJson(4).tree(five)).malformed())
        .isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1e999999999",
        "-1e999999999",
        "1e309",
        "1e-999999999",
        "1e99999999999999",
        "1E+2147483648"
      })
  void a_number_no_double_can_hold_is_refused_quickly(String number) {
    String body = "{\"metadata\":{\"a\":[" + number + "]}}";
    InvalidBody refused = refused(body.getBytes(UTF_8), SubmitInputRequest.class);
    assertThat(refused.malformed()).isFalse();
    assertThat(refused.faults().getFirst().pointer()).startsWith("/metadata");
    assertThat(refused.faults().getFirst().message()).contains("out of the range of a double");
    assertThat(catchThrowableOfType(InvalidBody.class, () -> JSON.tree(number))).isNotNull();
  }

  @Test
  void many_huge_numbers_cost_no_time() {
    String body = "{\"metadata\":{\"a\":[" + "1e999999999,".repeat(200_000) + "1]}}";
    assertThat(refused(body.getBytes(UTF_8), SubmitInputRequest.class).faults()).isNotEmpty();
    String digits = "{\"metadata\":{\"a\":" + "9".repeat(1_000_000) + "}}";
    assertThat(refused(digits.getBytes(UTF_8), SubmitInputRequest.class).malformed()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.10", "1.0", "12345678901234567890", "0.1234567890123456789", "1E+5"})
  void a_number_in_free_form_json_stays_as_it_was_sent(String number) {
    JsonNode tree = JSON.tree("{\"n\":" + number + "}");
    assertThat(JSON.text(tree)).isEqualTo("{\"n\":" + number + "}");
  }

  @Test
  void half_a_surrogate_from_inside_is_replaced_in_the_answer() {
    String[][] said = {
      {"a\ud800b", "a\\uFFFDb"},
      {"\udc00\ud800", "\\uFFFD\\uFFFD"},
      {"a😀b", "a😀b"},
      {"\\ud800", "\\\\ud800"},
    };
    for (String[] pair : said) {
      OutputPart part = new OutputPart.Text(pair[0]);
      assertThat(JSON.text(part)).isEqualTo("{\"type\":\"text\",\"text\":\"" + pair[1] + "\"}");
      assertThatCode(() -> JSON.tree(JSON.write(part))).doesNotThrowAnyException();
    }
  }

  @Test
  void colliding_member_names_cost_no_time() {
    // "Aa" and "BB" have the same hash code, and so has every string made of them.
    StringBuilder body = new StringBuilder("{\"tool_name\":\"t\",\"reason\":\"r\",\"input\":{");
    for (int i = 0; i < 1 << 14; i++) {
      body.append(i == 0 ? "\"" : ",\"");
      for (int bit = 0; bit < 14; bit++) {
        body.append((i >> bit & 1) == 0 ? "Aa" : "BB");
      }
      body.append("\":1");
    }
    byte[] bytes = body.append("}}").toString().getBytes(UTF_8);
    // What others do on the machine meanwhile does not count.
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadCpuTime();
    JSON.read(bytes, RaiseApprovalRequest.class);
    assertThat(Duration.ofNanos(threads.getCurrentThreadCpuTime() - before))
        .isLessThan(Duration.ofSeconds(10));
  }

  private static InvalidBody refused(byte[] body, Class<?> type) {
    InvalidBody refused = catchThrowableOfType(InvalidBody.class, () -> JSON.read(body, type));
    assertThat(refused).as("the body should be refused").isNotNull();
    return refused;
  }

  private static byte[] join(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }
}

package dev.holdpoint.daemon.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdpoint.daemon.Daemon;
import dev.holdpoint.daemon.config.Config;
import dev.holdpoint.daemon.config.ConfigException;
import dev.holdpoint.daemon.config.ConfigSources;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CaptureKeyTest {
  private static final String KEY = "HOLDPOINT_DEBUG_CAPTURE_KEY";
  private static final String KEY_FILE = "HOLDPOINT_DEBUG_CAPTURE_KEY_FILE";

  @TempDir private Path data;

  private Config config(String capture, Map<String, String> more) throws ConfigException {
    Map<String, String> environment = new HashMap<>(more);
    environment.put("HOLDPOINT_DEBUG_CAPTURE", capture);
    environment.put("HOLDPOINT_DATA", data.toString());
    environment.put("HOLDPOINT_PORT", "0");
    return Config.load(new ConfigSources(null, environment, Map.of(), data));
  }

  private byte @Nullable [] key(String capture, Map<String, String> more) throws Exception {
    return CaptureKey.of(config(capture, more).debug());
  }

  @Test
  void a_key_is_hex_or_base64_of_either_alphabet_given_or_in_a_file() throws Exception {
    byte[] key = new byte[32];
    for (int i = 0; i < key.length; i++) {
      key[i] = (byte) (255 - i * 3);
    }
    String base64 = Base64.getEncoder().encodeToString(key);
    String url = Base64.getUrlEncoder().withoutPadding().encodeToString(key);
    String hex = HexFormat.of().formatHex(key);

    for (String text : new String[] {base64, url, hex, hex.toUpperCase(java.util.Locale.ROOT)}) {
      assertThat(key("full", Map.of(KEY, text))).isEqualTo(key);
      Path file = Files.writeString(data.resolve("key"), text + "\n");
      assertThat(key("redacted", Map.of(KEY_FILE, file.toString()))).isEqualTo(key);
    }
    assertThat(key("full", Map.of())).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "short",
        "0123456789abcdef0123456789abcdef",
        "zz23456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
        "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA==",
        "a key with spaces",
        "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
      })
  // K4-498, K4-499
  void K4_498_K4_499_an_invalid_key_stops_the_start_before_any_run(String text) throws Exception {
    Path file = Files.writeString(data.resolve("key"), text);
    for (Map<String, String> given :
        List.of(Map.of(KEY, text), Map.of(KEY_FILE, file.toString()))) {
      for (String capture : List.of("redacted", "full")) {
        assertThatThrownBy(
                () -> Daemon.start(config(capture, given), "test", InstantSource.system()))
            .isInstanceOf(StartRefused.class)
            .hasMessageContaining("debug.capture_key")
            .hasMessageContaining("openssl rand -hex 32")
            .hasMessageNotContaining(text);
      }
      Daemon.start(config("off", given), "test", InstantSource.system()).close();
    }
    assertThat(data.resolve("holdpoint.db")).as("made by the daemon that keeps nothing").exists();
  }

  @Test
  // K4-499
  void K4_499_a_file_that_cannot_be_read_stops_the_start() throws Exception {
    Path noText = Files.write(data.resolve("noise"), new byte[] {(byte) 0xff, (byte) 0xfe});
    for (Path file : new Path[] {data.resolve("missing"), data, noText}) {
      assertThatThrownBy(() -> key("full", Map.of(KEY_FILE, file.toString())))
          .isInstanceOf(StartRefused.class)
          .hasMessageContaining(file.toString());
      assertThat(key("off", Map.of(KEY_FILE, file.toString()))).isNull();
    }
  }

  @Test
  // K4-498, K4-499
  void K4_498_K4_499_two_keys_are_one_too_many() throws Exception {
    Map<String, String> both = Map.of(KEY, "a", KEY_FILE, "b");
    assertThatThrownBy(() -> config("full", both))
        .isInstanceOf(ConfigException.class)
        .hasMessage(
            KEY_FILE
                + ": 'debug.capture_key_file' and 'debug.capture_key' ("
                + KEY
                + ") are both set; remove one");
    config("off", both);
  }

  @Test
  void a_key_is_not_shown() throws Exception {
    Config config = config("off", Map.of(KEY, "my-secret-key"));
    assertThat(config.inForce().toString()).doesNotContain("my-secret-key").contains("********");
    assertThat(config.debug().toString()).doesNotContain("my-secret-key");
  }
}

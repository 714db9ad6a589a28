package dev.holdpoint.daemon.backup;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** PF-86: what a manifest must say before anything of its backup is written. */
class ManifestCheckTest {
  private static final JsonMapper JSON = new JsonMapper();
  private static final long NOW_MS = 1_800_000_000_000L;
  private static final String LEDGER = "{'ledger_id':'led_1','schema_version':1,'last_event_id':7}";

  /**
   * @param members in the place of those of a manifest that is fine
   */
  private static String fault(String members) {
    ObjectNode manifest =
        object(
            "'format':1,'program':'1.2','made_at_ms':1700000000000,'ledger':"
                + LEDGER
                + ",'files':["
                + file("'path':'holdpoint.db'")
                + ","
                + file("'path':'a/b'")
                + "],'links':[],'left_out':[]");
    manifest.setAll(object(members));
    Manifest parsed = Manifest.parse(JSON.writeValueAsBytes(manifest));
    return String.valueOf(ManifestCheck.fault(Objects.requireNonNull(parsed), NOW_MS));
  }

  private static ObjectNode object(String members) {
    return (ObjectNode) JSON.readTree("{" + members.replace('\'', '"') + "}");
  }

  /** A file that is fine but for these members. */
  private static String file(String members) {
    ObjectNode file =
        object("'path':'x','bytes':3,'sha256':'%s','mode':'rw-r-----'".formatted("0a".repeat(32)));
    file.setAll(object(members));
    return file.toString();
  }

  private static String files(String members) {
    return "'files':[" + file("'path':'holdpoint.db'") + "," + file(members) + "]";
  }

  @Test
  void what_a_daemon_backs_up_is_fine() {
    assertThat(fault("")).isEqualTo("null");
    assertThat(fault("'links':[{'path':'a/c','target':'../../elsewhere'}],'left_out':['\\u0001']"))
        .isEqualTo("null");
    assertThat(fault("'ledger':null,'files':[" + file("") + "]")).isEqualTo("null");
    assertThat(fault("'made_at_ms':" + (NOW_MS + 60_000))).isEqualTo("null");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "rw-------x",
        "rwx",
        "",
        "RW-------",
        "rwsr-xr-x",
        "rwxrwxrwt",
        "0600",
        "-rw------",
        "\\n"
      })
  void a_mode_is_nine_letters(String mode) {
    assertThat(fault(files("'mode':'" + mode + "'"))).contains("mode of x");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
      'program':null | program
      'program':'' | program
      'program':'a\\nb' | program
      'made_at_ms':0 | made_at_ms
      'made_at_ms':-9223372036854775808 | made_at_ms
      'made_at_ms':9223372036854775807 | made_at_ms
      'ledger':{'ledger_id':null,'schema_version':1,'last_event_id':7} | of the ledger
      'ledger':{'ledger_id':'x','schema_version':0,'last_event_id':7} | of the ledger
      'ledger':{'ledger_id':'x','schema_version':1,'last_event_id':-1} | of the ledger
      'ledger':null | files only
      'files':[] | the ledger is missing
      'links':[{'path':'x','target':''}] | link x has no target
      'links':[{'path':'x','target':null}] | link x has no target
      'links':[{'path':'x','target':'a\\u0000b'}] | link x has no target
      'links':[{'path':'x'}] | link x has no target
      'links':[{'target':'x'}] | leads out
      'links':[{'path':'../x','target':'x'}] | leads out
      'links':[{'path':'a','target':'x'}] | below a link
      'links':[{'path':'a/b','target':'x'}] | twice
      'links':[{'path':'a/b/c','target':'x'}] | below a file
      'links':[{'path':'y','target':'x'},{'path':'y','target':'z'}] | twice
      'links':[{'path':'holdpoint.db','target':'/etc/x'}] | ledger is a link
      'links':[{'path':'holdpoint.db-wal','target':'/etc/x'}] | must not be in a backup
      """)
  void every_member_is_checked(String members, String why) {
    assertThat(fault(members)).contains(why);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
      'path':null | leads out
      'path':'' | leads out
      'path':'/x' | leads out
      'path':'..' | leads out
      'path':'x/../../y' | leads out
      'path':'./x' | leads out
      'path':'x//y' | leads out
      'path':'x\\u0000y' | leads out
      'path':'lock' | must not be in a backup
      'path':'processes/1' | must not be in a backup
      'path':'node-id' | must not be in a backup
      'path':'holdpoint.db-wal' | must not be in a backup
      'path':'unfinished-restore/x' | must not be in a backup
      'bytes':-1 | negative
      'sha256':null | not a digest
      'sha256':'ABCD' | not a digest
      'mode':null | mode of x
      """)
  void every_member_of_a_file_is_checked(String member, String why) {
    assertThat(fault(files(member))).contains(why);
  }

  @Test
  void names_fit_into_a_folder() {
    for (String name : List.of("x".repeat(256), "ü".repeat(128), "x/".repeat(2_100) + "x")) {
      assertThat(fault(files("'path':'" + name + "'"))).contains("too long");
    }
    assertThat(fault(files("'path':'" + "x".repeat(255) + "'"))).isEqualTo("null");
  }

  @Test
  void a_member_that_is_there_twice_cannot_be_read() {
    assertThatThrownBy(() -> Manifest.parse("{\"format\":1,\"format\":1}".getBytes(UTF_8)))
        .isInstanceOf(JacksonException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'files':[null]",
        "'links':[null]",
        "'left_out':[null]",
        "'files':{}",
        "'format':null",
        "'made_at_ms':99999999999999999999"
      })
  void what_is_of_another_type_cannot_be_read(String members) {
    assertThatThrownBy(() -> fault(members)).isInstanceOf(JacksonException.class);
  }
}

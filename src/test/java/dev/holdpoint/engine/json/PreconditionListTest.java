package dev.holdpoint.engine.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.holdpoint.core.world.Precondition;
import dev.holdpoint.engine.json.PreconditionList.Unmet;
import java.util.EnumSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

final class PreconditionListTest {
  private static final String SHA = "ab".repeat(32);

  private static JsonNode json(String text) {
    try {
      return JsonTree.read(text.replace('\'', '"').replace("SHA", SHA));
    } catch (NotJson e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void each_type_is_read_in_the_order_of_the_list() throws Unmet {
    assertThat(
            PreconditionList.read(
                json(
                    "[{'type':'file_sha256','path':'a','sha256':'SHA'},{'type':'file_sha256','path':'b'},"
                        + "{'type':'file_absent','path':'c'},{'type':'git_head','path':'.'},"
                        + "{'type':'http_etag','url':'https://x.example/y'},"
                        + "{'type':'fingerprint','name':'plan','value':'7'}]"),
                "/p",
                EnumSet.allOf(Precondition.Type.class)))
        .containsExactly(
            Precondition.listed(Precondition.Type.FILE_SHA256, "a", SHA),
            Precondition.listed(Precondition.Type.FILE_SHA256, "b", null),
            Precondition.listed(Precondition.Type.FILE_ABSENT, "c", null),
            Precondition.listed(Precondition.Type.GIT_HEAD, ".", null),
            Precondition.listed(Precondition.Type.HTTP_ETAG, "https://x.example/y", null),
            Precondition.listed(Precondition.Type.FINGERPRINT, "plan", "7"));
    assertThat(PreconditionList.read(null, "/p", EnumSet.allOf(Precondition.Type.class))).isEmpty();
  }

  @ParameterizedTest
  // PF-16
  @CsvSource(
      delimiter = '|',
      value = {
        "{} | /p",
        "[7] | /p/0",
        "[{}] | /p/0/type",
        "[{'type':'file_md5','path':'a'}] | /p/0/type",
        "[{'type':7,'path':'a'}] | /p/0/type",
        "[{'type':'file_absent','path':'a'},{'type':'http_etag','url':'http://x/'}] | /p/1/type",
        "[{'type':'fingerprint','name':'a','value':'b'}] | /p/0/type",
        "[{'type':'file_sha256'}] | /p/0/path",
        "[{'type':'file_sha256','path':''}] | /p/0/path",
        "[{'type':'file_sha256','path':7}] | /p/0/path",
        "[{'type':'file_sha256','path':'a\\u0000'}] | /p/0/path",
        "[{'type':'file_sha256','path':'a','sha256':'AB'}] | /p/0/sha256",
        "[{'type':'file_sha256','path':'a','sha_256':'SHA'}] | /p/0/sha_256",
        "[{'type':'file_absent','path':'a','sha256':'SHA'}] | /p/0/sha256",
        "[{'type':'git_head','path':'a','commit':'HEAD'}] | /p/0/commit"
      })
  void what_is_wrong_is_named_by_its_pointer(String list, String pointer) {
    Unmet unmet =
        catchThrowableOfType(
            Unmet.class,
            () ->
                PreconditionList.read(
                    json(list),
                    "/p",
                    EnumSet.of(
                        Precondition.Type.FILE_SHA256,
                        Precondition.Type.FILE_ABSENT,
                        Precondition.Type.GIT_HEAD)));
    assertThat(unmet.pointer()).isEqualTo(pointer);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[{'type':'http_etag','url':'ftp://x/'}] | /p/0/url",
        "[{'type':'http_etag','url':'http://u:p@x/'}] | /p/0/url",
        "[{'type':'http_etag','url':'x'}] | /p/0/url",
        "[{'type':'http_etag','url':'http://x/','etag':'bare'}] | /p/0/etag",
        "[{'type':'fingerprint','name':'a'}] | /p/0/value"
      })
  void addresses_and_fingerprints_too(String list, String pointer) {
    Unmet unmet =
        catchThrowableOfType(
            Unmet.class,
            () -> PreconditionList.read(json(list), "/p", EnumSet.allOf(Precondition.Type.class)));
    assertThat(unmet.pointer()).isEqualTo(pointer);
  }

  @Test
  // PF-16
  void more_than_twenty_are_refused_and_twenty_are_not() throws Unmet {
    String one = "{'type':'file_absent','path':'a'}";
    assertThat(
            PreconditionList.read(
                json("[" + (one + ",").repeat(19) + one + "]"),
                "/p",
                EnumSet.allOf(Precondition.Type.class)))
        .hasSize(20);
    Unmet unmet =
        catchThrowableOfType(
            Unmet.class,
            () ->
                PreconditionList.read(
                    json("[" + (one + ",").repeat(20) + one + "]"),
                    "/p",
                    EnumSet.allOf(Precondition.Type.class)));
    assertThat(unmet.pointer()).isEqualTo("/p/20");
  }

  @Test
  void names_and_values_have_their_lengths_in_characters() throws Unmet {
    String good =
        "[{'type':'fingerprint','name':'%s','value':'%s'}]"
            .formatted("😀".repeat(100), "😀".repeat(200));
    assertThat(PreconditionList.read(json(good), "/p", EnumSet.allOf(Precondition.Type.class)))
        .hasSize(1);
    String bad = "[{'type':'fingerprint','name':'a','value':'%s'}]".formatted("x".repeat(201));
    assertThat(
            catchThrowableOfType(
                    Unmet.class,
                    () ->
                        PreconditionList.read(
                            json(bad), "/p", EnumSet.allOf(Precondition.Type.class)))
                .pointer())
        .isEqualTo("/p/0/value");
  }
}

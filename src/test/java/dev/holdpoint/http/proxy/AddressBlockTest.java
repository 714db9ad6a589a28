package dev.holdpoint.http.proxy;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressBlockTest {
  @ParameterizedTest
  @CsvSource({
    "10.0.0.0/8,      10.255.1.2,      true",
    "10.0.0.0/8,      11.0.0.0,        false",
    "10.0.0.7,        10.0.0.7,        true",
    "10.0.0.7,        10.0.0.8,        false",
    "192.168.4.0/22,  192.168.7.255,   true",
    "192.168.4.0/22,  192.168.8.0,     false",
    "128.0.0.0/1,     255.0.0.1,       true",
    "128.0.0.0/1,     127.0.0.1,       false",
    "0.0.0.0/0,       9.9.9.9,         true",
    "0.0.0.0/0,       ::1,             false",
    "0.0.0.0/0,       ::ffff:9.9.9.9,  true",
    "fd00::/8,        fdab::1,         true",
    "fd00::/8,        fe80::1,         false",
    "2001:db8::/33,   2001:db8:7fff::, true",
    "2001:db8::/33,   2001:db8:8000::, false",
    "::1,             ::1,             true",
    "::/0,            127.0.0.1,       false",
  })
  void a_block_holds_what_begins_like_it(String block, String address, boolean inside) {
    assertThat(
            requireNonNull(AddressBlock.parse(block))
                .contains(requireNonNull(AddressBlock.literal(address))))
        .isEqualTo(inside);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "localhost",
        "10.0.0",
        "10",
        "10.0.0.256",
        "010.0.0.1",
        "10.0.0.0/33",
        "10.0.0.0/",
        "10.0.0.0/-1",
        "10.0.0.0/08",
        "10.0.0.1/8",
        "::/129",
        "fd00::1/8",
        "fe80::1%lo",
        "1::2::3",
        "10.0.0.0/8/8",
        " 10.0.0.1",
        "0x7f.0.0.1",
        "[::1]",
        ":",
        "*"
      })
  void what_is_no_block_is_none(String text) {
    assertThat(AddressBlock.parse(text)).isNull();
  }
}

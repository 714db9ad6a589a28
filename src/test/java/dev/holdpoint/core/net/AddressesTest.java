package dev.holdpoint.core.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AddressesTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "0.0.0.0",
        "0.1.2.3",
        "10.0.0.1",
        "10.255.255.255",
        "100.64.0.1",
        "100.127.255.255",
        "127.0.0.1",
        "127.255.0.9",
        "169.254.169.254",
        "172.16.0.1",
        "172.31.255.255",
        "192.0.0.8",
        "192.168.1.1",
        "198.18.0.1",
        "198.19.255.255",
        "224.0.0.1",
        "239.1.2.3",
        "240.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "::127.0.0.1",
        "64:ff9b::7f00:1",
        "::ffff:0:127.0.0.1",
        "2001::1",
        "2002:7f00:1::",
        "fc00::1",
        "fdff::1",
        "fe80::1",
        "febf::1",
        "fec0::1",
        "ff02::1"
      })
  void what_leads_back_or_nowhere_is_private(String address) throws Exception {
    assertThat(Addresses.isPrivate(InetAddress.getByName(address).getAddress())).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1.1.1.1",
        "9.255.255.255",
        "11.0.0.1",
        "100.63.255.255",
        "100.128.0.1",
        "126.0.0.1",
        "128.0.0.1",
        "169.253.0.1",
        "172.15.0.1",
        "172.32.0.1",
        "192.0.1.1",
        "192.167.0.1",
        "198.17.0.1",
        "198.20.0.1",
        "223.255.255.255",
        "2001:4860:4860::8888",
        "2606:4700::1111",
        "2a00::1"
      })
  void what_others_own_is_not(String address) throws Exception {
    assertThat(Addresses.isPrivate(InetAddress.getByName(address).getAddress())).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "8.8.8.8"})
  void a_mapped_address_is_private_whatever_it_hides(String hidden) throws Exception {
    byte[] mapped = new byte[16];
    mapped[10] = (byte) 0xff;
    mapped[11] = (byte) 0xff;
    System.arraycopy(InetAddress.getByName(hidden).getAddress(), 0, mapped, 12, 4);

    assertThat(Addresses.isPrivate(mapped)).isTrue();
  }
}

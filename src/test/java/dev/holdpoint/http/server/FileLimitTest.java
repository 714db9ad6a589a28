package dev.holdpoint.http.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class FileLimitTest {
  @ParameterizedTest
  @CsvSource({
    "100, 110, 4, 2",
    "128, 100, 16, 8",
    "256, 110, 110, 78",
    "1024, 110, 686, 652",
    "65536, 110, 58873, 55930",
    "1048576, 110, 200000, 190000"
  })
  void what_fits_beside_the_daemon_itself(int files, int own, int connections, int streams) {
    FileLimit limit = new FileLimit(files, own);

    assertThat(limit.connections()).isEqualTo(connections);
    assertThat(limit.streams()).isEqualTo(streams);
    assertThat(limit.streams() + limit.reserved()).isEqualTo(connections);
    assertThat(limit.complaint(0) == null).isEqualTo(files >= 1024);
    assertThat(limit.complaint(streams + 1)).contains("limits.open_streams is " + (streams + 1));
  }
}

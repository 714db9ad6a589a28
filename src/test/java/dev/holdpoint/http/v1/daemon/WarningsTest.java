package dev.holdpoint.http.v1.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.api.daemon.DaemonBodies.StatusView;
import dev.holdpoint.engine.commit.StoreHealth;
import dev.holdpoint.http.v1.daemon.Warnings.Facts;
import dev.holdpoint.http.v1.daemon.Warnings.Machine;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What an operator is told, by what is known. */
class WarningsTest {
  @ParameterizedTest
  @CsvSource({
    // store,     free MB, wal MB, behind ms, open, limit, dead, warning
    "WELL,        512,     256,    5000,      90,   100,   0,    ''",
    "FULL,        512,     256,    5000,      90,   100,   0,    storage_full",
    "UNAVAILABLE, 512,     256,    5000,      90,   100,   0,    unavailable",
    "WELL,        511,     256,    5000,      90,   100,   0,    disk_space_low",
    "WELL,        512,     257,    5000,      90,   100,   0,    wal_large",
    "WELL,        512,     256,    5001,      90,   100,   0,    clock_went_back",
    "WELL,        512,     256,    5000,      91,   100,   0,    open_files_low",
    "WELL,        512,     256,    5000,      90,   100,   1,    deliveries_dead_lettered",
    "FULL,        0,       256,    0,         0,    100,   7,    storage_full disk_space_low deliveries_dead_lettered"
  })
  void each_is_told_from_its_bound_on(
      StoreHealth store,
      long freeMb,
      long walMb,
      long behindMs,
      long open,
      long limit,
      long dead,
      String codes) {
    Machine machine = new Machine(freeMb << 20, walMb << 20, behindMs, open, limit);

    List<StatusView.Warning> warnings = Warnings.of(new Facts(store, machine, dead));

    assertThat(String.join(" ", warnings.stream().map(StatusView.Warning::code).toList()))
        .isEqualTo(codes);
    assertThat(warnings).allSatisfy(one -> assertThat(one.message()).endsWith("."));
  }

  @Test
  void every_code_is_in_the_document_with_what_to_do() throws Exception {
    List<String> lines = Files.readAllLines(Path.of("docs/operations.md"));

    assertThat(Arrays.stream(Warnings.Code.values()).map(Warnings.Code::wire))
        .as("docs/operations.md lists each code once")
        .allSatisfy(
            code ->
                assertThat(lines.stream().filter(l -> l.startsWith("| `" + code + "`")))
                    .hasSize(1));
  }
}

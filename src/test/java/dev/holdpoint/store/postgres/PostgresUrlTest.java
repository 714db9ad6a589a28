package dev.holdpoint.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdpoint.engine.port.failure.StoreFailure;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PostgresUrlTest {
  @Test
  void every_part_is_found_and_decoded() {
    assertThat(
            PostgresUrl.parse(
                "postgres://ada:s%40f%2Fe+%25@db_1.local:6000/my%20db?sslmode=require"))
        .isEqualTo(
            new PostgresUrl(
                "db_1.local", 6000, "my db", "ada", "s@f/e+%", Map.of("sslmode", "require")));
  }

  @Test
  void port_password_and_options_may_be_left_out() {
    assertThat(PostgresUrl.parse("postgresql://ada@localhost/ledger"))
        .isEqualTo(new PostgresUrl("localhost", 5432, "ledger", "ada", "", Map.of()));
    assertThat(PostgresUrl.parse("postgres://ada@[::1]:5433/ledger"))
        .isEqualTo(new PostgresUrl("[::1]", 5433, "ledger", "ada", "", Map.of()));
  }

  @Test
  void it_reaches_the_driver() {
    String jdbc =
        PostgresUrl.parse("postgres://ada:secret@[::1]:5433/a%3Fb?sslmode=verify-full")
            .dataSource()
            .getUrl();
    assertThat(jdbc)
        .startsWith("jdbc:postgresql://[::1]:5433/a%3Fb?")
        .contains("sslmode=verify-full")
        .doesNotContain("secret");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mysql://ada:hunter2@localhost/ledger",
        "postgres://",
        "postgres://ada:hunter2@localhost",
        "postgres://ada:hunter2@/ledger",
        "postgres://localhost/ledger",
        "postgres://:hunter2@localhost/ledger",
        "postgres://ada:hunter2@localhost:0/ledger",
        "postgres://ada:hunter2@localhost:99999/ledger",
        "postgres://ada:hunter2@localhost:-1/ledger",
        "postgres://ada:hunter2@localhost:x/ledger",
        "postgres://ada:hunter2%zz@localhost/ledger",
        "postgres://ada:hunter2@localhost/ledger?socketFactory=Evil",
      })
  void a_wrong_one_is_refused_without_repeating_the_password(String url) {
    assertThatThrownBy(() -> PostgresUrl.parse(url))
        .isInstanceOf(StoreFailure.class)
        .satisfies(
            e -> {
              StringWriter all = new StringWriter();
              e.printStackTrace(new PrintWriter(all));
              assertThat(all.toString()).doesNotContain("hunter2");
            });
  }

  @Test
  void it_does_not_show_its_password() {
    assertThat(PostgresUrl.parse("postgres://ada:hunter2@localhost/ledger"))
        .hasToString("postgres://ada:***@localhost:5432/ledger");
  }
}

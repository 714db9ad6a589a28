package dev.holdpoint.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TableTest {
  private static final String APPROVAL = "apr_01JD3V5Q8ZK2M4N6P8R0S2T4V6";
  private static final String WANTS =
      "bash: kubectl --context prod-eu rollout restart deployment/billing-worker --namespace"
          + " billing";

  @ParameterizedTest(name = "PG-80 a list at {0} columns")
  @ValueSource(ints = {60, 80, 100, 160})
  void pg80_no_line_is_longer_than_the_terminal_and_no_id_is_cut(int columns) {
    for (Table table : List.of(approvals(), deliveries(), wide())) {
      List<String> lines = printed(table, columns);
      assertThat(lines).allMatch(line -> TerminalWidth.of(line) <= columns);
      assertThat(String.join("\n", lines)).contains(APPROVAL, "nightly-reconciliation");
    }
  }

  @Test
  @DisplayName("PG-80 columns shrink from the right")
  void pg80_columns_shrink_from_the_right() {
    assertThat(printed(approvals(), 120))
        .containsExactly(
            "APPROVAL                        SESSION                 STATUS   RAISED        "
                + " EXPIRES     WANTS",
            APPROVAL
                + "  nightly-reconciliation  pending  9 minutes ago  in 3 hours  bash: kubectl"
                + " --context pro…");
  }

  @Test
  @DisplayName("PG-80 below 100 columns a row takes two lines")
  void pg80_below_100_columns_a_row_takes_two_lines() {
    assertThat(printed(approvals(), 80))
        .hasSize(4)
        .last()
        .asString()
        .isEqualTo(
            "  in 3 hours  bash: kubectl --context prod-eu rollout restart deployment/billin…");
    assertThat(printed(approvals(), 60)).hasSize(4);
  }

  @Test
  @DisplayName("PG-80 a piped list is whole")
  void pg80_a_piped_list_is_whole() {
    int piped = TerminalWidth.of(false, Map.of("COLUMNS", "60"), null);
    assertThat(printed(approvals(), piped)).hasSize(2).last().asString().endsWith(WANTS);
  }

  @Test
  void the_width_is_told_by_COLUMNS_then_by_the_terminal() {
    assertThat(TerminalWidth.of(true, Map.of("COLUMNS", "72"), "120")).isEqualTo(72);
    assertThat(TerminalWidth.of(true, Map.of("COLUMNS", "wide"), "120")).isEqualTo(120);
    assertThat(TerminalWidth.of(true, Map.of(), "0")).isEqualTo(80);
    assertThat(TerminalWidth.of(true, Map.of(), "")).isEqualTo(80);
  }

  @Test
  void an_id_that_is_wider_than_the_terminal_stands_whole_on_a_line_of_its_own() {
    Table table = new Table("SESSION", "RUN", "WORK");
    table.row("s".repeat(70), "run_01JD3V5Q8ZK2M4N6P8R0S2T4V6", WANTS);
    assertThat(printed(table, 60)).hasSize(4).contains("s".repeat(70));
  }

  private static Table approvals() {
    Table table = new Table("APPROVAL", "SESSION", "STATUS", "RAISED", "EXPIRES", "WANTS");
    table.row(APPROVAL, "nightly-reconciliation", "pending", "9 minutes ago", "in 3 hours", WANTS);
    return table;
  }

  private static Table deliveries() {
    Table table = new Table("DELIVERY", "SESSION", "TARGET", "STATUS", "ATTEMPTS", "MADE", "ERROR");
    table.row(
        APPROVAL,
        "nightly-reconciliation",
        "https://hooks.example.com/services/" + "x".repeat(80),
        "failed",
        "12",
        "12 seconds ago",
        "the server answered with " + "y".repeat(120));
    return table;
  }

  /** Characters that take two columns each. */
  private static Table wide() {
    Table table = new Table("SESSION", "TITLE", "ID");
    table.row("nightly-reconciliation", "部署到生产环境".repeat(12), APPROVAL);
    return table;
  }

  private static List<String> printed(Table table, int columns) {
    StringWriter out = new StringWriter();
    table.print(new PrintWriter(out), new Paint(false), columns);
    return out.toString().lines().toList();
  }
}

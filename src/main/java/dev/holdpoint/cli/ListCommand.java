package dev.holdpoint.cli;

import dev.holdpoint.api.page.PageBodies.Page;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.PageRequest;
import java.util.List;
import picocli.CommandLine.Mixin;

/** A list in pages, as a table or as JSON. */
public abstract class ListCommand<T> extends DaemonCommand {
  @Mixin private ListFlags part;

  protected abstract Page<T> page(HoldpointClient client, PageRequest wish) throws CallFailed;

  protected abstract Table table(List<T> rows);

  /** What to say when there is nothing, with what to do next. */
  protected abstract String nothing();

  @Override
  protected final int run(HoldpointClient client) throws CallFailed {
    Page<T> rows = part.read(wish -> page(client, wish));
    if (json()) {
      printJson(part.asJson(rows));
    } else if (rows.items().isEmpty()) {
      out().println(nothing());
    } else {
      table(rows.items()).print(out(), paint());
    }
    String next = rows.pagination().nextCursor();
    if (next != null) {
      // Not on standard output, where a script reads the rows.
      out().flush();
      long total = rows.pagination().totalCount();
      note(
          "%d%s; get the next rows with --cursor %s, or all with --all"
              .formatted(
                  rows.items().size(),
                  total == ListFlags.UNCOUNTED ? " rows" : " of " + total,
                  Visible.line(next)));
    }
    return ExitCode.OK;
  }
}

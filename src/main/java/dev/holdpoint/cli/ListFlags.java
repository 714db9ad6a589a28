package dev.holdpoint.cli;

import dev.holdpoint.api.json.Limits;
import dev.holdpoint.api.page.PageBodies.ListOrder;
import dev.holdpoint.api.page.PageBodies.Page;
import dev.holdpoint.api.page.PageBodies.Pagination;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.PageRequest;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** How much of a list: {@code @Mixin ListFlags part}. The daemon gives it in pages. */
public final class ListFlags {
  /** The total of a list that is not counted. */
  static final long UNCOUNTED = -1;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(names = "--limit", paramLabel = "N", description = "maximum number of rows (default 50)")
  private @Nullable Integer limit;

  @Option(
      names = "--cursor",
      paramLabel = "CURSOR",
      description = "continue from the cursor that an earlier list printed")
  private @Nullable String cursor;

  @Option(names = "--all", description = "print all rows")
  private boolean all;

  @Option(
      names = "--page",
      description = "with --json: print an object with the rows and the next cursor, not an array")
  private boolean page;

  /** Where the rows come from. */
  public interface Source<T> {
    Page<T> page(PageRequest wish) throws CallFailed;
  }

  public <T> Page<T> read(Source<T> source) throws CallFailed {
    if (limit != null && limit < 1) {
      throw new ParameterException(command.commandLine(), "--limit must be 1 or more");
    }
    if (limit != null && all) {
      throw new ParameterException(command.commandLine(), "--limit and --all cannot be combined");
    }
    long wanted = all ? Long.MAX_VALUE : limit == null ? Limits.PAGE_DEFAULT : limit;
    Page<T> rows = read(source, cursor, wanted);
    if (page && rows.pagination().totalCount() == UNCOUNTED) {
      throw new ParameterException(
          command.commandLine(),
          "--page cannot be combined with --risk, --kind, --tool, --search or --sort");
    }
    return rows;
  }

  /** All rows there are. */
  public static <T> List<T> everything(Source<T> source) throws CallFailed {
    return read(source, null, Long.MAX_VALUE).items();
  }

  private static <T> Page<T> read(Source<T> source, @Nullable String from, long wanted)
      throws CallFailed {
    List<T> rows = new ArrayList<>();
    String next = from;
    long total = 0;
    ListOrder order = ListOrder.NEWEST_FIRST;
    do {
      int size = (int) Math.min(Limits.PAGE, wanted - rows.size());
      Page<T> part = source.page(new PageRequest(next, size));
      rows.addAll(part.items());
      total = part.pagination().totalCount();
      order = part.pagination().order();
      next = part.pagination().hasMore() ? part.pagination().nextCursor() : null;
    } while (next != null && rows.size() < wanted);
    return new Page<>(rows, new Pagination(rows.size(), total, next != null, next, order));
  }

  /** What {@code --json} prints of it. */
  Object asJson(Page<?> rows) {
    return page ? rows : rows.items();
  }
}

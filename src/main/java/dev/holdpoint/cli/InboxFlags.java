package dev.holdpoint.cli;

import dev.holdpoint.api.gate.InboxBodies.InboxRow;
import dev.holdpoint.api.gate.InboxBodies.InboxView;
import dev.holdpoint.api.page.PageBodies.ListOrder;
import dev.holdpoint.api.page.PageBodies.Page;
import dev.holdpoint.api.page.PageBodies.Pagination;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.InboxClient;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.PageRequest;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Which requests, by what they are about: {@code @Mixin InboxFlags wanted}. */
public final class InboxFlags {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--risk",
      paramLabel = "LEVEL",
      completionCandidates = Risks.class,
      description = "only approvals with this risk or a higher one: low, normal or high")
  private @Nullable String risk;

  @Option(
      names = "--kind",
      paramLabel = "KIND",
      completionCandidates = Kinds.class,
      description =
          "only approvals of this kind: command, file_write, file_edit, http, mcp, items or other")
  private @Nullable String kind;

  @Option(names = "--tool", paramLabel = "TOOL", description = "only approvals of this tool")
  private @Nullable String tool;

  @Option(
      names = "--search",
      paramLabel = "WORDS",
      description = "only requests in which all these words occur")
  private @Nullable String search;

  @Option(
      names = "--sort",
      paramLabel = "SORT",
      completionCandidates = Sorts.class,
      description = "oldest, newest, deadline or risk")
  private @Nullable String sort;

  static final class Risks extends ArrayList<String> {
    private static final long serialVersionUID = 1;

    Risks() {
      super(List.of("low", "normal", "high"));
    }
  }

  static final class Kinds extends ArrayList<String> {
    private static final long serialVersionUID = 1;

    Kinds() {
      super(List.of("command", "file_write", "file_edit", "http", "mcp", "items", "other"));
    }
  }

  static final class Sorts extends ArrayList<String> {
    private static final long serialVersionUID = 1;

    Sorts() {
      super(List.of("oldest", "newest", "deadline", "risk"));
    }
  }

  public @Nullable String risk() {
    return risk;
  }

  public @Nullable String kind() {
    return kind;
  }

  public @Nullable String tool() {
    return tool;
  }

  public String searchOr(String none) {
    return search == null ? none : search;
  }

  public String sortOr(String usual) {
    return sort == null ? usual : sort;
  }

  /** Whether the list of all requests is asked, which knows what they are about. */
  public boolean isGiven() {
    return risk != null || kind != null || tool != null || search != null || sort != null;
  }

  /** Reads one row of the list in full. */
  public interface Finder<T> {
    T find(String id) throws CallFailed;
  }

  /**
   * @param type approval or question
   */
  public <T> Page<T> page(
      HoldpointClient client, String type, GateListFlags which, PageRequest wish, Finder<T> finder)
      throws CallFailed {
    if (sort != null && which.order() != null) {
      throw new ParameterException(command.commandLine(), "--sort and --order cannot be combined");
    }
    String sorted = sort == null && which.order() != null ? which.sort() : sort;
    InboxView view =
        client
            .inbox()
            .page(
                new InboxClient.Filter(
                    which.status(),
                    type,
                    which.sessionId(),
                    tool,
                    kind,
                    risk,
                    search,
                    sorted,
                    null,
                    null,
                    null,
                    null,
                    null,
                    which.sinceMs(),
                    which.untilMs()),
                wish);
    List<T> rows = new ArrayList<>();
    for (InboxRow row : view.items()) {
      rows.add(finder.find(row.id()));
    }
    return new Page<>(
        rows,
        new Pagination(
            view.pagination().limit(),
            ListFlags.UNCOUNTED,
            view.pagination().hasMore(),
            view.pagination().nextCursor(),
            ListOrder.OLDEST_FIRST));
  }
}

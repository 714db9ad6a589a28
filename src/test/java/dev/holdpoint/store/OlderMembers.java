package dev.holdpoint.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.core.record.RecordKind;
import dev.holdpoint.core.team.Channel;
import dev.holdpoint.core.team.Project;
import dev.holdpoint.engine.port.store.Store;
import dev.holdpoint.engine.port.store.TermHits;
import java.util.List;

/** What version 9 adds to records of before: members lead to their projects and channels. */
public final class OlderMembers {
  private OlderMembers() {}

  /** As a program of before would have: without the leads, which the caller takes away. */
  public static void write(Store store) {
    Channel removed = new Channel(3, "gone", "t", List.of("a"), 1, "ada", null).removed(2);
    try (Store.Transaction transaction = store.begin()) {
      transaction.write(
          new Writing()
              .keep(Project.KIND, new Project(1, "p", "t", List.of("a", "b"), 1, "ada"))
              .keep(Project.KIND, new Project(4, "open", "t", List.of(), 1, "ada"))
              .keep(Channel.KIND, new Channel(2, "c", "t", List.of("a"), 1, "ada", null))
              .keep(Channel.KIND, removed)
              .writes());
      transaction.commit();
    }
  }

  public static void assertFound(Store store) {
    assertThat(leads(store, Project.KIND, "", "a")).containsExactly(1L);
    assertThat(leads(store, Project.KIND, "", "b")).containsExactly(1L);
    assertThat(leads(store, Channel.KIND, Channel.LISTED, "a")).containsExactly(2L);
    assertThat(leads(store, Channel.KIND, "removed", "a")).isEmpty();
  }

  public static List<Long> leads(Store store, RecordKind<?> shelf, String group, String member) {
    return store.read(
        queries ->
            queries.withTerms(shelf, List.of(group), List.of(member), 10).stream()
                .map(TermHits::key)
                .toList());
  }
}

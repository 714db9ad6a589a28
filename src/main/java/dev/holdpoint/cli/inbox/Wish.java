package dev.holdpoint.cli.inbox;

import dev.holdpoint.cli.Visible;
import dev.holdpoint.client.InboxClient;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which requests are listed, and in what order.
 *
 * @param sessionId null is every session
 * @param filters a field that is not there is any
 * @param search words that all occur; empty is no search
 */
record Wish(@Nullable String sessionId, Map<Field, String> filters, String search, String sort) {
  static final List<String> SORTS = List.of("oldest", "newest", "deadline", "risk");
  static final Wish ALL = new Wish(null, Map.of(), "", "oldest");

  Wish {
    filters = Map.copyOf(filters);
  }

  @Nullable String value(Field field) {
    return filters.get(field);
  }

  Wish with(Field field, @Nullable String value) {
    Map<Field, String> changed = new EnumMap<>(Field.class);
    changed.putAll(filters);
    if (value == null) {
      changed.remove(field);
    } else {
      changed.put(field, value);
    }
    return new Wish(sessionId, changed, search, sort);
  }

  Wish searching(String text) {
    return new Wish(sessionId, filters, text.strip(), sort);
  }

  /** In the next order; the last is followed by the first. */
  Wish sortedNext() {
    int next = (SORTS.indexOf(sort) + 1) % SORTS.size();
    return new Wish(sessionId, filters, search, SORTS.get(next));
  }

  Wish withoutFilters() {
    return new Wish(sessionId, Map.of(), "", sort);
  }

  boolean isNarrow() {
    return !filters.isEmpty() || !search.isEmpty();
  }

  /** What is left out and how it is sorted; empty for everything, the oldest first. */
  String words() {
    List<String> words = new ArrayList<>();
    for (Field field : Field.values()) {
      String value = filters.get(field);
      if (value != null) {
        words.add(field.label().toLowerCase(Locale.ROOT) + ": " + Visible.line(field.words(value)));
      }
    }
    if (!search.isEmpty()) {
      words.add("“" + Visible.line(search) + "”");
    }
    if (!sort.equals("oldest")) {
      words.add("by " + sort);
    }
    return String.join(" · ", words);
  }

  InboxClient.Filter filter() {
    String audience = filters.get(Field.AUDIENCE);
    String within = filters.get(Field.DEADLINE);
    return new InboxClient.Filter(
        null,
        filters.get(Field.TYPE),
        sessionId,
        filters.get(Field.TOOL),
        filters.get(Field.KIND),
        filters.get(Field.RISK),
        search.isEmpty() ? null : search,
        sort,
        audience,
        "me".equals(audience) ? "hide" : null,
        within == null ? null : Long.valueOf(within),
        filters.get(Field.CLAIMED),
        filters.containsKey(Field.SEEN) ? true : null,
        null,
        null);
  }

  /** A line of the form for filters: its name and what can be chosen. The first choice is any. */
  @SuppressWarnings("ImmutableEnumChecker") // lists that cannot be changed
  enum Field {
    TYPE("Show", "approvals and questions", "approval=approvals", "question=questions"),
    KIND(
        "Kind",
        "any",
        "command=commands",
        "file_write=new files",
        "file_edit=edits of files",
        "http=HTTP requests",
        "mcp=MCP calls",
        "items=requests of people's approval",
        "other=other calls"),
    RISK("Risk", "any", "normal=normal or high", "high=high"),
    TOOL("Tool", "any"),
    DEADLINE("Expires", "at any time", "600000=within 10 minutes", "3600000=within 1 hour"),
    AUDIENCE("For", "everyone", "me=you"),
    CLAIMED("Claimed", "by anyone or nobody", "none=by nobody", "me=by you"),
    SEEN("Looked at", "by anyone or nobody", "unseen=by nobody");

    private final String label;
    private final List<Choice> choices;

    /**
     * @param value null is any
     */
    record Choice(@Nullable String value, String words) {}

    Field(String label, String any, String... choices) {
      this.label = label;
      List<Choice> all = new ArrayList<>();
      all.add(new Choice(null, any));
      for (String choice : choices) {
        int split = choice.indexOf('=');
        all.add(new Choice(choice.substring(0, split), choice.substring(split + 1)));
      }
      this.choices = List.copyOf(all);
    }

    String label() {
      return label;
    }

    /**
     * What is chosen, in words; a value that a flag named and the form does not have is its own.
     */
    String words(@Nullable String value) {
      for (Choice choice : choices) {
        if (value == null ? choice.value() == null : value.equals(choice.value())) {
          return choice.words();
        }
      }
      return value == null ? "" : value;
    }

    /**
     * The choice a number of places further on; it goes round.
     *
     * @param tools of what is listed: there is no other list of them
     */
    @Nullable String after(@Nullable String value, int by, Collection<String> tools) {
      List<@Nullable String> values = new ArrayList<>();
      choices.forEach(choice -> values.add(choice.value()));
      if (this == TOOL) {
        values.addAll(tools);
      }
      int at = Math.max(0, values.indexOf(value));
      return values.get(Math.floorMod(at + by, values.size()));
    }
  }
}

package dev.holdpoint.engine.inbox;

import dev.holdpoint.core.description.AskedQuestion;
import dev.holdpoint.core.description.Description;
import dev.holdpoint.core.inbox.SearchWords;
import dev.holdpoint.core.run.Call;
import dev.holdpoint.core.run.RunHead;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.engine.json.Descriptions;
import dev.holdpoint.engine.port.store.Queries;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Looks for words in what is said about gates, in their input, session and agent. */
public record InboxSearch(Queries queries, SearchWords words) implements InboxFilter {
  @Override
  public List<InboxGate> among(List<InboxGate> some) {
    List<RunHead> runs = some.stream().map(gate -> gate.run().head()).toList();
    Map<Long, String> titles = SessionTitles.of(queries, runs);
    Map<Long, String> personas = new HashMap<>();
    for (Session session :
        queries.sessions(runs.stream().map(RunHead::sessionId).distinct().toList())) {
      if (session.persona() != null) {
        personas.put(session.key(), session.persona().displayName());
      }
    }
    return some.stream().filter(gate -> isFound(gate, titles, personas)).toList();
  }

  private boolean isFound(InboxGate gate, Map<Long, String> titles, Map<Long, String> personas) {
    RunHead run = gate.run().head();
    ToolCall call =
        gate.run().calls().stream()
            .map(Call::call)
            .filter(one -> one.id().equals(gate.gate().callId()))
            .findFirst()
            .orElse(null);
    Stream<@Nullable String> about =
        Stream.of(
            call == null ? null : call.tool(),
            run.sessionId(),
            titles.get(run.sessionKey()),
            run.agentId(),
            Descriptions.agentName(run),
            personas.get(run.sessionKey()));
    List<String> texts = new ArrayList<>(about.filter(Objects::nonNull).toList());
    Description said = gate.described();
    AskedQuestion asked = gate.asked();
    Stream.of(
            said == null ? null : said.title(),
            said == null ? null : said.summary(),
            said == null ? null : said.why(),
            asked == null ? null : asked.title(),
            asked == null ? null : asked.summary())
        .filter(Objects::nonNull)
        .forEach(texts::add);
    return words.occurIn(texts, call == null ? "" : call.input().text());
  }
}

package dev.holdpoint.api;

import static dev.holdpoint.api.endpoint.Endpoint.Access.DECIDE;
import static dev.holdpoint.api.endpoint.Endpoint.Access.READ;
import static dev.holdpoint.api.endpoint.Endpoint.Idempotency.KEYED;
import static dev.holdpoint.api.endpoint.EndpointDraft.delete;
import static dev.holdpoint.api.endpoint.EndpointDraft.get;
import static dev.holdpoint.api.endpoint.EndpointDraft.patch;
import static dev.holdpoint.api.endpoint.EndpointDraft.post;
import static dev.holdpoint.api.endpoint.QueryParameters.CURSOR;
import static dev.holdpoint.api.endpoint.QueryParameters.LIMIT;
import static dev.holdpoint.api.endpoint.QueryParameters.PAGE;

import dev.holdpoint.api.endpoint.Endpoint;
import dev.holdpoint.api.endpoint.Endpoint.Query;
import dev.holdpoint.api.endpoint.EndpointDraft;
import dev.holdpoint.api.json.Limits;
import dev.holdpoint.api.json.Wire;
import dev.holdpoint.api.memory.LearningBodies.CreateLearningRequest;
import dev.holdpoint.api.memory.LearningBodies.EditLearningRequest;
import dev.holdpoint.api.memory.LearningBodies.LearningScopeKind;
import dev.holdpoint.api.memory.LearningBodies.LearningView;
import dev.holdpoint.api.memory.MemoryBodies.SessionMemoryContextView;
import dev.holdpoint.api.memory.MemoryBodies.SessionMemorySearchView;
import dev.holdpoint.api.memory.MemoryBodies.SkillView;
import java.util.Arrays;
import java.util.List;

/** What sessions remember, what was learned, and the skills they see. */
final class MemoryEndpoints {
  private static final String SESSION = "/v1/sessions/{session_id}";
  private static final String LEARNINGS = "/v1/learnings";
  private static final String LEARNING = LEARNINGS + "/{learning_id}";

  private static final Query QUERY =
      Query.text(
          "query", Limits.MEMORY_QUERY, "The topic of the next run, or words to search for.");
  private static final Query RESULTS =
      Query.integer(
          "limit",
          1,
          Integer.MAX_VALUE,
          "Number of results, %d when unset; values above %d mean %d."
              .formatted(
                  Limits.MEMORY_RESULTS_DEFAULT, Limits.MEMORY_RESULTS, Limits.MEMORY_RESULTS));
  private static final Query SCOPE_KIND =
      Query.word(
          "scope_kind",
          Arrays.stream(LearningScopeKind.values()).map(Wire::name).toList(),
          "With scope_id: only learnings of this scope.");
  private static final Query SCOPE_ID =
      Query.text("scope_id", Limits.SESSION_ID, "With scope_kind: only learnings of this scope.");

  static final List<Endpoint> ALL =
      EndpointDraft.all(
          get(
                  "getMemoryContext",
                  SESSION + "/memory-context",
                  READ,
                  "Returns the memory that the next run receives automatically")
              .answers(SessionMemoryContextView.class, QUERY),
          get("searchMemory", SESSION + "/memory-search", READ, "Searches the memory of a session")
              .answers(SessionMemorySearchView.class, QUERY, RESULTS),
          get("listSkills", SESSION + "/skills", READ, "Lists the skills of a session")
              .lists(SkillView.class, QUERY),
          post("createLearning", LEARNINGS, DECIDE, KEYED, "Adds a learning")
              .takes(CreateLearningRequest.class, 201, LearningView.class),
          get("listLearnings", LEARNINGS, READ, "Lists learnings, newest first")
              .lists(LearningView.class, SCOPE_KIND, SCOPE_ID, PAGE, CURSOR, LIMIT),
          get("getLearning", LEARNING, READ, "One learning").answers(LearningView.class),
          patch("editLearning", LEARNING, DECIDE, "Corrects a learning")
              .takes(EditLearningRequest.class, 200, LearningView.class),
          delete("removeLearning", LEARNING, DECIDE, "Forgets a learning"));

  private MemoryEndpoints() {}
}

package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.api.Endpoints;
import dev.holdpoint.api.endpoint.Endpoint;
import dev.holdpoint.api.endpoint.Endpoint.Access;
import dev.holdpoint.api.endpoint.Surface;
import dev.holdpoint.blackbox.Http;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * An id in a body is checked as one in a path is: a token of one tenant is told of another tenant's
 * object what it is told of none. The members that may name something are read from the request
 * records, so that a new one fails here until this table says what it names.
 */
@OnBothDatabases
class IdsInBodiesTest extends Tenancy {
  private static final Pattern MAY_NAME = Pattern.compile(".*(_|^)(id|ids|key|keys|ref|refs)");

  /** Names that callers give, or that lead to nothing of ours. */
  private static final Set<String> FREE =
      Set.of(
          "credential_id",
          "thread_id",
          "actor_id",
          "idempotency_key",
          "request_key",
          "redeemer_key",
          "pattern_key",
          "option_id",
          "question_id",
          "selected_option_ids",
          "external_id",
          "reply_targets/channel_id",
          "reply_targets/team_id",
          "questions/id",
          "questions/options/id");

  /** What every tenant of the daemon shares, and a token of one tenant may name. */
  private static final Set<String> SHARED = Set.of("persona_id");

  /** A tenant's own binding keys are apart from all others': {@code BindingKeyTest}. */
  private static final Set<String> APART = Set.of("binding_keys");

  /**
   * @param body of the caller's own session, with ID where the other id stands
   * @param kind what the id names
   */
  private record Named(String endpoint, String member, String body, Kind kind) {}

  private enum Kind {
    TENANT,
    SESSION,
    APPROVAL,
    QUESTION,
    RULE,
    APPROVER_KEY,
    ASSET,
    BOARD,
    REVISION,
    TOKEN
  }

  private static final String ITEM = "{'input_items':[%s]}";
  private static final String SIGNED =
      "'signature':{'key_id':'ID','algorithm':'ed25519','exp':4102444800,'value':'"
          + "A".repeat(86)
          + "'}";
  private static final String RULE = "{'behavior':'allow','tool':'bash','scope':{%s}}";

  private static Stream<Named> named() {
    return Stream.of(
            Stream.of(
                new Named("createSession", "tenant_id", "{'tenant_id':'ID'}", Kind.TENANT),
                new Named("respondApproval", "session_id", click("ID", "OWN"), Kind.SESSION),
                new Named("respondApproval", "approval_id", click("MINE", "ID"), Kind.APPROVAL),
                new Named(
                    "respondApproval",
                    "signature/key_id",
                    "{'session_id':'MINE','approval_id':'OWN','choice':'once'," + SIGNED + "}",
                    Kind.APPROVER_KEY),
                new Named(
                    "respondClarification",
                    "session_id",
                    "{'session_id':'ID','response':'x'}",
                    Kind.SESSION),
                new Named(
                    "respondClarification",
                    "clarify_id",
                    "{'session_id':'MINE','clarify_id':'ID:routing','response':'x'}",
                    Kind.QUESTION),
                new Named("chat", "session_id", "{'session_id':'ID','message':'x'}", Kind.SESSION),
                new Named("previewPermissionRule", "rule_id", "{'rule_id':'ID'}", Kind.RULE),
                new Named("shareSession", "token_ids", "{'token_ids':['ID']}", Kind.TOKEN)),
            Stream.of("createPermissionRule", "previewPermissionRule")
                .map(
                    door ->
                        new Named(
                            door,
                            "scope/id",
                            RULE.formatted("'kind':'session','id':'ID'"),
                            Kind.SESSION)),
            Stream.of("resolveSessionApprovals", "resolveDetached", "resolveRunApprovals")
                .flatMap(
                    door ->
                        Stream.of(
                            new Named(
                                door,
                                "resolutions/request_id",
                                resolutions(one("ID", "allow", "")),
                                Kind.APPROVAL),
                            new Named(
                                door,
                                "resolutions/signature/key_id",
                                resolutions(one("OWN", "allow", json("," + SIGNED))),
                                Kind.APPROVER_KEY))),
            Stream.of(
                new Named(
                    "resolveApprovals",
                    "resolutions/request_id",
                    together(one("ID", "deny", "")),
                    Kind.APPROVAL),
                new Named(
                    "resolveApprovals",
                    "resolutions/signature/key_id",
                    together(one("OWN", "deny", json("," + SIGNED))),
                    Kind.APPROVER_KEY)),
            Stream.of("resolveSessionQuestion", "resolveRunQuestion")
                .map(
                    door -> new Named(door, "resolution/request_id", decline("ID"), Kind.QUESTION)),
            Stream.of("submitRun", "submitInput")
                .flatMap(
                    door ->
                        Stream.of(
                            new Named(
                                door,
                                "input_items/asset_id",
                                ITEM.formatted("{'type':'asset_reference','asset_id':'ID'}"),
                                Kind.ASSET),
                            new Named(
                                door,
                                "input_items/board_id",
                                ITEM.formatted("{'type':'board_reference','board_id':'ID'}"),
                                Kind.BOARD),
                            new Named(
                                door,
                                "input_items/revision_id",
                                ITEM.formatted(
                                    "{'type':'board_reference','board_id':'BOARD','revision_id':'ID'}"),
                                Kind.REVISION))))
        .flatMap(stream -> stream);
  }

  private static String together(String resolution) {
    return "{\"resolutions\":[" + resolution + "],\"mode\":\"all\"}";
  }

  private static String click(String session, String approval) {
    return "{'session_id':'%s','approval_id':'%s','choice':'once'}".formatted(session, approval);
  }

  IdsInBodiesTest(Database database) {
    super(database);
  }

  /**
   * What one tenant has, and a caller who is bound to it.
   *
   * @param asking the run that waits for an answer, in a session of its own; the other waits for an
   *     approval
   */
  private record World(
      Http caller, String session, String run, JsonNode asking, Map<Kind, String> ids) {
    String id(Kind kind) {
      return ids.getOrDefault(kind, "");
    }

    /** The body or path, with what is the caller's own in its place. */
    String own(Kind kind, String text) {
      boolean asks = kind == Kind.QUESTION;
      String holder = asks ? text(asking, "session_id") : session;
      return text.replace("MINE", holder)
          .replace("OWN", id(Kind.APPROVAL))
          .replace("BOARD", id(Kind.BOARD))
          .replace("{session_id}", holder)
          .replace("{run_id}", asks ? Acceptance.id(asking) : run)
          .replaceAll("\\{[a-z_]+}", "x");
    }
  }

  private World world() {
    String tenant = tenant();
    Http caller = bound(tenant, "admin");
    String session = sessionOf(tenant, null);
    JsonNode approving = park(session, Script.approval("x"), Script.SAY_LAST_RESULT);
    JsonNode asking = park(sessionOf(tenant, null), Script.ask(), Script.SAY_LAST_RESULT);
    JsonNode rule =
        caller
            .post("/v1/permission-rules", json(RULE.formatted("'kind':'user'")))
            .expect(201)
            .json();
    JsonNode board =
        caller.post("/v1/boards", json("{'title':'t','content':'c'}")).expect(201).json();
    Map<Kind, String> ids = new LinkedHashMap<>();
    ids.put(Kind.TENANT, tenant);
    ids.put(Kind.SESSION, session);
    ids.put(Kind.APPROVAL, approvalId(approving));
    ids.put(Kind.QUESTION, questionId(asking));
    ids.put(Kind.RULE, text(rule, "rule_id"));
    ids.put(Kind.APPROVER_KEY, Approver.in(http, tenant, "ada").keyId());
    ids.put(Kind.ASSET, text(AssetTest.add(caller, "a.txt", tenant), "asset_id"));
    ids.put(Kind.BOARD, text(board, "board_id"));
    ids.put(Kind.REVISION, text(board, "revision_id"));
    String agent = json("{'name':'agent','role':'agent','tenant_id':'%s'}", tenant);
    ids.put(Kind.TOKEN, text(http.post("/v1/tokens", agent).expect(201).json(), "token_id"));
    return new World(caller, session, id(approving), asking, ids);
  }

  @Test
  // PF-74, S1-130, S1-131
  void PF_74_S1_130_S1_131_another_tenants_id_is_told_as_one_that_does_not_exist() {
    World mine = world();
    World theirs = world();
    JsonNode before = run(theirs.run);
    for (Named named : named().toList()) {
      String foreign = theirs.id(named.kind);
      String unknown = unknown(foreign);
      Http.Answer seen = call(mine, named, foreign);
      Http.Answer nothing = call(mine, named, unknown);
      String what = named.endpoint + " " + named.member;

      assertThat(seen.status()).as(what + " " + seen.text()).isBetween(400, 499);
      assertThat(without(seen, foreign)).as(what).isEqualTo(without(nothing, unknown));
    }
    assertThat(run(theirs.run)).isEqualTo(before);
    assertThat(status(run(mine.run))).isEqualTo("waiting_for_approval");
  }

  @Test
  void an_id_of_the_callers_own_is_told_differently() {
    for (Named named : named().toList()) {
      // Assertions that do not hold are refused in the same words, whatever key they name. Input
      // that is accepted waits behind the run that is parked; submitRun takes the same record.
      if (named.kind != Kind.APPROVER_KEY && !named.endpoint.equals("submitInput")) {
        World mine = world();
        String id = mine.id(named.kind);
        assertThat(without(call(mine, named, id), id))
            .as(named.endpoint + " " + named.member)
            .isNotEqualTo(without(call(mine, named, unknown(id)), unknown(id)));
      }
    }
  }

  /** One of the same form. */
  private static String unknown(String id) {
    int prefix = id.indexOf('_') + 1;
    return id.substring(0, prefix) + "01JZZZZZZZZZZZZZZZZZZZZZZZ";
  }

  private static Http.Answer call(World world, Named named, String id) {
    Endpoint endpoint =
        Endpoints.ALL.stream().filter(e -> e.id().equals(named.endpoint)).findFirst().orElseThrow();
    return world.caller.send(
        endpoint.method().name(),
        world.own(named.kind, endpoint.path()),
        json(world.own(named.kind, named.body)).replace("ID", id),
        _ -> {});
  }

  private static String without(Http.Answer answer, String id) {
    return answer.status()
        + answer.text().replaceAll("\"(request_id|instance)\":\"[^\"]*\"", "").replace(id, "ID");
  }

  @Test
  void every_member_that_may_name_something_is_in_the_table() {
    Http caller = bound(tenant(), "admin");
    Set<String> tested = new TreeSet<>();
    named().forEach(named -> tested.add(named.endpoint + " " + named.member));
    // The one name that all tenants share: a session that is another's cannot be made again.
    tested.add("createSession session_id");
    for (Endpoint endpoint : Endpoints.ALL) {
      Class<?> request = endpoint.request();
      if (request == null || !isReached(caller, endpoint)) {
        continue;
      }
      Set<String> members = new TreeSet<>();
      collect(request, "", members);
      for (String member : members) {
        boolean free =
            Stream.of(FREE, SHARED, APART)
                .flatMap(Set::stream)
                .anyMatch(name -> member.equals(name) || member.endsWith("/" + name));
        assertThat(free || tested.contains(endpoint.id() + " " + member))
            .as(endpoint.id() + " takes " + member + ", and this table does not say what it names")
            .isTrue();
      }
    }
  }

  /** Whether a token of one tenant gets as far as the body. */
  private static boolean isReached(Http caller, Endpoint endpoint) {
    if (endpoint.access() == Access.OPEN
        || !(endpoint.path().startsWith("/v1/") || endpoint.surface() == Surface.AMBIENT)) {
      return false;
    }
    return Stream.of("session_id", "run_id").anyMatch(endpoint.pathParameters()::contains)
        || caller
                .send(
                    endpoint.method().name(),
                    endpoint.path().replaceAll("\\{.*?}", "x"),
                    "{}",
                    _ -> {})
                .status()
            != 403;
  }

  private static void collect(Type type, String at, Set<String> found) {
    switch (type) {
      case ParameterizedType list -> {
        for (Type of : list.getActualTypeArguments()) {
          collect(of, at, found);
        }
      }
      case Class<?> record when record.isRecord() -> {
        for (RecordComponent member : record.getRecordComponents()) {
          String name = member.getName().replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
          collect(member.getGenericType(), at.isEmpty() ? name : at + "/" + name, found);
        }
      }
      case Class<?> sealed when sealed.isSealed() -> {
        for (Class<?> kind : sealed.getPermittedSubclasses()) {
          collect(kind, at, found);
        }
      }
      case Class<?> text when text == String.class -> {
        if (MAY_NAME.matcher(at.substring(at.lastIndexOf('/') + 1)).matches()) {
          found.add(at);
        }
      }
      default -> {}
    }
  }

  @Test
  void a_session_of_another_tenant_is_not_taken_over_by_its_name() {
    World mine = world();
    World theirs = world();

    Http.Answer answer =
        mine.caller.post("/v1/sessions", json("{'session_id':'%s'}", theirs.session));

    assertThat(answer.status()).isEqualTo(409);
    assertThat(answer.text())
        .doesNotContain(theirs.id(Kind.TENANT), theirs.run, theirs.id(Kind.APPROVAL));
  }
}

package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Approver;
import dev.holdpoint.blackbox.Host;
import dev.holdpoint.blackbox.Host.Parked;
import dev.holdpoint.blackbox.Http;
import dev.holdpoint.outbound.Receiver;
import dev.holdpoint.outbound.Receiver.Says;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.LongSupplier;
import tools.jackson.databind.JsonNode;

/**
 * What a ledger is filled with before it is stored: runs of every kind, in every state in which a
 * daemon that is stopped can leave them, and records of every kind. None of them works when it is
 * over, so that nothing but time could change what is read of them.
 */
final class StoredLife extends Acceptance {
  /** The session whose only run was submitted with {@link #KEY}. */
  static final String KEYED = "keyed";

  static final String KEY = "order-4711";
  static final String KEYED_BODY = Http.work(Script.say("The order 4711 is on its way."));

  /** Sessions whose runs wait are called so, followed by a number. */
  static final String WAITS_FOR_APPROVAL = "waits-for-approval-";

  static final String WAITS_FOR_ANSWER = "waits-for-answer-";

  /** Behind the first of its runs, which waits for an approval, others wait. */
  static final String QUEUE = "queue-";

  /** What most runs say in the end. */
  static final String LAST_WORDS = "The order is done.";

  private static final Duration DEADLINE = Duration.ofMinutes(1);
  private static final long FAR_MS = Duration.ofDays(20).toMillis();
  private static final String DONE = Script.say(LAST_WORDS);

  private final LongSupplier clock;
  private final Consumer<Duration> pass;
  private final Receiver receiver;
  private final int share;
  private final Http ada;

  /**
   * @param share one of so many: 1 for the whole, more for a smaller ledger
   */
  StoredLife(Http http, LongSupplier clock, Consumer<Duration> pass, Receiver receiver, int share) {
    super(http);
    this.clock = clock;
    this.pass = pass;
    this.receiver = receiver;
    this.share = share;
    this.ada = http.withRole("operator", "ada");
  }

  void live() {
    // What runs out comes first: the clock is put on for it.
    expire();
    talk();
    approve();
    ask();
    end();
    families();
    outside();
    signed();
    records();
    deliver();
    leaveWaiting();
    queue();
  }

  /** Does it so many times in a whole ledger, and less often in a smaller one. */
  private void times(int whole, IntConsumer deed) {
    for (int i = 0; i < (whole + share - 1) / share; i++) {
      deed.accept(i);
    }
  }

  private String session(String name) {
    http.session(name);
    return name;
  }

  private void resolve(JsonNode run, String behavior, String more) {
    String[] all =
        texts(run.path("pending_approval_ids")).stream()
            .map(approval -> one(approval, behavior, json(more)))
            .toArray(String[]::new);
    ada.post("/v1/runs/" + id(run) + "/approvals", resolutions(all)).expect(202);
  }

  private void reply(JsonNode run, String body) {
    ada.post("/v1/runs/" + id(run) + "/questions", body).expect(202);
  }

  private void expire() {
    long ms = DEADLINE.toMillis();
    times(20, i -> park(session("late-approval-" + i), Script.approval("Late?", ms), DONE));
    times(20, i -> park(session("late-answer-" + i), Script.ask(ms), Script.SAY_LAST_RESULT));
    times(
        5,
        i ->
            http.post(
                    "/v1/sessions/" + session("late-outside-" + i) + "/approval-requests",
                    json(
                        "{'tool_name':'deploy','input':{},'reason':'Late','expires_after_ms':%d}",
                        ms))
                .expect(201));
    pass.accept(DEADLINE.multipliedBy(2));
    for (String kind : List.of("approval", "question")) {
      http.await("/v1/" + kind + "s", JsonNode::isEmpty);
    }
    atRest();
  }

  /** Nothing is at work. */
  private void atRest() {
    for (String status : List.of("running", "queued")) {
      http.await("/v1/runs?status=" + status, JsonNode::isEmpty);
    }
  }

  private void talk() {
    times(
        10,
        n -> {
          String session = session("talks-" + n);
          for (int i = 0; i < 24; i++) {
            park(session, Script.say("Order %d has %d items.".formatted(n, i)));
          }
        });
    String wordy = session("wordy");
    times(
        30,
        i ->
            park(
                wordy,
                Script.say("First I look at order " + i + " — „größer“ 日本 🥐."),
                Script.tool("list_files", "{\"path\":\".\"}"),
                Script.say("Then I tell of it. ".repeat(1 + i)),
                Script.SAY_LAST_RESULT));
    String session = session(KEYED);
    String run =
        text(
            keyed("/v1/sessions/" + session + "/runs", KEYED_BODY, KEY).expect(202).json(),
            "run_id");
    awaitRun(run, "completed");
    times(
        10,
        i ->
            http.post("/api/chat", json("{'session_id':'%s','message':'Order %d?'}", wordy, i))
                .expect(202));
    atRest();
  }

  private void approve() {
    String session = session("allowed");
    times(
        60,
        i -> {
          resolve(park(session, Script.approval("Order " + i), DONE), "allow", "");
          atRest();
        });
    String denied = session("denied");
    times(
        60,
        i -> {
          resolve(
              park(denied, Script.approval("Order " + i), Script.SAY_LAST_RESULT),
              "deny",
              ",'reason':'Not today'");
          atRest();
        });
    String edited = session("edited");
    times(
        15,
        i -> {
          resolve(
              park(edited, Script.bash("echo order " + i), Script.SAY_LAST_RESULT),
              "allow",
              ",'updated_input':{'command':'echo edited'}");
          atRest();
        });
    String mixed = session("mixed");
    times(
        30,
        i -> {
          JsonNode run =
              park(
                  mixed,
                  Script.together(
                      Script.approval("One"), Script.approval("Two"), Script.approval("Three")),
                  DONE);
          ada.post(
                  "/v1/runs/" + id(run) + "/approvals",
                  resolutions(
                      one(approvalId(run, 0), "allow", ""),
                      one(approvalId(run, 1), "deny", json(",'reason':'No'")),
                      one(approvalId(run, 2), "allow", "")))
              .expect(202);
          atRest();
        });
    times(30, i -> manyGates(session("many-gates-" + i)));
    String ruled = session("ruled");
    http.post(
            "/v1/permission-rules",
            json(
                "{'behavior':'allow','tool':'bash','command':'echo *',"
                    + "'scope':{'kind':'session','id':'%s'},'max_uses':1000}",
                ruled))
        .expect(201);
    times(15, i -> park(ruled, Script.bash("echo ruled " + i), Script.SAY_LAST_RESULT));
  }

  /** Approvals and questions in turn, with words in between. */
  private void manyGates(String session) {
    JsonNode run =
        park(
            session,
            Script.say("I begin."),
            Script.approval("First"),
            Script.say("On."),
            Script.ask(),
            Script.approval("Third"),
            Script.together(Script.approval("Fourth"), Script.approval("Fifth")),
            Script.ask(),
            Script.approval("Seventh"),
            Script.SAY_LAST_RESULT);
    String id = id(run);
    while (!status(run).equals("completed")) {
      if (status(run).equals("waiting_for_approval")) {
        resolve(run, "allow", "");
      } else {
        reply(run, answer(questionId(run)));
      }
      atRest();
      run = run(id);
    }
  }

  private void ask() {
    String session = session("asks");
    times(
        40,
        i -> {
          JsonNode run = park(session, Script.ask(), Script.SAY_LAST_RESULT);
          reply(run, answer(questionId(run)));
          atRest();
        });
    times(
        15,
        i -> {
          JsonNode run = park(session, Script.ask(), Script.SAY_LAST_RESULT);
          reply(run, decline(questionId(run)));
          atRest();
        });
    times(
        10,
        i -> {
          JsonNode run = park(session, Script.ask(), Script.SAY_LAST_RESULT);
          String place = "/v1/runs/" + id(run) + "/questions/" + questionId(run);
          http.post(place + "/cancel", null).expect(200);
          atRest();
        });
    times(
        10,
        i -> {
          JsonNode run = park(session, Script.ask(), Script.SAY_LAST_RESULT);
          tell(session, "Local", run, "routing");
          tell(session, "Be quick", run, "notes");
          atRest();
        });
  }

  private void tell(String session, String words, JsonNode run, String part) {
    AmbientAcceptance.tell(http, session, words, questionId(run) + ":" + part).expect(200);
  }

  private void end() {
    String failing = session("fails");
    times(60, i -> park(failing, Script.say("I try."), Script.fail("Oven " + i + " is cold.")));
    times(
        40,
        i -> {
          JsonNode run = park(failing, Script.approval("Never mind"), DONE);
          http.post("/v1/runs/" + id(run) + "/cancel", null).expect(200);
        });
    times(
        10,
        i -> {
          JsonNode run = park(failing, Script.ask(), DONE);
          http.post("/v1/runs/" + id(run) + "/cancel", null).expect(200);
        });
    times(
        10,
        i -> {
          awaitRun(http.submit(failing, Script.work()), "running");
          http.post("/v1/sessions/" + failing + "/interrupt", "").expect(200);
          atRest();
        });
    times(
        3,
        i -> {
          String ended = session("ended-" + i);
          park(ended, DONE);
          http.post("/v1/sessions/" + ended + "/end", "").expect(200);
        });
  }

  private JsonNode told(String session, String line) {
    return JSON.readTree(lastWords(http.submit(session, line, Script.SAY_LAST_RESULT)));
  }

  private void families() {
    times(
        15,
        i -> {
          String parent = session("parent-" + i);
          String child = "child-" + i;
          told(parent, Script.spawnAs(child, Script.say("Kneaded."), Script.say("Baked.")));
          told(parent, Script.message(child, Script.say("Baked again.")));
          atRest();
          if (i % 3 == 0) {
            http.post("/v1/sessions/" + child + "/end", "").expect(200);
            told(parent, Script.message(child, Script.say("Never.")));
          }
          atRest();
        });
    times(
        12,
        i -> {
          String parent = session("asked-parent-" + i);
          String child =
              text(
                  told(parent, Script.spawnAs("asking-child-" + i, Script.clarify(), DONE)),
                  "run_id");
          awaitRun(child, "waiting_for_user_question");
          JsonNode asked =
              http.get("/v1/sessions/" + parent + "/questions").expect(200).json().get(0);
          if (i % 2 == 0) {
            ada.post(
                    "/v1/runs/" + id(asked) + "/questions",
                    answer(asked.at("/request/id").asString()))
                .expect(202);
            awaitRun(child, "completed");
            atRest();
          }
        });
  }

  private JsonNode raise(String session, String kind, String body) {
    return http.post("/v1/sessions/" + session + "/" + kind + "-requests", body).expect(201).json();
  }

  private void outside() {
    times(
        40,
        i -> {
          JsonNode raised =
              raise(
                  session("outside-" + i),
                  "approval",
                  json(
                      "{'tool_name':'deploy','input':{'version':'%d','to':'production'},"
                          + "'reason':'It has run for a day.','request_key':'release-%d',"
                          + "'expires_after_ms':%d}",
                      i, i, FAR_MS));
          String place = "/v1/runs/" + id(raised);
          String approval = raised.at("/request/id").asString();
          switch (i % 4) {
            case 0 -> ada.post(place + "/approvals", allow(approval)).expect(202);
            case 1 -> ada.post(place + "/approvals", deny(approval, "Freeze")).expect(202);
            case 2 -> http.post(place + "/cancel", null).expect(200);
            default -> {}
          }
        });
    times(
        20,
        i -> {
          JsonNode raised =
              raise(
                  session("outside-asks-" + i),
                  "question",
                  "{\"questions\":[" + Script.ROUTING_AND_NOTES + "]}");
          if (i % 2 == 0) {
            reply(raised, answer(raised.at("/request/id").asString()));
          }
        });
  }

  private void signed() {
    Host host = Host.of(http, clock);
    times(
        24,
        i -> {
          Parked parked =
              i % 4 == 3
                  ? host.park(SignedAcceptance.asksForSecret(), DONE)
                  : host.park(SignedAcceptance.asksToAct("Refund order " + i), DONE);
          switch (i % 4) {
            case 0 -> host.approve(parked).expect(200);
            case 1 -> host.deny(parked).expect(200);
            case 3 -> host.approve(parked, SignedAcceptance.ALIAS, "no-secret-" + i).expect(200);
            default -> {}
          }
        });
    Parked forged = host.park(SignedAcceptance.asksToAct("Forged"), DONE);
    host.adapter()
        .post(
            forged.approve(),
            Approver.forger(host.approver().keyId(), Approver.HMAC, new byte[32])
                .body(forged.approval(), "approve", host.soon())
                .toString());
    http.await(host.path("/refused-assertions"), list -> list.size() == 1);
    Host two = host.child().policy("\"signature_required\":true,\"approvals_required\":2");
    Approver bob = Approver.ed25519(http, two.tenant(), json(",'principal':'bob'"));
    Approver cem = Approver.ed25519(http, two.tenant(), json(",'principal':'cem'"));
    times(
        6,
        i -> {
          Parked parked = two.park(SignedAcceptance.asksToAct("Both of you? " + i), DONE);
          for (Approver one : i % 2 == 0 ? List.of(bob) : List.of(bob, cem)) {
            two.adapter()
                .post(
                    parked.approve(), one.body(parked.approval(), "approve", two.soon()).toString())
                .expect(200);
          }
        });
    atRest();
  }

  private void add(String noun, String body) {
    assertThat(http.post("/v1/" + noun, json(body)).status()).as(noun + body).isIn(201, 202);
  }

  private void records() {
    String session = session("records");
    add(
        "personas",
        "{'persona_id':'baker','display_name':'Baker','instructions':'Bake on weekdays only.'}");
    http.post("/v1/sessions/" + session + "/persona", json("{'persona_id':'baker'}")).expect(200);
    http.post(
            "/v1/sessions/" + session + "/route-policy",
            json("{'route_policy':{'generation':{'temperature':0.2}}}"))
        .expect(200);
    times(
        15,
        i -> {
          add(
              "learnings",
              "{'kind':'fact','scope':{'kind':'session','id':'records'},"
                  + "'content':'Every order number ends with "
                  + i
                  + ".'}");
          add(
              "permission-rules",
              "{'behavior':'deny','tool':'bash','command':'rm "
                  + i
                  + " *',"
                  + "'scope':{'kind':'session','id':'records'}}");
          add(
              "observations",
              "{'session_id':'records','source':'monitoring','content':'Oven "
                  + i
                  + " is warm.','metadata':{'oven':"
                  + i
                  + "}}");
          add("boards", "{'title':'Board " + i + "','content':'- flour\\n- butter'}");
        });
    http.get("/v1/boards")
        .expect(200)
        .json()
        .valueStream()
        .limit(5)
        .forEach(
            board ->
                http.post(
                        "/v1/boards/" + text(board, "board_id") + "/revisions",
                        json("{'title':'Board again','content':'- flour'}"))
                    .expect(201));
    times(
        5,
        i -> {
          add(
              "assets",
              "{'file_name':'prices.csv','media_type':'text/csv',"
                  + "'content_base64':'YXJ0aWNsZSxwcmljZQpjcm9pc3NhbnQsMS44"
                  + i
                  + i
                  + "o='}");
          String schedule =
              text(
                  http.post(
                          "/v1/schedules",
                          json(
                              "{'session_id':'records','content':'Look at oven %d.','trigger':"
                                  + "{'type':'cron','expression':'0 6 1 1 *',"
                                  + "'time_zone':'Europe/Berlin'}}",
                              i))
                      .expect(201)
                      .json(),
                  "schedule_id");
          http.post("/v1/schedules/" + schedule + "/trigger", "").expect(202);
          atRest();
        });
    add("channels", "{'channel_id':'bakery','title':'Bakery','members':['records']}");
    add("projects", "{'project_id':'easter','title':'Easter','members':['records']}");
    times(
        5,
        i -> {
          http.post(
                  "/v1/channels/bakery/messages",
                  json("{'author':'ada','content':'Is order %d ready?','to':['records']}", i))
              .expect(202);
          String task =
              text(
                  http.post(
                          "/v1/projects/easter/tasks",
                          json("{'title':'Task %d','session_id':'records','content':'Bake.'}", i))
                      .expect(201)
                      .json(),
                  "task_id");
          if (i % 2 == 0) {
            http.post("/v1/projects/easter/tasks/" + task + "/start", "").expect(202);
          }
          atRest();
        });
  }

  private void deliver() {
    String session = session("delivers");
    http.post(
            "/v1/sessions/" + session + "/reply-targets",
            json("{'reply_targets':[{'type':'external','connector':'crm','route':'tickets'}]}"))
        .expect(200);
    add(
        "notifications",
        "{'events':['approval_requested'],'filter':{'session_id':'delivers'},"
            + "'target':{'type':'external','connector':'crm','route':'on-call'}}");
    times(12, i -> park(session, Script.say("The order " + i + " is on its way.")));
    resolve(park(session, Script.approval("Tell them?"), DONE), "allow", "");
    delivered();
    receiver.says(Says.status(400));
    times(4, i -> park(session, Script.say("The order " + i + " is lost.")));
    http.await("/v1/deliveries/dead-letter", list -> !list.isEmpty());
    delivered();
  }

  private void delivered() {
    atRest();
    for (String status : List.of("pending", "retrying")) {
      http.await("/v1/deliveries?status=" + status, JsonNode::isEmpty);
    }
  }

  private void leaveWaiting() {
    times(50, i -> park(session(WAITS_FOR_APPROVAL + i), Script.approval("Order " + i), DONE));
    times(
        10,
        i ->
            park(
                session("waits-far-" + i),
                Script.approval("Order " + i, FAR_MS),
                Script.ask(FAR_MS),
                DONE));
    times(
        20,
        i -> {
          JsonNode run =
              park(
                  session("waits-for-several-" + i),
                  Script.say("Three at once."),
                  Script.together(
                      Script.approval("One"), Script.bash("echo two"), Script.approval("Three")),
                  DONE);
          if (i % 2 == 0) {
            ada.post("/v1/runs/" + id(run) + "/approvals", allow(approvalId(run, 1))).expect(202);
          }
        });
    times(40, i -> park(session(WAITS_FOR_ANSWER + i), Script.ask(), Script.SAY_LAST_RESULT));
    times(
        10,
        i -> {
          String session = session("waits-for-rest-" + i);
          tell(session, "Local", park(session, Script.ask(), DONE), "routing");
        });
  }

  /** Runs that wait behind one that waits. */
  private void queue() {
    times(
        10,
        i -> {
          String session = session(QUEUE + i);
          park(session, Script.approval("First in the queue"), DONE);
          for (int n = 0; n < 4; n++) {
            http.submit(session, Script.say("I was number " + n + " in the queue."));
          }
          String cancelled = http.submit(session, DONE);
          http.post("/v1/runs/" + cancelled + "/cancel", null).expect(200);
        });
  }
}

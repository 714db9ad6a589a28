package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.daemon.TestDaemon;
import dev.holdpoint.daemon.TypedHere;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/**
 * Ledgers that earlier versions have written are read as those versions read them, and go on.
 * {@code -Dledger.write=NAME} first writes one more for each database with the program of today;
 * {@code -Dupdate.golden=true} takes what is shown now for right.
 */
class StoredLedgerTest {
  /** Of so many views that differ the report has both texts. */
  private static final int TOLD = 3;

  private static final int LONGEST = 4_000;

  /** What the doctor checks in the ledger itself. */
  private static final List<String> OF_THE_LEDGER = List.of("storage", "schema", "documents");

  private static List<Path> stored() {
    String name = System.getProperty("ledger.write");
    if (name != null) {
      for (Database database : Database.values()) {
        StoredLedger.write(name, database);
      }
    }
    return StoredLedger.all();
  }

  @ParameterizedTest
  // DX-45
  @MethodSource("stored")
  void every_view_of_a_stored_ledger_is_as_it_was_and_what_waited_goes_on(Path archive) {
    StoredLedger ledger = StoredLedger.read(archive);
    Map<String, String> views = ledger.views();
    assertThat(views).hasSizeGreaterThan(1_000);
    StoredLedger.Copy copy = ledger.unpack();
    try (TestDaemon daemon = copy.start()) {
      Map<String, String> now = StoredViews.read(daemon.http(), List.copyOf(views.keySet()));
      if (Boolean.getBoolean("update.golden") && !now.equals(views)) {
        ledger.show(now);
      } else {
        assertThat(differences(views, now)).isEmpty();
      }
      goesOn(daemon.http());
    }
    isWell(copy);
  }

  private static void goesOn(Http http) {
    String keyed = only(http, StoredLife.KEYED);
    JsonNode again =
        http.postWithKey(
                "/v1/sessions/" + StoredLife.KEYED + "/runs", StoredLife.KEYED_BODY, StoredLife.KEY)
            .expect(202)
            .json();
    assertThat(Acceptance.id(again)).as("the key is remembered").isEqualTo(keyed);

    String approved = only(http, StoredLife.WAITS_FOR_APPROVAL + 0);
    http.approve(approved);
    ended(http, approved, StoredLife.LAST_WORDS);

    String asked = only(http, StoredLife.WAITS_FOR_ANSWER + 0);
    http.post("/v1/runs/" + asked + "/questions", Acceptance.answer(http.awaitQuestion(asked)))
        .expect(202);
    ended(http, asked, "Use the fast path.");

    JsonNode queue = http.get("/v1/runs?session_id=" + StoredLife.QUEUE + 0).expect(200).json();
    JsonNode first = queue.get(queue.size() - 1);
    http.approve(Acceptance.id(first));
    queue.forEach(
        run -> {
          if (!Acceptance.status(run).equals("cancelled")) {
            http.awaitRun(Acceptance.id(run), "completed");
          }
        });
  }

  private static String only(Http http, String session) {
    JsonNode runs = http.get("/v1/runs?session_id=" + session).expect(200).json();
    assertThat(runs).hasSize(1);
    return Acceptance.id(runs.get(0));
  }

  private static void ended(Http http, String run, String words) {
    assertThat(http.awaitRun(run, "completed").path("outputs").toString()).contains(words);
  }

  /** The doctor reads every document, and finds nothing. */
  private static void isWell(StoredLedger.Copy copy) {
    List<String> words =
        new ArrayList<>(List.of("doctor", "--deep", "--json", "--data", copy.data().toString()));
    // Nobody listens there.
    words.addAll(List.of("--url", "http://127.0.0.1:9"));
    String database = copy.settings().get("HOLDPOINT_DATABASE");
    if (database != null) {
      words.addAll(List.of("--database", database));
    }
    TypedHere.Outcome outcome = TypedHere.run(words.toArray(String[]::new));
    assertThat(outcome.exitCode()).as(outcome.out()).isZero();
    for (JsonNode check : Acceptance.JSON.readTree(outcome.out()).path("checks")) {
      // Of the others some warn: of failed deliveries, and of the server and folder of this test.
      if (OF_THE_LEDGER.contains(Acceptance.text(check, "check"))) {
        assertThat(Acceptance.text(check, "verdict")).as(check.toString()).isEqualTo("ok");
      }
    }
    assertThat(outcome.out()).contains(OF_THE_LEDGER);
  }

  /** Which members differ in how many views, and the texts of a few; empty when none do. */
  private static String differences(Map<String, String> before, Map<String, String> now) {
    Map<String, Integer> places = new TreeMap<>();
    List<String> told = new ArrayList<>();
    int all = 0;
    for (Map.Entry<String, String> view : before.entrySet()) {
      String shown = Objects.requireNonNull(now.get(view.getKey()));
      if (!shown.equals(view.getValue())) {
        all++;
        if (told.size() < TOLD) {
          told.add(
              "%s\n  was %s\n  is  %s"
                  .formatted(view.getKey(), shortened(view.getValue()), shortened(shown)));
        }
        for (String place : places(view.getValue(), shown)) {
          places.merge(place, 1, Integer::sum);
        }
      }
    }
    return all == 0
        ? ""
        : "%d of %d views differ, by members: %s\n%s"
            .formatted(all, before.size(), places, String.join("\n", told));
  }

  private static String shortened(String text) {
    return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…";
  }

  /** Views are JSON, or lines that end with JSON. */
  private static Set<String> places(String before, String now) {
    Set<String> places = new TreeSet<>();
    List<String> one = before.lines().toList();
    List<String> other = now.lines().toList();
    if (one.size() != other.size()) {
      places.add("(%+d lines)".formatted(other.size() - one.size()));
    }
    for (int i = 0; i < Math.min(one.size(), other.size()); i++) {
      if (!one.get(i).equals(other.get(i))) {
        String was = one.get(i).replaceFirst("^[^{\\[]*", "");
        String is = other.get(i).replaceFirst("^[^{\\[]*", "");
        if (was.isEmpty() || is.isEmpty()) {
          places.add("(no JSON)");
        } else {
          walk("", Acceptance.JSON.readTree(was), Acceptance.JSON.readTree(is), places);
        }
      }
    }
    return places;
  }

  private static void walk(String at, JsonNode before, JsonNode now, Set<String> places) {
    if (before.isObject() && now.isObject()) {
      Set<String> names = new TreeSet<>(before.propertyNames());
      names.addAll(now.propertyNames());
      for (String name : names) {
        walk(at + "/" + name, before.path(name), now.path(name), places);
      }
    } else if (before.isArray() && now.isArray() && before.size() == now.size()) {
      for (int i = 0; i < before.size(); i++) {
        walk(at + "/*", before.get(i), now.get(i), places);
      }
    } else if (!before.equals(now)) {
      places.add(
          at + (before.isMissingNode() ? " is new" : now.isMissingNode() ? " is missing" : ""));
    }
  }
}

package dev.holdpoint;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.engine.json.Renderings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.IDN;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * The rooms and who may enter which: {@code cli → client → api ← http}; {@code http, agent, store,
 * outbound, vault → engine → core}; {@code daemon → all}. What is not allowed here is forbidden, a
 * room that nobody has listed included.
 */
final class ArchitectureTest {
  private static final int LONGEST_FILE = 400;

  // Ceilings that only go down: lower them with the change that earns it.
  private static final int LARGEST_CYCLE = 5;
  private static final int SHARED_NAMES = 8;
  private static final int FULLEST_PACKAGE = 40;
  private static final int FULLEST_OF_ENGINE = 25;

  private static final String ENGINE = "dev.holdpoint.engine";
  private static final Path SOURCES = Path.of("src/main/java");
  private static final Path CLASSES = Path.of("target/classes");
  private static final JavaClasses OURS =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("dev.holdpoint");

  private static final Map<String, Set<String>> MAY_USE = new LinkedHashMap<>();

  static {
    MAY_USE.put("core", Set.of());
    MAY_USE.put("api", Set.of());
    MAY_USE.put("engine", Set.of("core"));
    for (String edge : List.of("agent", "store", "outbound", "vault")) {
      MAY_USE.put(edge, Set.of("engine", "core"));
    }
    MAY_USE.put("http", Set.of("api", "engine", "core"));
    // What people are shown has one normal form, a pure function for every surface, and what counts
    // as a signature has one for the daemon and for its verifier.
    MAY_USE.put("client", Set.of("api", "core.rendering", "core.signature"));
    MAY_USE.put("cli", Set.of("client", "api", "core.rendering"));
  }

  /** What every package of the engine may use. */
  private static final Set<String> BELOW =
      Set.of("json", "heap", "port", "port.store", "port.failure", "asking", "cache", "commit");

  /** What else the packages of the engine may use, the lowest first. */
  private static final Map<String, Set<String>> ENGINE_MAY_USE = new LinkedHashMap<>();

  static {
    for (String bottom : BELOW) {
      ENGINE_MAY_USE.put(bottom, Set.of());
    }
    for (String third : List.of("cluster", "content", "journal", "secret", "timer")) {
      ENGINE_MAY_USE.put(third, Set.of());
    }
    ENGINE_MAY_USE.put("access", Set.of("secret", "timer"));
    ENGINE_MAY_USE.put("audit", Set.of("access", "journal"));
    ENGINE_MAY_USE.put("delivery", Set.of("audit", "journal", "timer"));
    ENGINE_MAY_USE.put("policy", Set.of("access"));
    ENGINE_MAY_USE.put("permission", Set.of("access", "journal", "policy"));
    ENGINE_MAY_USE.put("standing", Set.of("access", "journal", "permission", "policy"));
    ENGINE_MAY_USE.put("run", Set.of("access", "content", "journal"));
    ENGINE_MAY_USE.put("session", Set.of("access", "run", "secret"));
    ENGINE_MAY_USE.put("schedule", Set.of("run", "timer"));
    ENGINE_MAY_USE.put("team", Set.of("run", "timer"));
    ENGINE_MAY_USE.put("memory", Set.of("session"));
    ENGINE_MAY_USE.put(
        "triage", Set.of("access", "delivery", "journal", "policy", "run", "standing", "timer"));
    ENGINE_MAY_USE.put("inbox", Set.of("journal", "policy", "standing"));
    ENGINE_MAY_USE.put("stats", Set.of("access", "journal", "policy", "timer"));
    ENGINE_MAY_USE.put(
        "gate",
        Set.of(
            "access",
            "cluster",
            "journal",
            "permission",
            "policy",
            "run",
            "secret",
            "standing",
            "team",
            "timer",
            "triage"));
    ENGINE_MAY_USE.put(
        "permit",
        Set.of("access", "audit", "gate", "journal", "permission", "policy", "run", "timer"));
    ENGINE_MAY_USE.put("retention", Set.of("delivery", "journal", "secret", "timer"));
    ENGINE_MAY_USE.put("loop", Set.of("gate", "journal", "permission", "run", "session"));
    ENGINE_MAY_USE.put("agent", Set.of("gate", "permission", "run"));
    ENGINE_MAY_USE.put(
        "external",
        Set.of("access", "gate", "journal", "permission", "permit", "policy", "run", "session"));
    ENGINE_MAY_USE.put("prompt", Set.of("cluster", "gate", "journal", "permission", "run"));
    ENGINE_MAY_USE.put(
        "signed",
        Set.of("access", "gate", "journal", "permission", "run", "secret", "session", "timer"));
    ENGINE_MAY_USE.put("recovery", Set.of("external", "run", "schedule"));
  }

  @Test
  void every_package_of_the_engine_uses_only_those_below_it() {
    Set<String> found = new TreeSet<>();
    for (JavaClass type : OURS.that(resideInAPackage(room("engine")))) {
      String own = insideEngine(type);
      for (Dependency edge : type.getDirectDependenciesFromSelf()) {
        String other = insideEngine(edge.getTargetClass());
        // The root package puts the others together: it knows all, and none knows it.
        if (other != null
            && own != null
            && !own.isEmpty()
            && !own.equals(other)
            && !may(own, other)) {
          found.add(own + " → " + other + ": " + edge.getDescription());
        }
      }
    }
    assertThat(found).as("arrows that no rule of this test allows").isEmpty();
  }

  private static boolean may(String own, String other) {
    Set<String> allowed = ENGINE_MAY_USE.get(own);
    boolean low = own.startsWith("port") || own.equals("json") || own.equals("heap");
    return allowed != null
        && (allowed.contains(other)
            || (BELOW.contains(other)
                && !(other.equals("commit") && BELOW.contains(own))
                && !(other.equals("cache") && low)));
  }

  /** Null for what is outside of the engine. */
  private static @Nullable String insideEngine(JavaClass type) {
    String name = type.getPackageName();
    return name.equals(ENGINE)
        ? ""
        : name.startsWith(ENGINE + ".") ? name.substring(ENGINE.length() + 1) : null;
  }

  /** What is public for the packages of the engine alone. */
  @Test
  void only_the_engine_writes() {
    noClasses()
        .that()
        .resideInAnyPackage(
            room("http"), room("agent"), room("store"), room("outbound"), room("vault"))
        .should()
        .dependOnClassesThat(
            resideInAnyPackage(ENGINE + ".cache")
                .and(not(nameMatching(".*\\.IdempotencyKey")))
                .or(
                    nameMatching(
                        ".*\\.engine\\.(commit\\.(Change|Work|Batch|LeaseChanges)|run\\.(RunEdit|Slots)|audit\\.(AuditChain|AuditActions))(\\$.*)?")))
        .because("rooms ask use cases; a change is made inside the engine")
        .check(OURS);
  }

  @Test
  void every_room_uses_only_the_rooms_it_may() {
    MAY_USE.forEach(
        (room, others) -> {
          List<String> allowed = new ArrayList<>();
          allowed.add(room(room));
          others.forEach(other -> allowed.add(room(other)));
          noClasses()
              .that()
              .resideInAPackage(room(room))
              .should()
              .dependOnClassesThat(
                  resideInAPackage("dev.holdpoint..")
                      .and(
                          DescribedPredicate.not(
                              resideInAnyPackage(allowed.toArray(String[]::new)))))
              .as(room + " uses only " + others)
              .because("the directions of the rooms are what keeps them apart; see ARCHITECTURE.md")
              .allowEmptyShould(true)
              .check(OURS);
        });
  }

  @Test
  void every_package_is_in_a_room_with_a_rule() {
    assertThat(
            OURS.stream()
                .map(JavaClass::getPackageName)
                .distinct()
                .filter(name -> !name.equals("dev.holdpoint"))
                .map(ArchitectureTest::roomOf)
                .filter(room -> !room.equals("daemon") && !MAY_USE.containsKey(room))
                .distinct())
        .as("rooms that no rule in this test speaks of; say there what they may use")
        .isEmpty();
  }

  @Test
  void nobody_uses_the_daemon() {
    noClasses()
        .that()
        .resideOutsideOfPackage(room("daemon"))
        .should()
        .dependOnClassesThat()
        .resideInAPackage(room("daemon"))
        .because("the daemon puts the others together and is known to none of them")
        .check(OURS);
  }

  @Test
  void no_packages_use_each_other_in_a_circle() {
    slices().matching("dev.holdpoint.(**)").should().beFreeOfCycles().check(OURS);
  }

  @Test
  void the_core_touches_nothing_outside_and_reads_no_clock() {
    noClasses()
        .that()
        .resideInAPackage(room("core"))
        .should()
        .dependOnClassesThat(
            resideInAnyPackage(
                    "java.io..",
                    "java.nio..",
                    "java.net..",
                    "java.sql..",
                    "java.util.concurrent..",
                    "javax..",
                    "tools.jackson..",
                    "com.fasterxml..",
                    "org.slf4j..")
                // Bytes of a text, a buffer for them, a keyed hash and the ASCII form of a host
                // are functions too.
                .and(not(resideInAnyPackage("java.nio.charset..", "javax.crypto..")))
                .and(not(assignableTo(ByteArrayOutputStream.class)))
                .and(not(assignableTo(IDN.class))))
        .orShould()
        .dependOnClassesThat()
        .areAssignableTo(java.util.random.RandomGenerator.class)
        .orShould()
        .dependOnClassesThat()
        .areAssignableTo(InstantSource.class)
        .orShould()
        .dependOnClassesThat()
        .areAssignableTo(UUID.class)
        .orShould()
        .callMethod(Math.class, "random")
        .orShould()
        .callMethod(System.class, "currentTimeMillis")
        .orShould()
        .callMethod(System.class, "nanoTime")
        .orShould()
        .callMethod(Instant.class, "now")
        .orShould()
        .callMethod(Instant.class, "now", Clock.class)
        .because("a decision is a function of its arguments; time and chance come in with them")
        .check(OURS);
  }

  @Test
  void time_in_the_engine_comes_from_its_clock() {
    noClasses()
        .that()
        .resideInAPackage(room("engine"))
        .should()
        .callMethod(System.class, "currentTimeMillis")
        .orShould()
        .callMethod(Instant.class, "now")
        .orShould()
        .callMethod(InstantSource.class, "system")
        .because("the simulation sets the clock")
        .check(OURS);
  }

  @Test
  void no_commit_makes_the_text_of_a_request() {
    noClasses()
        .that()
        .resideInAPackage(room("engine"))
        .and()
        .resideOutsideOfPackage(ENGINE + ".json")
        .should()
        .dependOnClassesThat()
        .haveFullyQualifiedName("dev.holdpoint.core.rendering.Rendering")
        .orShould()
        .callMethod(Renderings.class, "of", ToolCall.class, Approval.class)
        .because("it takes seconds for a long request; the doors make it before they commit")
        .check(OURS);
  }

  @Test
  void names_say_what_a_class_is() {
    noClasses()
        .should()
        .haveNameMatching(".*(Utils?|Managers?|Services?|Impl|Helpers?)")
        .because("such a name would fit anything; one that fits only this class says more")
        .check(OURS);
  }

  @Test
  void every_package_is_null_marked() {
    classes()
        .should(
            new com.tngtech.archunit.lang.ArchCondition<>("live in a @NullMarked package") {
              @Override
              public void check(JavaClass item, com.tngtech.archunit.lang.ConditionEvents events) {
                if (!item.getPackage().isAnnotatedWith(NullMarked.class)) {
                  events.add(
                      com.tngtech.archunit.lang.SimpleConditionEvent.violated(
                          item,
                          item.getPackageName()
                              + " has no package-info.java with @NullMarked; NullAway passes over"
                              + " it"));
                }
              }
            })
        .check(OURS);
  }

  @Test
  void files_stay_short() throws IOException {
    List<String> tooLong = new ArrayList<>();
    try (Stream<Path> files = Files.walk(SOURCES)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
        long lines;
        try (Stream<String> all = Files.lines(file)) {
          lines = all.count();
        }
        if (lines > LONGEST_FILE) {
          tooLong.add(file + " has " + lines + " lines");
        }
      }
    }
    assertThat(tooLong).as("split these by noun, before they become the file for all").isEmpty();
  }

  @Test
  void no_circle_of_classes_is_larger_than_it_was() throws IOException {
    assertThat(ClassCycles.of(CLASSES))
        .as("cut one of these edges; a constant or a finder usually is one")
        .allMatch(circle -> circle.size() <= LARGEST_CYCLE);
  }

  @Test
  void few_names_mean_two_things() throws IOException {
    Map<String, List<Path>> places = new TreeMap<>();
    sources()
        .forEach(
            file ->
                places
                    .computeIfAbsent(file.getFileName().toString(), _ -> new ArrayList<>())
                    .add(file));
    places.values().removeIf(files -> files.size() == 1);
    assertThat(places).as("names in several packages").hasSizeLessThanOrEqualTo(SHARED_NAMES);
  }

  @Test
  void packages_are_rooms_and_not_halls() throws IOException {
    Map<Path, Integer> sizes = new TreeMap<>();
    sources().forEach(file -> sizes.merge(SOURCES.relativize(file).getParent(), 1, Integer::sum));
    Path engine = Path.of("dev/holdpoint/engine");
    sizes.forEach(
        (folder, size) ->
            assertThat(size)
                .as("types in %s; split it by noun", folder)
                .isLessThanOrEqualTo(
                    folder.startsWith(engine) ? FULLEST_OF_ENGINE : FULLEST_PACKAGE));
  }

  @Test
  @DisplayName("AG-44 in http.hooks no type but Program names a program, and http.claude is gone")
  void AG_44_one_type_of_the_hooks_names_programs() throws IOException {
    Pattern program =
        Pattern.compile(
            "claude|codex|copilot|cursor|gemini|opencode|qwen", Pattern.CASE_INSENSITIVE);
    List<String> naming = new ArrayList<>();
    for (Path file : sources()) {
      if (file.toString().contains("/http/hooks/")
          && program.matcher(Files.readString(file)).find()) {
        naming.add(file.getFileName().toString());
      }
    }
    assertThat(naming).containsExactly("Program.java");
    assertThat(Files.exists(SOURCES.resolve("dev/holdpoint/http/claude"))).isFalse();
  }

  /** All files with a type in them. */
  private static List<Path> sources() throws IOException {
    try (Stream<Path> files = Files.walk(SOURCES)) {
      return files
          .filter(it -> it.toString().endsWith(".java") && !it.endsWith("package-info.java"))
          .toList();
    }
  }

  private static String roomOf(String packageName) {
    String inside = packageName.substring("dev.holdpoint.".length());
    int dot = inside.indexOf('.');
    return dot < 0 ? inside : inside.substring(0, dot);
  }

  private static String room(String name) {
    return "dev.holdpoint." + name + "..";
  }
}

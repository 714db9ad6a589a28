package dev.holdpoint.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.launcher.Checkout.Outcome;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LauncherTest {
  @TempDir private Path folder;
  private Checkout checkout;
  private Path jdk;

  @BeforeEach
  void checkOut() throws IOException {
    checkout = new Checkout(folder);
    checkout.maven("");
    jdk = checkout.jdk("jdk", 25);
  }

  @Test
  void it_becomes_the_jvm_and_passes_the_arguments_on_untouched() throws Exception {
    Outcome outcome = checkout.run("runs", "a b", "", "*");

    assertThat(outcome.out()).startsWith("pid " + outcome.pid() + "\n");
    assertThat(outcome.out()).endsWith("-jar\n" + checkout.jar() + "\nruns\na b\n\n*\n");
  }

  @Test
  void it_works_through_chains_of_links_absolute_and_relative() throws Exception {
    Path elsewhere = Files.createDirectories(folder.resolve("else where/deep"));
    Path absolute = Files.createSymbolicLink(elsewhere.resolve("absolute"), checkout.launcher());
    Path relative = Files.createSymbolicLink(elsewhere.resolve("relative"), Path.of("absolute"));
    Path upwards =
        Files.createSymbolicLink(folder.resolve("upwards"), Path.of("else where/deep/relative"));

    for (Path link : new Path[] {absolute, relative, upwards}) {
      assertThat(Checkout.outcome(checkout.start(link, "x")).out())
          .endsWith(checkout.jar() + "\nx\n");
    }
  }

  @Test
  void it_builds_on_first_use_and_after_changes_only() throws Exception {
    Outcome first = checkout.run("x");
    assertThat(first.err()).contains("holdpoint: building", "holdpoint: built in");
    assertThat(checkout.builds()).containsExactly(jdk + " -B -Dapp package");

    assertThat(checkout.run("x").err()).isEmpty();
    assertThat(checkout.builds()).hasSize(1);

    edit();
    checkout.run("x");
    assertThat(checkout.builds()).hasSize(1);
    assertThat(Files.readAllLines(jdk.resolve("recompiled")))
        .singleElement()
        .asString()
        .endsWith("bin/Recompile.java main");
  }

  private void edit() throws IOException {
    Path source = Files.writeString(checkout.root.resolve("src/main/java/A.java"), "class A {}");
    Files.setLastModifiedTime(source, FileTime.from(Instant.now().plusSeconds(60)));
  }

  @Test
  void what_cannot_be_compiled_by_itself_and_a_new_pom_are_built_by_maven() throws Exception {
    checkout.run("x");
    edit();
    Files.writeString(jdk.resolve("recompiles"), "3");
    checkout.run("x");
    assertThat(checkout.builds()).hasSize(2);

    Files.writeString(jdk.resolve("recompiles"), "0");
    Path pom = checkout.root.resolve("pom.xml");
    Files.setLastModifiedTime(pom, FileTime.from(Instant.now().plusSeconds(60)));
    checkout.run("x");
    assertThat(checkout.builds()).hasSize(3);
  }

  @Test
  void sources_that_do_not_compile_start_nothing() throws Exception {
    checkout.run("x");
    edit();
    Files.writeString(jdk.resolve("recompiles"), "1");

    Outcome outcome = checkout.run("x");

    assertThat(outcome.exitCode()).isEqualTo(1);
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.err()).contains("the sources do not compile");
    assertThat(checkout.builds()).hasSize(1);
    assertThat(checkout.target().resolve("build.lock")).doesNotExist();
  }

  @Test
  void a_program_that_was_edited_is_trained_when_the_editing_is_over() throws Exception {
    checkout.run("x");
    edit();
    checkout.run("x");
    assertThat(Files.readAllLines(jdk.resolve("trained"))).hasSize(1);

    // Ten minutes later.
    try (Stream<Path> all = Files.walk(checkout.root)) {
      for (Path file : all.toList()) {
        FileTime then = Files.getLastModifiedTime(file);
        Files.setLastModifiedTime(
            file,
            FileTime.from(
                then.toInstant()
                    .minusSeconds(file.startsWith(checkout.root.resolve("src")) ? 1200 : 600)));
      }
    }
    checkout.run("x");
    assertThat(Files.readAllLines(jdk.resolve("trained"))).hasSize(2);
  }

  @Test
  void a_build_that_fails_shows_the_end_of_its_log_and_leaves_no_lock() throws Exception {
    checkout.maven("echo '[INFO] Downloading from x'; echo '[ERROR] it does not compile'; exit 1");

    Outcome outcome = checkout.run("x");

    assertThat(outcome.exitCode()).isEqualTo(1);
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.err())
        .contains("the build failed", "[ERROR] it does not compile", "build.log")
        .doesNotContain("Downloading");
    assertThat(checkout.target().resolve("build.lock")).doesNotExist();
    assertThat(checkout.jar()).doesNotExist();
  }

  @Test
  void without_maven_it_says_what_to_install() throws Exception {
    Files.delete(folder.resolve("tools/mvn"));

    Outcome outcome = checkout.run("x");

    assertThat(outcome.exitCode()).isEqualTo(1);
    assertThat(outcome.err()).contains("Maven", "apt install maven");
  }

  @Test
  void two_first_starts_build_once() throws Exception {
    // Opening a FIFO waits for the other side: the build says that it began, then waits for us.
    fifo("began");
    fifo("finish");
    checkout.maven("echo >began; cat finish");

    Process first = checkout.start(checkout.launcher(), "first");
    Files.readString(checkout.root.resolve("began"));
    Process second = checkout.start(checkout.launcher(), "second");
    try (BufferedReader said = second.errorReader()) {
      assertThat(said.readLine()).contains("another start is building; waiting for it");
      Files.writeString(checkout.root.resolve("finish"), "\n");
      assertThat(Checkout.outcome(first).out()).endsWith("first\n");
      assertThat(second.waitFor()).isZero();
    }
    assertThat(checkout.builds()).hasSize(1);
  }

  @Test
  void a_build_that_was_killed_is_taken_over() throws Exception {
    Process dead = new ProcessBuilder("true").start();
    dead.waitFor();
    Path lock = Files.createDirectories(checkout.target().resolve("build.lock"));
    Files.writeString(lock.resolve("pid"), dead.pid() + "\n");
    Files.writeString(checkout.target().resolve("build.started"), "");
    Files.writeString(checkout.jar(), "half a j");

    assertThat(checkout.run("x").exitCode()).isZero();

    assertThat(checkout.builds()).hasSize(1);
    assertThat(checkout.jar()).hasContent("jar");
    assertThat(lock).doesNotExist();
  }

  @Test
  void a_lock_whose_number_went_to_another_process_is_taken_over() throws Exception {
    Path lock = Files.createDirectories(checkout.target().resolve("build.lock"));
    Path pid = Files.writeString(lock.resolve("pid"), ProcessHandle.current().pid() + "\n");
    Files.setLastModifiedTime(pid, FileTime.from(Instant.now().minusSeconds(300)));

    assertThat(checkout.run("x").exitCode()).isZero();

    assertThat(checkout.builds()).hasSize(1);
  }

  @Test
  void it_trains_once_for_a_jar_and_uses_the_cache() throws Exception {
    String cache = "-XX:AOTCache=" + checkout.target().resolve("holdpoint-25+1-test.aot");

    assertThat(checkout.run("x").out()).contains(cache);
    assertThat(checkout.run("x").out()).contains(cache);

    assertThat(Files.readAllLines(jdk.resolve("trained"))).hasSize(1);
  }

  @Test
  void a_cache_of_classes_that_were_edited_since_is_not_used() throws Exception {
    assertThat(checkout.run("x").out()).contains("-XX:AOTCache=");

    Files.writeString(checkout.target().resolve("recompile.started"), "");
    Files.setLastModifiedTime(
        checkout.target().resolve("holdpoint.jar"), FileTime.from(Instant.now().plusSeconds(1)));

    assertThat(checkout.run("x").out()).contains("-jar\n").doesNotContain("AOTCache");
    assertThat(Files.readAllLines(jdk.resolve("trained"))).hasSize(1);
  }

  @Test
  void training_that_fails_stops_nothing_and_is_not_tried_again() throws Exception {
    Files.writeString(jdk.resolve("cannot-train"), "");

    assertThat(checkout.run("x").exitCode()).isZero();
    Outcome second = checkout.run("x");

    assertThat(second.exitCode()).isZero();
    assertThat(second.out()).doesNotContain("AOTCache");
    assertThat(second.err()).isEmpty();
    assertThat(Files.readAllLines(jdk.resolve("trained"))).hasSize(1);
  }

  @Test
  void flags_of_the_users_come_last_and_what_the_jvm_refuses_twice_replaces_ours()
      throws Exception {
    checkout.environment.put("HOLDPOINT_JAVA_OPTS", "-Xmx1g -Da=b");
    assertThat(checkout.run("x").out()).contains("-Xmx256m\n-Xmx1g\n-Da=b\n-XX:AOTCache=");

    checkout.environment.put("HOLDPOINT_JAVA_OPTS", "-XX:+UseZGC");
    assertThat(checkout.run("serve").out())
        .contains("-XX:ErgoHeapSizeLimit=768m\n", "-XX:+UseZGC\n")
        .doesNotContain("UseG1GC");
    assertThat(checkout.run("x").out()).doesNotContain("UseSerialGC");

    checkout.environment.put("HOLDPOINT_JAVA_OPTS", "-XX:+UseLargePages -XX:MaxGCPauseMillis=50");
    assertThat(checkout.run("serve").out()).contains("-XX:+UseG1GC\n");

    checkout.environment.put("HOLDPOINT_JAVA_OPTS", "-Xshare:off");
    assertThat(checkout.run("x").out()).contains("-Xshare:off\n-Duser.home=").doesNotContain("AOT");
  }

  private void fifo(String name) throws Exception {
    assertThat(
            new ProcessBuilder("mkfifo", checkout.root.resolve(name).toString()).start().waitFor())
        .isZero();
  }
}

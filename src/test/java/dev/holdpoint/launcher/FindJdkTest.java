package dev.holdpoint.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.launcher.Checkout.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FindJdkTest {
  @TempDir private Path folder;
  private Checkout checkout;

  @BeforeEach
  void checkOut() throws IOException {
    checkout = new Checkout(folder);
    checkout.maven("");
  }

  @Test
  void without_one_it_says_what_to_install() throws Exception {
    Outcome outcome = checkout.run("--version");

    assertThat(outcome.exitCode()).isEqualTo(1);
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.err())
        .startsWith("holdpoint: no JDK 25 or newer was found.")
        .contains("apt install", "brew install", "sdk install", "HOLDPOINT_JAVA_HOME");
  }

  @Test
  void it_goes_by_what_runs_and_not_by_the_name() throws Exception {
    checkout.jdkThatDoesNotRun("a-jdk-25");
    checkout.jdk("b-jdk-25", 17);
    Path right = checkout.jdk("c-jdk-8-amd64", 25);
    checkout.jdk("d-jdk-26", 26);

    assertThat(checkout.run("--version").exitCode()).isZero();

    assertThat(checkout.builds()).singleElement().asString().startsWith(right + " ");
  }

  @Test
  void java_home_is_taken_when_it_fits_and_passed_over_when_it_does_not() throws Exception {
    Path old = checkout.jdk("a", 17);
    Path first = checkout.jdk("b", 25);
    Path second = checkout.jdk("c", 25);

    checkout.environment.put("JAVA_HOME", second.toString());
    assertThat(jdkInUse()).isEqualTo(second);
    checkout.environment.put("JAVA_HOME", old.toString());
    assertThat(jdkInUse()).isEqualTo(first);
  }

  @Test
  void the_java_on_the_path_leads_to_its_jdk() throws Exception {
    checkout.jdk("a", 25);
    Path onPath = checkout.jdk("b", 26);
    checkout.onPath("java", onPath.resolve("bin/java"));

    assertThat(jdkInUse()).isEqualTo(onPath);
  }

  @Test
  void the_one_that_was_asked_for_is_taken_or_refused() throws Exception {
    checkout.jdk("a", 25);
    Path wanted = checkout.jdk("b", 26);
    checkout.environment.put("HOLDPOINT_JAVA_HOME", wanted.toString());
    assertThat(jdkInUse()).isEqualTo(wanted);

    checkout.environment.put("HOLDPOINT_JAVA_HOME", "/nowhere");
    Outcome refused = checkout.run("--version");
    assertThat(refused.exitCode()).isEqualTo(1);
    assertThat(refused.err()).contains("HOLDPOINT_JAVA_HOME=/nowhere is not a JDK 25");
  }

  @Test
  void later_starts_ask_nobody_until_something_changed() throws Exception {
    Path first = checkout.jdk("a", 25);
    checkout.run("--version");
    checkout.run("--version");
    assertThat(asked(first)).isEqualTo(1);

    Files.writeString(first.resolve("release"), "JAVA_RUNTIME_VERSION=\"25.0.9\"\n");
    checkout.run("--version");
    checkout.run("--version");
    assertThat(asked(first)).as("an update in place is noticed").isEqualTo(2);

    Files.move(first, first.resolveSibling("z-away"));
    Path second = checkout.jdk("b", 26);
    assertThat(jdkInUse()).isEqualTo(second);
  }

  private Path jdkInUse() throws Exception {
    assertThat(checkout.run("--version").exitCode()).isZero();
    return Path.of(Files.readAllLines(checkout.target().resolve("jdk")).get(1));
  }

  private static int asked(Path home) throws IOException {
    return Files.readAllLines(home.resolve("asked")).size();
  }
}

package dev.holdpoint.daemon.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.lang.module.ModuleDescriptor.Version;
import java.util.Objects;
import java.util.Properties;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** PF-86: versions before this one have known holes. */
class LogbackVersionTest {
  @ParameterizedTest
  @ValueSource(strings = {"logback-classic", "logback-core"})
  void the_class_path_has_1_5_35_or_newer(String artifact) throws Exception {
    String name = "META-INF/maven/ch.qos.logback/" + artifact + "/pom.properties";
    Properties made = new Properties();
    try (InputStream in = getClass().getClassLoader().getResourceAsStream(name)) {
      made.load(Objects.requireNonNull(in, name));
    }
    assertThat(Version.parse(made.getProperty("version")))
        .isGreaterThanOrEqualTo(Version.parse("1.5.35"));
  }
}

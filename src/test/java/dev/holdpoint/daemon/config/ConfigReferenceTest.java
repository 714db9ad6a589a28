package dev.holdpoint.daemon.config;

import dev.holdpoint.Golden;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ConfigReferenceTest {
  @Test
  void the_documentation_is_what_the_table_says() throws IOException {
    Golden.check(Path.of("docs/configuration.md"), ConfigReference.markdown());
  }
}

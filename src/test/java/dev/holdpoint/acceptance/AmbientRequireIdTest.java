package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.daemon.TestDaemon;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AmbientRequireIdTest {
  @Test
  // PF-78
  void PF_78_a_daemon_that_requires_ids_refuses_every_click_without_one(@TempDir Path folder) {
    try (TestDaemon daemon =
        TestDaemon.start(folder, Map.of("HOLDPOINT_AMBIENT_REQUIRE_ID", "true"))) {
      Http http = daemon.http();
      assertThat(refusal(AmbientAcceptance.click(http, "s", "once", null)))
          .isEqualTo("approval_id_required");
      assertThat(refusal(AmbientAcceptance.tell(http, "s", "yes", null)))
          .isEqualTo("clarify_id_required");
    }
  }

  private static String refusal(Http.Answer answer) {
    String text = AmbientAcceptance.no(answer, 409).path("error").asString();
    assertThat(text).contains("ambient.require_id", "Nothing was");
    return answer.json().path("code").asString();
  }
}

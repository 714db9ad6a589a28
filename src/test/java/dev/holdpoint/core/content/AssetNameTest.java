package dev.holdpoint.core.content;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.core.access.Tenants;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AssetNameTest {
  private static Asset asset(@Nullable String tenantId) {
    return new Asset(1, "ast_1", tenantId, "a.txt", "text/plain", 1, "5ha", 2);
  }

  // PF-74
  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "-,        tnt_root, true,  true",
        "tnt_root, tnt_root, true,  true",
        "-,        tnt_a,    false, false",
        "tnt_root, tnt_a,    false, false",
        "tnt_a,    tnt_a,    true,  true",
        "tnt_a,    tnt_b,    false, false",
        "tnt_a,    tnt_root, false, false"
      })
  void PF_74_equal_uploads_meet_within_a_tenant(
      @Nullable String stored, String tenant, boolean isOf, boolean meets) {
    Asset asset = asset(stored);
    assertThat(asset.isOf(tenant)).isEqualTo(isOf);
    assertThat(asset.name().equals(Asset.name(tenant, "5ha", "text/plain", "a.txt")))
        .isEqualTo(meets);
    assertThat(asset.tenant()).isEqualTo(stored == null ? null : Tenants.nullIfRoot(stored));
  }
}

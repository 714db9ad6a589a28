package dev.holdpoint.engine.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.core.access.Algorithm;
import dev.holdpoint.core.access.ApprovalPolicy;
import dev.holdpoint.core.access.ApproverKey;
import dev.holdpoint.core.access.ServiceKey;
import dev.holdpoint.core.access.Tenant;
import dev.holdpoint.core.access.Tenants;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.engine.commit.Bench;
import dev.holdpoint.engine.policy.PolicySweeps;
import dev.holdpoint.engine.secret.Secrets;
import dev.holdpoint.engine.session.Sessions;
import dev.holdpoint.vault.TinkVault;
import dev.holdpoint.vault.VaultKey;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tenants and keys in transactions with others, and as they are known between them. */
class TenantDirectoryTest {
  private static final String PUBLIC = "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo";

  @TempDir private Path folder;
  private Bench bench;
  private Secrets secrets;
  private TenantDirectory tenants;
  private ServiceKeys serviceKeys;
  private ApproverKeys approverKeys;

  @BeforeEach
  void open() {
    bench = new Bench(folder);
    secrets = new Secrets(bench.commits, bench.engine, new TinkVault(VaultKey.generate()));
    look();
  }

  private void look() {
    tenants = new TenantDirectory(bench.commits, bench.engine, PolicySweeps::afterFloor);
    serviceKeys = new ServiceKeys(bench.commits, bench.engine);
    approverKeys = new ApproverKeys(bench.commits, secrets, new IssuedSecrets(Set.of()));
  }

  @AfterEach
  void close() {
    bench.close();
  }

  private Tenant tenant(String name, String parent) {
    return tenants.create(new TenantDirectory.Spec(name, null, parent), "admin", null).tenant();
  }

  private String tenant(String name) {
    return tenant(name, Tenants.ROOT).id();
  }

  private Object sessionOf(String tenantId) {
    return bench
        .sessions
        .createOrReuse(new Sessions.Spec(null, null, null, null, tenantId, null), null)
        .session();
  }

  private ServiceKey serviceKey(String tenantId, String hash) {
    return serviceKeys.add(tenantId, "adapter", null, hash, "admin", null);
  }

  private ApproverKey hmacKey(String tenantId, byte fill) {
    byte[] secret = new byte[40];
    Arrays.fill(secret, fill);
    return approverKeys
        .add(
            tenantId,
            new ApproverKeys.Spec(
                Algorithm.HMAC_SHA256,
                Base64.getUrlEncoder().withoutPadding().encodeToString(secret),
                null,
                null,
                null,
                null),
            "admin",
            null)
        .key();
  }

  @Test
  void whoever_comes_first_in_a_transaction_decides_whether_a_tenant_stays() {
    String a = tenant("a");
    String b = tenant("b");
    Supplier<Object> removesA = () -> removed(a);
    List<Object> first = bench.together(() -> sessionOf(a), removesA);
    assertThat(first.get(1)).isEqualTo(Problem.RESOURCE_IN_USE);
    List<Object> second = bench.together(() -> removed(b), () -> sessionOf(b));
    assertThat(second).containsExactly(b, Problem.INVALID_REQUEST);
    assertThat(tenants.exists(a)).isTrue();
    assertThat(tenants.exists(b)).isFalse();
  }

  private Object removed(String id) {
    tenants.remove(id);
    return id;
  }

  @Test
  void keys_and_children_of_the_same_transaction_are_in_the_way_too() {
    String a = tenant("a");
    String b = tenant("b");
    String c = tenant("c");
    assertThat(bench.together(() -> serviceKey(a, "h1"), () -> removed(a)).get(1))
        .isEqualTo(Problem.RESOURCE_IN_USE);
    assertThat(bench.together(() -> hmacKey(b, (byte) 1), () -> removed(b)).get(1))
        .isEqualTo(Problem.RESOURCE_IN_USE);
    assertThat(bench.together(() -> tenant("child", c), () -> removed(c)).get(1))
        .isEqualTo(Problem.RESOURCE_IN_USE);
    String d = tenant("d");
    assertThat(bench.together(() -> removed(d), () -> serviceKey(d, "h2")).get(1))
        .isEqualTo(Problem.TENANT_NOT_FOUND);
    assertThat(serviceKeys.find("h2")).isNull();
  }

  @Test
  void a_key_that_was_revoked_in_the_same_transaction_is_not_in_the_way() {
    String a = tenant("a");
    ServiceKey key = serviceKey(a, "h1");
    List<Object> answers =
        bench.together(
            () -> {
              serviceKeys.revoke(a, key.id());
              return "revoked";
            },
            () -> removed(a));
    assertThat(answers).containsExactly("revoked", a);
  }

  @Test
  void two_with_one_name_in_one_transaction_are_one() {
    List<Object> answers =
        bench.together(() -> tenant("same", Tenants.ROOT), () -> tenant("same", Tenants.ROOT));
    assertThat(answers.get(0)).isInstanceOf(Tenant.class);
    assertThat(answers.get(1)).isEqualTo(Problem.NAME_CONFLICT);
  }

  @Test
  void who_is_below_whom_is_known_after_a_restart_too() {
    String top = tenant("top");
    String middle = tenant("middle", top).id();
    String low = tenant("low", middle).id();
    String other = tenant("other");
    serviceKey(top, "good");
    ServiceKey gone = serviceKey(top, "revoked");
    serviceKeys.revoke(top, gone.id());
    for (int i = 0; i < 2; i++) {
      assertThat(tenants.isWithin(top, low)).isTrue();
      assertThat(tenants.isWithin(middle, middle)).isTrue();
      assertThat(tenants.isWithin(low, top)).isFalse();
      assertThat(tenants.isWithin(top, other)).isFalse();
      assertThat(tenants.isWithin(Tenants.ROOT, low)).isTrue();
      assertThat(tenants.isWithin(Tenants.ROOT, "nobody")).isFalse();
      assertThat(tenants.isWithin(top, "nobody")).isFalse();
      assertThat(serviceKeys.find("good")).isNotNull();
      assertThat(serviceKeys.find("revoked")).isNull();
      look();
    }
  }

  @Test
  void the_secret_of_a_key_lies_in_the_vault_until_it_is_revoked() {
    String a = tenant("a");
    ApproverKey key = hmacKey(a, (byte) 7);
    assertThat(key.publicKey()).isNull();
    byte[] kept = bench.engine.read(queries -> secrets.open(queries, key.id(), ApproverKey.SECRET));
    assertThat(kept).hasSize(40).containsOnly(7);
    approverKeys.revoke(a, key.id());
    assertThat((Object) bench.engine.read(q -> secrets.open(q, key.id(), ApproverKey.SECRET)))
        .isNull();
  }

  @Test
  void a_wish_never_shows_its_secret() {
    assertThat(
            new ApproverKeys.Spec(Algorithm.HMAC_SHA256, "hush", PUBLIC, null, null, null)
                .toString())
        .doesNotContain("hush");
  }

  /** Views do so: with a lock of the directory held, it must not wait for one of the readers. */
  @Test
  void tenants_are_looked_up_inside_a_read() {
    bench.session("s");
    assertThat(bench.engine.<ApprovalPolicy>read(_ -> tenants.policy("tnt_none")))
        .isEqualTo(ApprovalPolicy.DEFAULT);
  }
}

package dev.holdpoint.engine.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.core.access.Role;
import dev.holdpoint.core.access.SessionAccess;
import dev.holdpoint.core.access.Tenant;
import dev.holdpoint.core.access.Tenants;
import dev.holdpoint.core.access.Token;
import dev.holdpoint.core.access.WebSession;
import dev.holdpoint.engine.commit.NodeBench;
import dev.holdpoint.engine.policy.PolicySweeps;
import dev.holdpoint.engine.session.Personas;
import dev.holdpoint.engine.session.Sessions;
import dev.holdpoint.store.EmbeddedPostgres;
import dev.holdpoint.vault.AuditKey;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Who may come in is the same at every node, as soon as it hears of it or misses somebody. */
class SharedAccessTest {
  private static final AuditKey KEY = AuditKey.generate();

  private final String url = EmbeddedPostgres.shared().newDatabase();
  private final Access one = new Access("one");
  private final Access other = new Access("other");

  private final class Access {
    final NodeBench node;
    final Tokens tokens;
    final WebSessions browsers;
    final TenantDirectory tenants;
    final ServiceKeys keys;

    Access(String name) {
      node = new NodeBench(url, name, KEY);
      tokens = new Tokens(node.writer, node.engine, new Tokens.Defaults(0, SessionAccess.ALL));
      browsers = new WebSessions(node.writer, node.engine, tokens, "mark");
      tenants = new TenantDirectory(node.writer, node.engine, PolicySweeps::afterFloor);
      keys = new ServiceKeys(node.writer, node.engine);
    }
  }

  @AfterEach
  void close() {
    one.node.close();
    other.node.close();
  }

  private Token token(String hash) {
    return one.tokens.add(new Tokens.Wish("ada", Role.OPERATOR, null), hash, "admin", null);
  }

  @Test
  void a_token_is_good_at_another_node_from_the_moment_it_is_made() {
    assertThat(other.tokens.find("h1")).isNull();
    token("h1");
    assertThat(other.tokens.find("h1")).isNotNull();
  }

  @Test
  void a_token_that_is_revoked_elsewhere_is_no_good_once_that_is_heard_of() {
    Token token = token("h1");
    assertThat(other.tokens.find("h1")).isNotNull();
    one.tokens.revoke(token.id());
    other.node.hear();
    assertThat(other.tokens.find("h1")).isNull();
    assertThat(other.tokens.withId(token.id())).isNull();
  }

  @Test
  void a_browser_is_let_in_at_another_node_and_is_out_with_its_token() {
    Token token = token("h1");
    one.browsers.open(token.id(), "cookie");
    assertThat(other.browsers.find("cookie")).isNotNull();
    WebSession second = one.browsers.open(token.id(), "second");
    assertThat(other.browsers.find("second")).isNotNull();

    one.browsers.end(second.id());
    other.node.hear();
    assertThat(other.browsers.find("second")).isNull();
    assertThat(other.browsers.find("cookie")).isNotNull();
    one.tokens.revoke(token.id());
    other.node.hear();
    assertThat(other.browsers.find("cookie")).isNull();
  }

  @Test
  void a_link_that_one_node_made_opens_at_another_once() {
    Token token = token("h1");
    one.browsers.offer(token.id(), "code", null);
    other.browsers.redeem("code", "cookie");
    assertThat(one.browsers.find("cookie")).isNotNull();
    one.browsers.offer(WebSession.ADMIN, "of admin", null);
    assertThat(other.browsers.redeem("of admin", "second").isOpen()).isTrue();
  }

  @Test
  void tenants_are_known_at_once_and_their_changes_when_they_are_heard_of() {
    Tenant above =
        one.tenants.create(new TenantDirectory.Spec("a", null, null), "admin", null).tenant();
    Tenant below =
        other
            .tenants
            .create(new TenantDirectory.Spec("b", null, above.id()), "admin", null)
            .tenant();
    assertThat(other.tenants.isWithin(above.id(), below.id())).isTrue();
    assertThat(one.tenants.isWithin(above.id(), below.id())).isTrue();
    assertThat(one.tenants.isWithin(below.id(), above.id())).isFalse();
    assertThat(other.tenants.isWithin(Tenants.ROOT, above.id())).isTrue();

    one.tenants.suspend(above.id());
    other.node.hear();
    assertThat(other.tenants.get(above.id()).isSuspended()).isTrue();
    one.tenants.resume(above.id());
    one.tenants.remove(below.id());
    other.node.hear();
    assertThat(other.tenants.find(below.id())).isNull();
  }

  @Test
  void a_service_key_is_never_known_from_before() {
    Tenant tenant =
        one.tenants.create(new TenantDirectory.Spec("a", null, null), "admin", null).tenant();
    String id = one.keys.add(tenant.id(), "host", null, "h1", "admin", null).id();
    assertThat(other.keys.find("h1")).isNotNull();
    one.keys.revoke(tenant.id(), id);
    assertThat(other.keys.find("h1")).isNull();
  }

  @Test
  void what_others_do_besides_costs_nobody_a_reading_of_all_tokens() {
    token("h1");
    assertThat(other.tokens.find("h1")).isNotNull();
    new Sessions(one.node.writer)
        .createOrReuse(new Sessions.Spec("s", null, null, null, null, null), null);
    new Personas(one.node.writer);
    other.node.hear();
    other.node.counted.reset();
    for (int i = 0; i < 100; i++) {
      assertThat(other.tokens.find("h1")).isNotNull();
    }
    assertThat(other.node.counted.questions()).isLessThanOrEqualTo(1);
  }

  /** They share looks, which are ten milliseconds apart. */
  @Test
  void guessing_tokens_costs_no_query_each() throws Exception {
    int guesses = 1_000;
    other.node.counted.reset();
    long begun = System.nanoTime();
    List<FutureTask<@Nullable Token>> all = new ArrayList<>();
    for (int i = 0; i < guesses; i++) {
      String guess = "guess " + i;
      FutureTask<@Nullable Token> one = new FutureTask<>(() -> other.tokens.find(guess));
      Thread.ofVirtual().start(one);
      all.add(one);
    }
    for (FutureTask<@Nullable Token> one : all) {
      assertThat(one.get(60, TimeUnit.SECONDS)).isNull();
    }
    long tookMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun);
    assertThat(other.node.counted.questions()).isLessThanOrEqualTo((int) (tookMs / 10) + 2);
  }
}

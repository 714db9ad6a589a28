package dev.holdpoint.engine.access;

import dev.holdpoint.core.access.Algorithm;
import dev.holdpoint.core.access.ApproverKey;
import dev.holdpoint.core.access.Enrollment;
import dev.holdpoint.core.access.Passkey;
import dev.holdpoint.core.access.WebSession;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.commit.Commits;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.port.PasskeyVerifier;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.port.store.RecordWalk;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Passkeys: registered by those who are signed in, for themselves, or by those whom an admin has
 * invited, as approvers. Only an invitation makes an approver key.
 */
public final class Passkeys {
  private static final Logger log = LoggerFactory.getLogger(Passkeys.class);

  private final Commits commits;
  private final Engine engine;
  private final Tokens tokens;
  private final Challenges challenges;
  private final PasskeyVerifier verifier;
  private final Supplier<PasskeyVerifier.Site> site;
  private final String adminMark;
  private final LongAdder held = new LongAdder();
  private final LongAdder refused = new LongAdder();

  /**
   * @param site where passkeys are good; asked each time, since the port is known once it is open
   * @param adminMark a keyed fingerprint of the admin token: another token, another mark
   */
  public Passkeys(
      Commits commits,
      Engine engine,
      Tokens tokens,
      Challenges challenges,
      PasskeyVerifier verifier,
      Supplier<PasskeyVerifier.Site> site,
      String adminMark) {
    this.commits = commits;
    this.engine = engine;
    this.tokens = tokens;
    this.challenges = challenges;
    this.verifier = verifier;
    this.site = site;
    this.adminMark = adminMark;
  }

  /** A challenge, and when it expires. */
  public record Offered(String challenge, String rpId, long untilMs) {}

  /** What a browser sent of a new credential, and what its owner calls it. */
  @SuppressWarnings("ArrayRecordComponent") // nobody compares them
  public record Sent(
      String challenge,
      byte[] clientData,
      byte[] attestationObject,
      List<String> transports,
      @Nullable String name) {
    public Sent {
      transports = List.copyOf(transports);
    }
  }

  /** Whose passkey it will be: a token's, or the admin's. */
  public record Owner(String id, String principal, String tenantId) {}

  public PasskeyVerifier.Site site() {
    return site.get();
  }

  /** Nothing of it is stored. */
  public Offered challenge() {
    long nowMs = engine.nowMs();
    return new Offered(challenges.make(nowMs), site.get().rpId(), nowMs + Challenges.VALID_MS);
  }

  /**
   * For somebody who is signed in: signs them in and proves their presence, and decides nothing.
   */
  public Passkey register(Sent sent, Owner owner) {
    Challenges.Known challenge = known(sent.challenge);
    PasskeyVerifier.Credential made = verified(challenge, sent);
    return commits.commit(
        change -> {
          spend(change, challenge);
          checkRoom(change, owner);
          Passkey passkey = passkey(change, made, sent, owner, sent.name, false);
          change.keep(Passkey.KIND, passkey);
          return passkey;
        });
  }

  /**
   * By an invitation: an approver key of the tenant that invited.
   *
   * @throws Refused in the same words for a code that is unknown, used or expired
   */
  public Passkey enroll(Sent sent, String codeSha256) {
    // Who guesses costs a look, not a turn of the writer.
    if (engine.read((Queries queries) -> queries.named(Enrollment.KIND, codeSha256)) == null) {
      throw Enrollments.badCode();
    }
    Challenges.Known challenge = known(sent.challenge);
    PasskeyVerifier.Credential made = verified(challenge, sent);
    return commits.commit(
        change -> {
          Enrollment invited = change.named(Enrollment.KIND, codeSha256);
          if (invited == null || !invited.isOpenAt(change.nowMs())) {
            throw Enrollments.badCode();
          }
          TenantDirectory.checkExists(change, invited.tenantId());
          spend(change, challenge);
          String token = invited.tokenId();
          Owner owner =
              new Owner(
                  token == null || tokens.withId(token) == null ? Passkey.NOBODY : token,
                  invited.principal(),
                  invited.tenantId());
          checkRoom(change, owner);
          Passkey passkey = passkey(change, made, sent, owner, invited.displayName(), true);
          change.keep(Passkey.KIND, passkey);
          change.keep(ApproverKey.KIND, approver(passkey, invited, change.nowMs()));
          change.keep(Enrollment.KIND, invited.used(passkey.id()));
          return passkey;
        });
  }

  private static ApproverKey approver(Passkey passkey, Enrollment invited, long nowMs) {
    return new ApproverKey(
        passkey.key(),
        passkey.id(),
        invited.tenantId(),
        Algorithm.WEBAUTHN,
        invited.principal(),
        invited.displayName(),
        passkey.publicKey(),
        ApproverKey.State.ACTIVE,
        null,
        nowMs,
        invited.createdBy(),
        null);
  }

  private Passkey passkey(
      Change change,
      PasskeyVerifier.Credential made,
      Sent sent,
      Owner owner,
      @Nullable String name,
      boolean invited) {
    if (change.named(Passkey.KIND, made.credentialId()) != null) {
      throw refused("it is registered already");
    }
    String id = change.newId(ApproverKey.PREFIX);
    return new Passkey(
        Ulid.keyOf(ApproverKey.PREFIX, id).orElseThrow(),
        id,
        owner.id,
        owner.id.equals(WebSession.ADMIN) ? adminMark : null,
        owner.tenantId,
        owner.principal,
        name,
        made.credentialId(),
        made.cose(),
        made.publicKey(),
        site.get().rpId(),
        sent.transports,
        made.aaguid(),
        made.mayBackUp(),
        made.backedUp(),
        made.signCount(),
        invited,
        change.nowMs(),
        null);
  }

  private Challenges.Known known(String challenge) {
    Challenges.Known known = challenges.read(challenge, engine.nowMs());
    if (known == null) {
      throw refused("the challenge is unknown or expired");
    }
    return known;
  }

  private PasskeyVerifier.Credential verified(Challenges.Known challenge, Sent sent) {
    try {
      return verifier.made(
          site.get(),
          challenge.bytes(),
          new PasskeyVerifier.Made(sent.clientData, sent.attestationObject));
    } catch (PasskeyVerifier.Failed failed) {
      throw refused(String.valueOf(failed.getMessage()));
    }
  }

  private static void spend(Change change, Challenges.Known challenge) {
    if (!Challenges.spend(change, challenge)) {
      throw refused("the challenge was used before or has expired");
    }
  }

  private static Refused refused(String check) {
    return Problem.PASSKEY_REFUSED
        .because(
            "The passkey was not registered: "
                + check
                + ". Try again with a new challenge. Nothing was changed.")
        .asException();
  }

  /** All tokens of a principal, and the invitations to it, have one share. */
  private void checkRoom(Change change, Owner owner) {
    long there =
        Stream.concat(
                change.ledger().fresh(Passkey.KIND),
                RecordWalk.of(change.queries(), Passkey.KIND, null)
                    .map(one -> change.kept(Passkey.KIND, one.key())))
            .filter(one -> one != null && isOf(change, one, owner))
            .count();
    if (there >= Passkey.MOST) {
      throw refused("there are " + Passkey.MOST + " of this principal already; remove one");
    }
  }

  /** Principals of different tenants are different people. One that is good for nothing is free. */
  private boolean isOf(Change change, Passkey one, Owner owner) {
    if (one.isOwned() && one.ownerId().equals(owner.id)) {
      return true;
    }
    ApproverKey approver = change.kept(ApproverKey.KIND, one.key());
    return one.principal().equals(owner.principal)
        && one.tenantId().equals(owner.tenantId)
        && (isWelcome(one) || (approver != null && approver.state() != ApproverKey.State.REVOKED));
  }

  public List<Passkey> of(String ownerId) {
    return engine.read(
        queries ->
            RecordWalk.of(queries, Passkey.KIND, ownerId).filter(this::isOfThisAdmin).toList());
  }

  /** One of another admin token is nobody's. */
  private boolean isOfThisAdmin(Passkey one) {
    return !one.ownerId().equals(WebSession.ADMIN) || adminMark.equals(one.adminMark());
  }

  /**
   * @param ownerId whose it has to be; null for anybody's
   */
  public Passkey rename(String id, @Nullable String ownerId, @Nullable String name) {
    return commits.commit(
        change -> {
          Passkey named = existing(change, id, ownerId).called(name);
          change.keep(Passkey.KIND, named);
          return named;
        });
  }

  /** It signs nobody in and decides nothing any more. */
  public void remove(String id, @Nullable String ownerId) {
    commits.commit(
        change -> {
          Passkey passkey = existing(change, id, ownerId);
          change.discard(Passkey.KIND, passkey);
          ApproverKey approver = change.kept(ApproverKey.KIND, passkey.key());
          if (approver != null && approver.state() != ApproverKey.State.REVOKED) {
            change.keep(ApproverKey.KIND, approver.revoked(change.nowMs()));
          }
          return passkey;
        });
  }

  private static Passkey existing(Change change, String id, @Nullable String ownerId) {
    Passkey stored = find(change, id);
    if (stored == null || (ownerId != null && !stored.ownerId().equals(ownerId))) {
      throw Problem.PASSKEY_NOT_FOUND
          .because("There is no such passkey of yours. GET /v1/passkeys lists them.")
          .asException();
    }
    return stored;
  }

  /** Null when there is none. */
  public static @Nullable Passkey find(Change change, String id) {
    OptionalLong key = Ulid.keyOf(ApproverKey.PREFIX, id);
    Passkey stored = key.isPresent() ? change.kept(Passkey.KIND, key.getAsLong()) : null;
    return stored != null && stored.id().equals(id) ? stored : null;
  }

  /**
   * Whoever answers a challenge with their passkey; gives the owner for whom a browser may be let
   * in.
   *
   * @throws Refused in the same words whatever is wrong
   */
  public String signIn(String challenge, String credentialId, PasskeyVerifier.Answer answer) {
    Challenges.Known known = challenges.read(challenge, engine.nowMs());
    Passkey passkey = engine.read((Queries queries) -> queries.named(Passkey.KIND, credentialId));
    if (known == null || passkey == null || !isWelcome(passkey)) {
      throw unwelcome("unknown", credentialId);
    }
    PasskeyVerifier.Use use = use(passkey, known.bytes(), answer);
    if (use == null) {
      throw unwelcome("not verified", passkey.id());
    }
    commits.commit(
        change -> {
          if (!Challenges.spend(change, known) || !note(change, passkey.id(), use)) {
            throw unwelcome("used before", passkey.id());
          }
          return true;
        });
    held.increment();
    return passkey.ownerId();
  }

  private boolean isWelcome(Passkey passkey) {
    return passkey.ownerId().equals(WebSession.ADMIN)
        ? isOfThisAdmin(passkey)
        : passkey.isOwned() && tokens.withId(passkey.ownerId()) != null;
  }

  /** What came of this use; null when it does not hold. */
  public PasskeyVerifier.@Nullable Use use(
      Passkey passkey, byte[] challenge, PasskeyVerifier.Answer answer) {
    if (!isOfThisAdmin(passkey)) {
      return null;
    }
    try {
      return verifier.used(site.get(), challenge, passkey.credentialId(), passkey.cose(), answer);
    } catch (PasskeyVerifier.Failed failed) {
      // The doors write a line, as many as they have room for: strangers can fail here, too.
      log.debug("a passkey {} did not hold: {}", passkey.id(), failed.getMessage());
      return null;
    }
  }

  /**
   * Keeps the counter with what it was used for.
   *
   * @return false when the passkey is gone, or its counter did not rise
   */
  public static boolean note(Change change, String id, PasskeyVerifier.Use use) {
    Passkey now = find(change, id);
    if (now == null) {
      return false;
    }
    if (!now.isLater(use.signCount())) {
      log.warn("the counter of passkey {} went back: it may have been copied", id);
      return false;
    }
    change.keep(Passkey.KIND, now.used(use.signCount(), use.backedUp(), change.nowMs()));
    return true;
  }

  private Refused unwelcome(String why, String which) {
    refused.increment();
    log.debug("a sign-in by passkey {} was refused: {}", which, why);
    return Problem.UNAUTHORIZED
        .because(
            "The passkey is unknown, removed or did not verify. Try again, or run `holdpoint open` "
                + "for a sign-in link.")
        .asException();
  }

  /** Of assertions of any kind, those that held and those that did not. */
  public void counted(boolean holds) {
    (holds ? held : refused).increment();
  }

  public long held() {
    return held.sum();
  }

  public long refused() {
    return refused.sum();
  }
}

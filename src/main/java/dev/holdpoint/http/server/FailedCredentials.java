package dev.holdpoint.http.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdpoint.core.access.ServiceKey;
import dev.holdpoint.core.audit.Actor;
import dev.holdpoint.core.audit.AdminTarget;
import dev.holdpoint.core.problem.Kind;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.engine.audit.DeniedAccess;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * Slows down guessing. Counts the credentials that did not hold, for each address and over all
 * kinds; beyond the limit a credential is looked up only if it was good from that address within a
 * day. All of it is in memory: each node counts for itself, and a restart forgets.
 */
public final class FailedCredentials {
  private static final Logger log = LoggerFactory.getLogger(FailedCredentials.class);

  private static final int USUAL_PER_MINUTE = 30;
  private static final int NETWORK_BYTES = 8;
  private static final int LOCKS = 64;

  private final InstantSource clock;
  private final LongSupplier nanos;
  private final boolean limitsLocal;
  private final FailingAddresses failing;
  private final Map<CredentialKind, GoodCredentials> good = new EnumMap<>(CredentialKind.class);
  private final Map<CredentialKind, LongAdder> counts = new EnumMap<>(CredentialKind.class);
  private final LogBudget lines;
  private volatile @Nullable DeniedAccess denied;
  private final Lock[] locks =
      Stream.generate(ReentrantLock::new).limit(LOCKS).toArray(Lock[]::new);

  /** What was presented. */
  public enum CredentialKind {
    TOKEN,
    COOKIE,
    LINK_CODE,
    SERVICE_KEY,
    PLATFORM_TOKEN,
    PASSKEY,
    ENROLLMENT_CODE,
    PERMIT;

    /** By its form alone; what it is good for is not known. */
    public static CredentialKind ofBearer(String token) {
      if (token.startsWith(ServiceKey.SECRET_PREFIX)) {
        return SERVICE_KEY;
      }
      return token.startsWith("ey") && token.indexOf('.') > 0 ? PLATFORM_TOKEN : TOKEN;
    }

    public String wire() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * Where a credential was presented.
   *
   * @param address of the caller, or of the proxy that does not say who called it; null where the
   *     connection has none
   * @param local whether the caller is on this machine
   */
  public record From(@Nullable InetAddress address, boolean local, String requestId) {}

  /**
   * @param perMinute from one address; when unset, callers on this machine may fail any number of
   *     times
   */
  public FailedCredentials(InstantSource clock, OptionalInt perMinute) {
    this(clock, perMinute, System::nanoTime);
  }

  FailedCredentials(InstantSource clock, OptionalInt perMinute, LongSupplier nanos) {
    this.clock = clock;
    this.nanos = nanos;
    this.limitsLocal = perMinute.isPresent();
    this.failing = new FailingAddresses(perMinute.orElse(USUAL_PER_MINUTE));
    this.lines = new LogBudget(nanos.getAsLong());
    for (CredentialKind kind : CredentialKind.values()) {
      good.put(kind, new GoodCredentials());
      counts.put(kind, new LongAdder());
    }
  }

  /** Has those who are turned away put on record. */
  public FailedCredentials telling(DeniedAccess of) {
    denied = of;
    return this;
  }

  /** Null where nobody puts them on record. */
  public @Nullable DeniedAccess denied() {
    return denied;
  }

  /**
   * Looks a credential up, and keeps what came of it.
   *
   * @param look null, or a refusal as unauthorized or as an invalid permit, for a credential that
   *     does not hold
   * @throws Refused as rate limited, when nothing was looked up
   */
  public <T> @Nullable T tried(
      CredentialKind kind, String credential, From from, Supplier<@Nullable T> look) {
    if (from.local && !limitsLocal) {
      return judged(kind, null, from, look);
    }
    GoodCredentials.Key key = key(credential, from);
    if (good(kind).has(key, clock.millis())) {
      return judged(kind, key, from, look);
    }
    // One after the other: many guesses at once would all be made before the first has failed.
    Lock lock = locks[Math.floorMod(key.network().hashCode(), LOCKS)];
    lock.lock();
    try {
      if (!good(kind).has(key, clock.millis())) {
        admit(key.network());
      }
      return judged(kind, key, from, look);
    } finally {
      lock.unlock();
    }
  }

  /** A credential that was made for this caller just now. */
  public void made(CredentialKind kind, String credential, From from, Caller caller) {
    if (!from.local || limitsLocal) {
      good(kind).add(key(credential, from), caller.principalId(), clock.millis());
    }
  }

  /**
   * Has a sign-in put on record that was refused for another reason than a credential of ours.
   *
   * @param endpoint the id of the operation
   * @param code why, in a word
   */
  public void refused(String endpoint, int status, String code, From from) {
    DeniedAccess records = denied;
    if (records != null) {
      records.note(
          new DeniedAccess.Denial(
              AdminTarget.SIGN_IN_REFUSED,
              Actor.ANONYMOUS,
              null,
              null,
              shown(from.address),
              endpoint,
              status,
              code));
    }
  }

  /** The caller's address, or the network that they have for themselves; null where unknown. */
  static @Nullable String shown(@Nullable InetAddress address) {
    if (address == null) {
      return null;
    }
    String network = network(address).getHostAddress();
    return address instanceof Inet6Address ? network + "/64" : network;
  }

  /** How many of a kind there were since the start. */
  public long count(CredentialKind kind) {
    return Objects.requireNonNull(counts.get(kind)).sum();
  }

  private GoodCredentials good(CredentialKind kind) {
    return Objects.requireNonNull(good.get(kind));
  }

  private void admit(InetAddress network) {
    long waitMs = failing.waitMs(network, clock.millis());
    if (waitMs > 0) {
      throw Problem.RATE_LIMITED
          .because(
              "Too many invalid credentials from this address. Wait, or send a "
                  + "credential that was valid from this address within the last day. The "
                  + "credential was not checked.")
          .after(Math.ceilDiv(waitMs, 1_000L))
          .asException();
    }
  }

  private <T> @Nullable T judged(
      CredentialKind kind,
      GoodCredentials.@Nullable Key key,
      From from,
      Supplier<@Nullable T> look) {
    T found;
    try {
      found = look.get();
    } catch (Refused e) {
      Problem problem = e.refusal().problem();
      if (problem.kind() == Kind.UNAUTHORIZED || problem == Problem.PERMIT_INVALID) {
        failed(kind, key, from);
      }
      throw e;
    }
    if (found == null) {
      failed(kind, key, from);
    } else if (key != null && found instanceof Caller caller) {
      // The code of a link is good only once, and opens no door by itself.
      good(kind).add(key, caller.principalId(), clock.millis());
    }
    return found;
  }

  private void failed(CredentialKind kind, GoodCredentials.@Nullable Key key, From from) {
    Objects.requireNonNull(counts.get(kind)).increment();
    if (key != null) {
      good(kind).remove(key);
      failing.failed(key.network(), key.digest(), clock.millis());
    }
    if (hasLine()) {
      line(log.atWarn().addKeyValue("kind", kind.wire()), from).log("a credential did not hold");
    }
  }

  /**
   * Logs why somebody does not come in by other means, as long as lines are left for that.
   *
   * @param why nothing that the caller wrote
   */
  public void tell(String what, @Nullable String why, From from) {
    if (hasLine()) {
      line(log.atWarn().addKeyValue("why", why == null ? "-" : why), from).log(what);
    }
  }

  /** Whether one more line may be written now. */
  private boolean hasLine() {
    long untold = lines.take(nanos.getAsLong());
    if (untold > 0) {
      log.atWarn()
          .addKeyValue("credentials", untold)
          .log("more credentials were rejected than are logged one by one");
    }
    return untold >= 0;
  }

  private static LoggingEventBuilder line(LoggingEventBuilder begun, From from) {
    return begun
        .addKeyValue("address", from.address == null ? "-" : from.address.getHostAddress())
        .addKeyValue("request_id", from.requestId);
  }

  private static GoodCredentials.Key key(String credential, From from) {
    return new GoodCredentials.Key(network(from.address), digest(credential));
  }

  /** A host has all of a /64 to call from. Callers without an address share one. */
  static InetAddress network(@Nullable InetAddress address) {
    if (address != null && !(address instanceof Inet6Address)) {
      return address;
    }
    byte[] bytes = address == null ? new byte[2 * NETWORK_BYTES] : address.getAddress();
    Arrays.fill(bytes, NETWORK_BYTES, bytes.length, (byte) 0);
    try {
      return InetAddress.getByAddress(bytes);
    } catch (UnknownHostException e) {
      throw new IllegalStateException("an address has 16 bytes", e);
    }
  }

  /** Nothing is kept from which a credential could be made. */
  private static long digest(String credential) {
    try {
      return ByteBuffer.wrap(
              MessageDigest.getInstance("SHA-256").digest(credential.getBytes(UTF_8)))
          .getLong();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}

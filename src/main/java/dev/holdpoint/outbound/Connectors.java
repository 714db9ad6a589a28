package dev.holdpoint.outbound;

import dev.holdpoint.core.delivery.AttemptResult;
import dev.holdpoint.core.delivery.DeliveryAttempt;
import dev.holdpoint.core.delivery.DeliveryFault;
import dev.holdpoint.engine.port.DeliverySender;
import java.net.URI;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** All ways out of the daemon. */
public final class Connectors implements DeliverySender, AutoCloseable {
  public static final URI SLACK = URI.create("https://slack.com/api");
  public static final URI TELEGRAM = URI.create("https://api.telegram.org");

  private final ResolvedTargets ways;
  private final OutboundRequests letters;
  private final HttpSender post;
  private final InstantSource clock;

  /**
   * @param ownSecret signs what goes to connectors without a secret
   * @param anywhere whether the URLs of callers may lead to private addresses
   */
  public record Settings(
      List<Connector> connectors, Credential ownSecret, boolean anywhere, String userAgent) {

    /** All that must be seen nowhere, in every form that it may be written in. */
    public List<String> secrets() {
      Stream<String> signing =
          Stream.concat(Stream.of(ownSecret), each(Connector::secret))
              .flatMap(secret -> Signature.forms(secret.value()).stream());
      return Stream.concat(signing, each(Connector::token).map(Credential::value)).toList();
    }

    private Stream<Credential> each(Function<Connector, @Nullable Credential> member) {
      return connectors.stream().map(member).filter(Objects::nonNull);
    }
  }

  public Connectors(Settings settings, InstantSource clock) {
    this(settings, clock, Lookup.ofSystem(), SendTimeouts.USUAL, null);
  }

  Connectors(
      Settings settings,
      InstantSource clock,
      Lookup lookup,
      SendTimeouts patience,
      @Nullable SSLContext trust) {
    Map<String, Connector> connectors = new HashMap<>();
    connectors.put(
        Connector.PLAIN_HTTP,
        new Connector(Connector.PLAIN_HTTP, ConnectorKind.HTTP, null, null, null));
    settings.connectors().forEach(each -> connectors.put(each.name(), each));
    this.ways = new ResolvedTargets(connectors);
    this.letters = new OutboundRequests(connectors, settings.ownSecret());
    this.post = new HttpSender(lookup, settings.anywhere(), patience, settings.userAgent(), trust);
    this.clock = clock;
  }

  @Override
  public AttemptResult carry(DeliveryAttempt parcel) throws InterruptedException {
    ResolvedTarget way = ways.find(parcel.target());
    if (way == null) {
      return refused(DeliveryFault.TERMINAL);
    }
    Connector connector = way.connector();
    if (!parcel.scope().permitConnector(connector.name(), connector.credentials())) {
      return refused(DeliveryFault.BLOCKED);
    }
    Instant now = clock.instant();
    OutboundResponse answer = post.send(letters.write(parcel, way, now));
    return ResponseClassifier.of(connector.kind(), answer, now);
  }

  private static AttemptResult refused(DeliveryFault fault) {
    return new AttemptResult.Refused(fault, true, null, null);
  }

  @Override
  public void close() {
    post.close();
  }
}

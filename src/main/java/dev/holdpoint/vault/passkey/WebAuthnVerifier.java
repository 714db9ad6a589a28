package dev.holdpoint.vault.passkey;

import com.webauthn4j.WebAuthnManager;
import com.webauthn4j.converter.util.ObjectConverter;
import com.webauthn4j.credential.CredentialRecordImpl;
import com.webauthn4j.data.AuthenticationData;
import com.webauthn4j.data.AuthenticationParameters;
import com.webauthn4j.data.AuthenticationRequest;
import com.webauthn4j.data.PublicKeyCredentialParameters;
import com.webauthn4j.data.PublicKeyCredentialType;
import com.webauthn4j.data.RegistrationData;
import com.webauthn4j.data.RegistrationParameters;
import com.webauthn4j.data.RegistrationRequest;
import com.webauthn4j.data.attestation.AttestationObject;
import com.webauthn4j.data.attestation.authenticator.AAGUID;
import com.webauthn4j.data.attestation.authenticator.AttestedCredentialData;
import com.webauthn4j.data.attestation.authenticator.AuthenticatorData;
import com.webauthn4j.data.attestation.authenticator.COSEKey;
import com.webauthn4j.data.attestation.statement.COSEAlgorithmIdentifier;
import com.webauthn4j.data.client.CollectedClientData;
import com.webauthn4j.data.client.Origin;
import com.webauthn4j.data.client.challenge.DefaultChallenge;
import com.webauthn4j.server.ServerProperty;
import com.webauthn4j.verifier.exception.BadAlgorithmException;
import com.webauthn4j.verifier.exception.BadChallengeException;
import com.webauthn4j.verifier.exception.BadOriginException;
import com.webauthn4j.verifier.exception.BadRpIdException;
import com.webauthn4j.verifier.exception.BadSignatureException;
import com.webauthn4j.verifier.exception.CrossOriginException;
import com.webauthn4j.verifier.exception.InconsistentClientDataTypeException;
import com.webauthn4j.verifier.exception.NotAllowedAlgorithmException;
import com.webauthn4j.verifier.exception.UserNotPresentException;
import com.webauthn4j.verifier.exception.UserNotVerifiedException;
import dev.holdpoint.core.signature.StandardForm;
import dev.holdpoint.engine.json.Digests;
import dev.holdpoint.engine.port.PasskeyVerifier;
import java.nio.ByteBuffer;
import java.security.PublicKey;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * WebAuthn by webauthn4j. Attestation is not asked for, so none is trusted: what counts is that the
 * user was verified, at one of our addresses, for just this challenge.
 */
public final class WebAuthnVerifier implements PasskeyVerifier {
  private static final List<PublicKeyCredentialParameters> ALGORITHMS =
      List.of(
              COSEAlgorithmIdentifier.EdDSA,
              COSEAlgorithmIdentifier.ES256,
              COSEAlgorithmIdentifier.RS256)
          .stream()
          .map(it -> new PublicKeyCredentialParameters(PublicKeyCredentialType.PUBLIC_KEY, it))
          .toList();

  private final ObjectConverter converter = new ObjectConverter();
  private final WebAuthnManager manager = WebAuthnManager.createNonStrictWebAuthnManager(converter);

  /** What the library does; it throws for all that is wrong with what was sent. */
  private interface Check<T> {
    @Nullable T run() throws Failed;
  }

  @Override
  public Credential made(Site site, byte[] challenge, Made sent) throws Failed {
    return checked(
        () -> {
          RegistrationData data =
              manager.verify(
                  new RegistrationRequest(sent.attestationObject(), sent.clientData()),
                  new RegistrationParameters(property(site, challenge), ALGORITHMS, true, true));
          checkPage(data.getCollectedClientData());
          checkPlain(sent.clientData());
          AttestationObject attested = Objects.requireNonNull(data.getAttestationObject());
          AuthenticatorData<?> authenticator = attested.getAuthenticatorData();
          checkSynced(site, authenticator);
          AttestedCredentialData credential =
              Objects.requireNonNull(authenticator.getAttestedCredentialData());
          COSEKey key = credential.getCOSEKey();
          checkStrong(key);
          PublicKey publicKey = Objects.requireNonNull(key.getPublicKey());
          return new Credential(
              text(credential.getCredentialId()),
              text(converter.getCborMapper().writeValueAsBytes(key)),
              text(publicKey.getEncoded()),
              String.valueOf(credential.getAaguid()),
              authenticator.isFlagBE(),
              authenticator.isFlagBS(),
              authenticator.getSignCount());
        });
  }

  @Override
  public Use used(Site site, byte[] challenge, String credentialId, String cose, Answer sent)
      throws Failed {
    return checked(
        () -> {
          byte[] id = bytes(credentialId);
          COSEKey key =
              Objects.requireNonNull(
                  converter.getCborMapper().readValue(bytes(cose), COSEKey.class));
          checkStrong(key);
          AuthenticationData data =
              manager.parse(
                  new AuthenticationRequest(
                      id, sent.authenticatorData(), sent.clientData(), sent.signature()));
          AuthenticatorData<?> authenticator = Objects.requireNonNull(data.getAuthenticatorData());
          CredentialRecordImpl record =
              new CredentialRecordImpl(
                  null,
                  true,
                  authenticator.isFlagBE(),
                  authenticator.isFlagBS(),
                  0,
                  new AttestedCredentialData(AAGUID.ZERO, id, key),
                  null,
                  null,
                  null,
                  null);
          manager.verify(
              data,
              new AuthenticationParameters(
                  property(site, challenge), record, List.of(id), true, true));
          checkPage(data.getCollectedClientData());
          checkPlain(sent.clientData());
          checkPlain(key, sent);
          checkSynced(site, authenticator);
          return new Use(authenticator.getSignCount(), authenticator.isFlagBS());
        });
  }

  private static ServerProperty property(Site site, byte[] challenge) {
    Set<Origin> origins = site.origins().stream().map(Origin::new).collect(Collectors.toSet());
    return ServerProperty.builder()
        .origins(origins)
        .rpId(site.rpId())
        .challenge(new DefaultChallenge(challenge))
        .build();
  }

  /** A frame in somebody else's page is not where people decide. */
  private static void checkPage(@Nullable CollectedClientData data) throws Failed {
    if (data == null || Boolean.TRUE.equals(data.getCrossOrigin()) || data.getTopOrigin() != null) {
      throw new Failed("the page was inside a page of another origin");
    }
  }

  private static void checkPlain(byte[] clientData) throws Failed {
    if (!PlainAnswer.isClientData(clientData)) {
      throw new Failed("the client data is not what browsers write");
    }
  }

  private static void checkPlain(COSEKey key, Answer sent) throws Failed {
    byte[] hash = Digests.sha256().digest(sent.clientData());
    byte[] signed =
        ByteBuffer.allocate(sent.authenticatorData().length + hash.length)
            .put(sent.authenticatorData())
            .put(hash)
            .array();
    PublicKey known = Objects.requireNonNull(key.getPublicKey());
    if (!StandardForm.has(known, Digests.sha256().digest(signed), sent.signature())) {
      throw new Failed("the signature does not verify");
    }
  }

  private static void checkStrong(COSEKey key) throws Failed {
    String fault = StrongKeys.fault(key);
    if (fault != null) {
      throw new Failed(fault);
    }
  }

  private static void checkSynced(Site site, AuthenticatorData<?> data) throws Failed {
    if (!site.allowSynced() && (data.isFlagBE() || data.isFlagBS())) {
      throw new Failed("the passkey may be copied to other devices (passkeys.allow_synced)");
    }
  }

  /** The library meets what anybody sent; whatever it throws means that this did not hold. */
  private static <T> T checked(Check<T> check) throws Failed {
    try {
      return Objects.requireNonNull(check.run());
    } catch (RuntimeException e) {
      throw new Failed(reason(e));
    }
  }

  private static String reason(RuntimeException e) {
    return switch (e) {
      case BadChallengeException _ -> "the challenge is another one";
      case BadOriginException _ -> "the page has another origin";
      case CrossOriginException _ -> "the page was inside a page of another origin";
      case BadRpIdException _ -> "the rp id is another one";
      case UserNotVerifiedException _ -> "the user was not verified";
      case UserNotPresentException _ -> "the user was not present";
      case InconsistentClientDataTypeException _ -> "the type is another one";
      case NotAllowedAlgorithmException _ -> "the algorithm is not ed25519, es256 or rs256";
      case BadAlgorithmException _ -> "the algorithm is not ed25519, es256 or rs256";
      case BadSignatureException _ -> "the signature does not verify";
      default -> "it cannot be read or does not verify";
    };
  }

  private static String text(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  private static byte[] bytes(String text) {
    return Base64.getUrlDecoder().decode(text);
  }
}

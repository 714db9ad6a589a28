package dev.holdpoint.engine.port;

import java.util.Set;

/**
 * Whether what an authenticator says is so. It keeps nothing: who may do what is not its matter.
 */
public interface PasskeyVerifier {
  /**
   * Where credentials are good.
   *
   * @param origins the addresses of pages that may ask for them
   * @param allowSynced whether a credential may be copied to other devices
   */
  record Site(String rpId, Set<String> origins, boolean allowSynced) {
    public Site {
      origins = Set.copyOf(origins);
    }
  }

  /** A new credential; texts are base64url. */
  record Credential(
      String credentialId,
      String cose,
      String publicKey,
      String aaguid,
      boolean mayBackUp,
      boolean backedUp,
      long signCount) {}

  /** What came of one use. */
  record Use(long signCount, boolean backedUp) {}

  /** What a browser sent when a credential was made. */
  @SuppressWarnings("ArrayRecordComponent") // nobody compares them
  record Made(byte[] clientData, byte[] attestationObject) {}

  /** What a browser sent when one was used. */
  @SuppressWarnings("ArrayRecordComponent") // nobody compares them
  record Answer(byte[] clientData, byte[] authenticatorData, byte[] signature) {}

  /** It is not so. The message names the check that failed. */
  final class Failed extends Exception {
    private static final long serialVersionUID = 1;

    public Failed(String check) {
      super(check, null, false, false);
    }
  }

  /**
   * Checks a credential that was made for this challenge.
   *
   * @throws Failed when one of the checks does
   */
  Credential made(Site site, byte[] challenge, Made sent) throws Failed;

  /**
   * Checks that this credential has answered the challenge. Whether its counter has risen is left
   * to whoever keeps it.
   *
   * @throws Failed when one of the checks does
   */
  Use used(Site site, byte[] challenge, String credentialId, String cose, Answer sent)
      throws Failed;
}

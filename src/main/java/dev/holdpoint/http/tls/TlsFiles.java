package dev.holdpoint.http.tls;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The certificate and the key that the server shows, from two files that others renew while it
 * runs.
 *
 * <p>Whoever makes a connection, or asks how the daemon is, has the files looked at, at most once a
 * second. They are compared by what is in them: links that are turned to another folder, as certbot
 * and Kubernetes do, and files that keep their times are no different from any others. Two that do
 * not fit leave what is served as it was; the next look tries them again once they have changed.
 */
public final class TlsFiles {
  private static final Logger log = LoggerFactory.getLogger(TlsFiles.class);
  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);
  private static final Duration BETWEEN_WARNINGS = Duration.ofDays(1);
  private static final Duration SOON = Duration.ofDays(14);
  private static final int MOST_BYTES = 1 << 20;

  private final Path certFile;
  private final Path keyFile;
  private final InstantSource clock;
  private TlsIdentity identity;
  private String served;
  private @Nullable String refused;
  private Instant looked;
  private Instant warned = Instant.EPOCH;

  /** What is wrong with what is served. */
  public enum Trouble {
    NOT_VALID,
    EXPIRES_SOON,
    NOT_RELOADED
  }

  public record Warning(Trouble trouble, String message) {}

  private record Texts(String certificates, String keys) {
    /** By which changed files are known; the key itself need not be remembered for that. */
    String digest() {
      try {
        MessageDigest sha = MessageDigest.getInstance("SHA-256");
        sha.update(certificates.getBytes(StandardCharsets.ISO_8859_1));
        sha.update((byte) 0);
        return HexFormat.of().formatHex(sha.digest(keys.getBytes(StandardCharsets.ISO_8859_1)));
      } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException(e);
      }
    }

    /** Records print their members, and this one holds a key. */
    @Override
    public String toString() {
      return "a certificate and a key";
    }
  }

  private TlsFiles(
      Path certFile, Path keyFile, InstantSource clock, TlsIdentity identity, String served) {
    this.certFile = certFile;
    this.keyFile = keyFile;
    this.clock = clock;
    this.identity = identity;
    this.served = served;
    this.looked = clock.instant();
  }

  public static TlsFiles open(Path certFile, Path keyFile, InstantSource clock) throws TlsRefused {
    Texts texts = read(certFile, keyFile);
    TlsIdentity identity = TlsIdentity.of(certFile, texts.certificates, keyFile, texts.keys);
    TlsFiles files = new TlsFiles(certFile, keyFile, clock, identity, texts.digest());
    files.warn();
    return files;
  }

  /** What the next connection is made with. */
  synchronized SSLContext context() {
    look();
    return identity.context();
  }

  public synchronized List<Warning> warnings() {
    look();
    return now();
  }

  /** Until when the certificate that is served is good. */
  public synchronized Instant validUntil() {
    return identity.own().getNotAfter().toInstant();
  }

  private void look() {
    Instant now = clock.instant();
    if (Duration.between(looked, now).abs().compareTo(BETWEEN_LOOKS) < 0) {
      return;
    }
    looked = now;
    String before = refused;
    try {
      Texts texts = read(certFile, keyFile);
      String digest = texts.digest();
      if (!digest.equals(served)) {
        identity = TlsIdentity.of(certFile, texts.certificates, keyFile, texts.keys);
        served = digest;
        warned = Instant.EPOCH;
        log.info(
            "the certificate in {} has changed and is now in use; it is valid until {}",
            certFile,
            validUntil());
      }
      refused = null;
    } catch (TlsRefused e) {
      refused = String.valueOf(e.getMessage());
      if (!refused.equals(before)) {
        log.warn("the previous certificate stays in use: {}", refused);
      }
    }
    warn();
  }

  /** Into the log, where nobody looks every second. */
  private void warn() {
    Instant now = clock.instant();
    if (Duration.between(warned, now).abs().compareTo(BETWEEN_WARNINGS) < 0) {
      return;
    }
    for (Warning warning : now()) {
      if (warning.trouble != Trouble.NOT_RELOADED) {
        warned = now;
        log.warn("{}", warning.message);
      }
    }
  }

  private List<Warning> now() {
    List<Warning> warnings = new ArrayList<>();
    Instant now = clock.instant();
    X509Certificate own = identity.own();
    Instant from = own.getNotBefore().toInstant();
    Instant until = own.getNotAfter().toInstant();
    if (now.isBefore(from)) {
      warnings.add(
          new Warning(
              Trouble.NOT_VALID,
              "The certificate in %s is not valid before %s; browsers reject it until then. Check the clock."
                  .formatted(certFile, from)));
    } else if (now.isAfter(until)) {
      warnings.add(
          new Warning(
              Trouble.NOT_VALID,
              "The certificate in %s expired at %s and browsers reject it. Renew it; the daemon loads the new one automatically."
                  .formatted(certFile, until)));
    } else if (Duration.between(now, until).compareTo(SOON) <= 0) {
      warnings.add(
          new Warning(
              Trouble.EXPIRES_SOON,
              "The certificate in %s expires at %s. Renew it; the daemon loads the new one automatically."
                  .formatted(certFile, until)));
    }
    if (refused != null) {
      warnings.add(
          new Warning(
              Trouble.NOT_RELOADED,
              "The certificate or its key was changed, but the previous one stays in use: %s."
                  .formatted(refused)));
    }
    return warnings;
  }

  private static Texts read(Path certFile, Path keyFile) throws TlsRefused {
    return new Texts(read("tls.cert_file", certFile), read("tls.key_file", keyFile));
  }

  private static String read(String setting, Path file) throws TlsRefused {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(MOST_BYTES + 1);
      if (bytes.length > MOST_BYTES) {
        throw new TlsRefused(
            "%s %s is too large for a certificate or key; check the path".formatted(setting, file));
      }
      return new String(bytes, StandardCharsets.ISO_8859_1);
    } catch (NoSuchFileException _) {
      throw new TlsRefused(
          "%s %s does not exist; docs/operations.md says how to make one".formatted(setting, file));
    } catch (AccessDeniedException _) {
      throw new TlsRefused(
          "%s %s cannot be read; give the daemon's user read access (chown, chmod)"
              .formatted(setting, file));
    } catch (IOException e) {
      throw new TlsRefused(
          "%s %s cannot be read (%s); it must be a PEM file"
              .formatted(setting, file, e.getClass().getSimpleName()));
    }
  }
}

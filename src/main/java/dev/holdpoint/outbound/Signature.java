package dev.holdpoint.outbound;

import com.standardwebhooks.Webhook;
import com.standardwebhooks.exceptions.EmptyWebhookSecretException;
import com.standardwebhooks.exceptions.WebhookSigningException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;

/** Signs letters by the Standard Webhooks scheme. */
public final class Signature {
  private static final String PREFIX = "whsec_";
  private static final Pattern BASE64 = Pattern.compile("[A-Za-z0-9+/]+={0,2}");

  private final Webhook webhook;

  Signature(Credential secret) {
    try {
      this.webhook = new Webhook(secret.value());
    } catch (EmptyWebhookSecretException | IllegalArgumentException _) {
      // Their texts could show a part of the secret.
      throw new IllegalArgumentException("the secret " + secret.name() + " is of no use");
    }
  }

  /** Whether it can be signed with: 24 to 64 bytes in base64, after the prefix of the scheme. */
  public static boolean isSecret(String text) {
    String key = text.startsWith(PREFIX) ? text.substring(PREFIX.length()) : "";
    if (!BASE64.matcher(key).matches()) {
      return false;
    }
    try {
      int length = Base64.getDecoder().decode(key).length;
      return length >= 24 && length <= 64;
    } catch (IllegalArgumentException _) {
      return false;
    }
  }

  public static String secret(byte[] random) {
    return PREFIX + Base64.getEncoder().encodeToString(random);
  }

  /** The secret, and its key without the prefix, as it could be written elsewhere. */
  static List<String> forms(String secret) {
    byte[] key = Base64.getDecoder().decode(secret.substring(PREFIX.length()));
    return List.of(
        secret,
        HexFormat.of().formatHex(key),
        Base64.getEncoder().withoutPadding().encodeToString(key),
        Base64.getUrlEncoder().withoutPadding().encodeToString(key));
  }

  String of(String deliveryId, long atSeconds, String body) {
    try {
      return webhook.sign(deliveryId, atSeconds, body);
    } catch (WebhookSigningException _) {
      throw new IllegalStateException("every JDK has HmacSHA256");
    }
  }
}

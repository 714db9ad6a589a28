package dev.holdpoint.client.proof;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a receipt proves by itself, with keys obtained from elsewhere and nothing else.
 *
 * @param valid whether nothing is wrong
 * @param keyId the key that signed the receipt
 * @param input what the given input is: {@code asked}, {@code edited} for what the approver put in
 *     its place, or null where none was given or it is neither
 * @param faults what is wrong, by the part that it is found in
 */
public record ReceiptProof(
    boolean valid,
    @Nullable String approvalId,
    @Nullable String decision,
    @Nullable String by,
    @Nullable Long atMs,
    @Nullable String digest,
    @Nullable String keyId,
    @Nullable String input,
    List<VoteProof> votes,
    List<Fault> faults) {
  public ReceiptProof {
    votes = List.copyOf(votes);
    faults = List.copyOf(faults);
  }

  /**
   * @param part of the receipt: file, jws, receipt, action, following, checkpoint, key, evidence,
   *     vote or input
   */
  public record Fault(String part, String detail) {}

  /**
   * One word.
   *
   * @param signature {@code valid}, {@code not valid}, {@code none}, or {@code not checkable} for
   *     an HMAC key, whose secret only the daemon has
   */
  public record VoteProof(String by, String decision, String signature) {}

  /**
   * @param file what the daemon gave: JSON with the receipt and its JWS, or the JWS alone
   * @param input the input of the call as JSON; null when it need not be compared
   */
  public static ReceiptProof of(byte[] file, KeySet keys, @Nullable String input) {
    return new ReceiptCheck(keys).of(file, input);
  }
}

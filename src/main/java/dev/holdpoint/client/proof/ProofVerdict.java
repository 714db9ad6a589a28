package dev.holdpoint.client.proof;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an export is worth.
 *
 * @param proven whether nothing is wrong
 * @param keyKnown whether a public key was given. Without one an export can only be shown to be
 *     whole, as whoever made all of it anew could have chosen the key too
 * @param ledgerId the ledger that the header names
 * @param headSequence the place of the last checkpoint, 0 if there is none
 * @param headHash its hash: noted outside, it will show a cut end later
 * @param commitsLost how many commits the ledger says it has lost, which a person has accepted
 * @param findingCount how many there are; only the first are listed
 */
public record ProofVerdict(
    boolean proven,
    boolean keyKnown,
    @Nullable String ledgerId,
    long headSequence,
    @Nullable String headHash,
    List<String> keyIds,
    long checkpoints,
    long commitsLost,
    long runs,
    long actions,
    long findingCount,
    List<Finding> findings) {
  public ProofVerdict {
    keyIds = List.copyOf(keyIds);
    findings = List.copyOf(findings);
  }
}

package dev.holdpoint.core.memory;

import dev.holdpoint.core.record.RecordKind;
import dev.holdpoint.core.record.StoredRecord;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;

/**
 * Something that was learned once and is to be known later.
 *
 * @param publishTier whether it is in use yet
 * @param policyDecision who let it in: a person, a policy, or nobody yet
 */
public record Learning(
    long key,
    String id,
    Kind kind,
    LearningScope scope,
    String content,
    Sensitivity sensitivity,
    PublishTier publishTier,
    PolicyDecision policyDecision,
    VerificationStatus verificationStatus,
    long publishedAtMs)
    implements StoredRecord {
  public static final String PREFIX = "lrn_";
  public static final RecordKind<Learning> KIND = new RecordKind<>(6, Learning.class);

  public enum Kind {
    FACT,
    PREFERENCE,
    DECISION,
    PROCEDURE,
    RUN_SUMMARY;

    public String wire() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public enum Sensitivity {
    SCOPED,
    SENSITIVE
  }

  public enum PublishTier {
    PROVISIONAL,
    ACTIVE
  }

  public enum PolicyDecision {
    MANUAL,
    AUTOMATIC,
    ESCALATED
  }

  public enum VerificationStatus {
    UNVERIFIED,
    PENDING,
    VERIFIED,
    FAILED
  }

  public boolean isSensitive() {
    return sensitivity == Sensitivity.SENSITIVE;
  }

  @Override
  public String group() {
    return scope.text();
  }

  /** What is sensitive is found by its id alone, never by what it says. */
  @Override
  public Set<String> terms() {
    if (isSensitive()) {
      return Set.of();
    }
    Set<String> terms = new LinkedHashSet<>(Terms.of(kind.wire()));
    terms.addAll(Terms.of(scope.text()));
    terms.addAll(Terms.of(content));
    return terms;
  }
}

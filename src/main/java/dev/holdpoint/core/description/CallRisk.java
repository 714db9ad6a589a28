package dev.holdpoint.core.description;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where to look twice at a call.
 *
 * @param reasons the highest first, each code once
 */
public record CallRisk(RiskLevel level, List<RiskReason> reasons) {
  private static final int MOST = 8;
  private static final Comparator<RiskReason> HIGHEST_FIRST =
      Comparator.comparing(RiskReason::level)
          .reversed()
          .thenComparing(RiskReason::code, Comparator.naturalOrder());

  public CallRisk {
    reasons = List.copyOf(reasons);
  }

  /**
   * @param usual the level without any reason
   * @param declared what the asker says, which cannot lower; null where it says nothing
   * @param policy what the policy says that holds; null where none does
   */
  static CallRisk of(
      List<RiskReason> found,
      RiskLevel usual,
      @Nullable RiskLevel declared,
      @Nullable RiskLevel policy) {
    List<RiskReason> all = new ArrayList<>(found);
    RiskLevel level = usual;
    for (RiskReason one : found) {
      level = level.atLeast(one.level());
    }
    if (declared == RiskLevel.HIGH) {
      all.add(RiskReason.of(RiskCode.DECLARED));
    }
    level = declared == null ? level : level.atLeast(declared);
    if (policy == RiskLevel.HIGH) {
      all.add(RiskReason.of(RiskCode.POLICY));
      level = RiskLevel.HIGH;
    } else if (policy == RiskLevel.LOW && level == RiskLevel.NORMAL) {
      all.add(RiskReason.of(RiskCode.POLICY).said(RiskLevel.LOW));
      level = RiskLevel.LOW;
    }
    return new CallRisk(level, all.stream().sorted(HIGHEST_FIRST).limit(MOST).toList());
  }

  public List<String> codes() {
    return reasons.stream().map(reason -> reason.code().wire()).toList();
  }

  /** What is kept of it. */
  public RiskNote note() {
    return new RiskNote(level, codes());
  }

  /**
   * The same as it was noted when the gate was raised: this reading only says where the reasons
   * are.
   */
  CallRisk as(RiskNote noted) {
    List<RiskReason> kept = new ArrayList<>();
    for (String wire : noted.codes()) {
      RiskCode.of(wire).ifPresent(code -> kept.add(found(code, noted.level())));
    }
    return new CallRisk(noted.level(), kept.stream().limit(MOST).toList());
  }

  private RiskReason found(RiskCode code, RiskLevel level) {
    return reasons.stream()
        .filter(reason -> reason.code() == code)
        .findFirst()
        .orElseGet(
            () -> {
              RiskReason one = RiskReason.of(code);
              return code.isSaid() ? one.said(level) : one;
            });
  }
}

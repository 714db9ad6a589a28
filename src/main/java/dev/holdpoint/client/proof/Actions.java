package dev.holdpoint.client.proof;

import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The chains of the runs, one after the other, held against the checkpoints. */
final class Actions {
  private final Checkpoints checkpoints;
  private final Evidence evidence;
  private final Findings findings;
  private final Set<String> unknown = new HashSet<>();
  private int runs;
  private @Nullable Run run;

  private record Run(String id, Chain chain, @Nullable Claims claims) {}

  Actions(Checkpoints checkpoints, Evidence evidence, Findings findings) {
    this.checkpoints = checkpoints;
    this.evidence = evidence;
    this.findings = findings;
  }

  void add(SignedRecord record) throws Malformed {
    String runId = record.known("run_id");
    String id = record.known("action_id");
    String place = runId + " " + record.sequence();
    checkpoints.check(record, place, id);
    String covering = record.coveredBy();
    if (covering != null) {
      Claims known = checkpoints.of(runId);
      long first = known == null ? Long.MAX_VALUE : known.firstKnown(record.sequence());
      if (!checkpoints.signed().isCovering(first, covering, record.keyId())) {
        findings.add(Flaw.UNCOVERED, place, id, "the next signed checkpoint is not " + covering);
      }
      evidence.expect(record, place, id, checkpoints.signed().after(first));
    }
    Run of = run(runId);
    if (of == null) {
      findings.add(Flaw.REORDERED, place, id, "it is separate from the other actions of its run");
      return;
    }
    of.chain.add(record, id);
    Claims claims = of.claims;
    if (claims != null && record.sequence() > claims.most()) {
      findings.add(
          Flaw.INSERTED,
          place,
          id,
          "the checkpoints cover only %d actions of the run".formatted(claims.most()));
    } else if (claims != null && !claims.agree(record.sequence(), record.hash())) {
      findings.add(
          Flaw.CHECKPOINT_MISMATCH,
          place,
          id,
          "a checkpoint has a different record at this position");
    }
  }

  /** Null when the run was over already: the actions of a run stand together. */
  private @Nullable Run run(String runId) {
    if (run != null && run.id.equals(runId)) {
      return run;
    }
    endRun();
    Claims claims = checkpoints.of(runId);
    boolean first = claims == null ? unknown.add(runId) : claims.meet();
    if (!first) {
      return null;
    }
    runs++;
    if (claims == null) {
      findings.add(Flaw.RUN_WITHOUT_CHECKPOINT, runId, "no checkpoint covers the run");
    }
    run = new Run(runId, new Chain(runId, findings), claims);
    return run;
  }

  private void endRun() {
    if (run != null) {
      run.chain.end(run.claims == null ? 0 : run.claims.most());
    }
    run = null;
  }

  void end() {
    endRun();
    checkpoints.forEachRun(
        (runId, claims) -> {
          if (!claims.met()) {
            findings.add(
                Flaw.MISSING_RUN, runId, "checkpoints cover the run, but its actions are missing");
          }
        });
  }

  int runs() {
    return runs;
  }
}

package dev.holdpoint.engine.commit;

import java.util.List;

/**
 * What the kernel is given by the features above it.
 *
 * @param consequences in their order, which is part of the behaviour
 */
public record CommitParts(List<Consequence> consequences, Placement placement, AuditSealer audit) {}

package dev.holdpoint.outbound;

/** Through which connector, and where to. */
record ResolvedTarget(Connector connector, Destination destination) {}

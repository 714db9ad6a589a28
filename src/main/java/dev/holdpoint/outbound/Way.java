package dev.holdpoint.outbound;

/** Through which connector, and where to. */
record Way(Connector connector, Destination destination) {}

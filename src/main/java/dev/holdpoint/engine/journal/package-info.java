/** What has happened: the journal, live and back in time. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.engine.journal;

/** What a start needs before anything works: folder, keys, ids, and how it is refused. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.daemon.start;

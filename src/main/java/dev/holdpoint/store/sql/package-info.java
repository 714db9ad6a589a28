/**
 * The tables, one file a noun, in SQL that SQLite and PostgreSQL both understand. What differs
 * between them is behind {@link dev.holdpoint.store.sql.SqlDialect}.
 *
 * <p>A commit costs what it costs in pages touched, so: keys are integers in order of time and new
 * rows go to the end; a run is one row, loaded and stored whole; the events of one work are one
 * row; indexes are few, and partial over what waits, so that the finished past is in none but the
 * one by session. A partial index serves a query only when the query repeats the index's condition
 * word for word, with the number written out: that is why statuses are literals here and never
 * parameters.
 */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.store.sql;

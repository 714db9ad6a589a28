/**
 * The rows of the acceptance checklist that a client can see, each proven against a whole daemon on
 * SQLite and on PostgreSQL. A test names the rows it proves; {@code grep K0_56} finds its test.
 */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.acceptance;

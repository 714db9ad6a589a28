/** The audit ledger. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.api.audit;

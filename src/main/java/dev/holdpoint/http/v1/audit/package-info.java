/** The audit ledger and the vault. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.http.v1.audit;

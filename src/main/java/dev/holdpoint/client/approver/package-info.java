/**
 * The approver's side: keys in files of this machine, and what is signed with them. Nothing here
 * calls a daemon, and no private key leaves this package but into a file of its owner's.
 */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.client.approver;

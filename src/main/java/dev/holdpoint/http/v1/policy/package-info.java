/** People, groups and approval policies. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.http.v1.policy;

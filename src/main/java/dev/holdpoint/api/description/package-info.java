/** What every surface says about a request. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.api.description;

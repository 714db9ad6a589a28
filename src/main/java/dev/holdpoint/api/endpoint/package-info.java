/** What an endpoint is: its path, who may call it, what it takes and returns. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.api.endpoint;

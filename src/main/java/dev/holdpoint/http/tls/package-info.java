/** Certificates and keys of the server, and how they are reloaded. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.http.tls;

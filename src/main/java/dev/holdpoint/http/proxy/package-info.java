/** Proxies before the daemon: which are trusted, and which client they speak for. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.http.proxy;

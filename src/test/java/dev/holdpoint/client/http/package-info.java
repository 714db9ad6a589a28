@org.jspecify.annotations.NullMarked
package dev.holdpoint.client.http;

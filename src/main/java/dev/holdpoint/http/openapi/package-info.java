/** The API document, written from the route table, the records, their rules and the problems. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.http.openapi;

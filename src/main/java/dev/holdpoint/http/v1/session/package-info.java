/** Sessions, their input and their defaults. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.http.v1.session;

/** What handlers share: reading bodies, pages of lists, targets of replies, uploads. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.http.v1.call;

/** What all small records have in common: they are kept whole, listed, found and due. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.core.shelf;

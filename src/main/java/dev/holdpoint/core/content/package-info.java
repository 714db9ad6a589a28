/** What sessions share: stored files and boards. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.core.content;

/** What is too large for a row: files named by their digest, in the data folder. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.store.files;

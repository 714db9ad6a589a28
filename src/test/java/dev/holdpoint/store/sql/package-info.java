@org.jspecify.annotations.NullMarked
package dev.holdpoint.store.sql;

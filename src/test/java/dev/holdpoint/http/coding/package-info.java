@org.jspecify.annotations.NullMarked
package dev.holdpoint.http.coding;

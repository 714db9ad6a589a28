/** The page, as people use it: a real browser before a real daemon. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.ui;

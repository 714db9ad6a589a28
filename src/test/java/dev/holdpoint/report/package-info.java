/** What the tests tell about themselves: how many there were, and what each class cost. */
@NullMarked
package dev.holdpoint.report;

import org.jspecify.annotations.NullMarked;

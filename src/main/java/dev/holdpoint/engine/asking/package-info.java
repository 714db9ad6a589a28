/**
 * The words between whoever asks from outside and the gates: what is asked, and what he is told
 * when it is settled. Several doors and several agents say the same things in their own ways.
 */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.engine.asking;

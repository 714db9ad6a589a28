/** What every surface says about a gate: title, summary, why, kind, facts and risk, made once. */
@NullMarked
package dev.holdpoint.core.description;

import org.jspecify.annotations.NullMarked;

/** Tests of forms and links that others send. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.agent.form;

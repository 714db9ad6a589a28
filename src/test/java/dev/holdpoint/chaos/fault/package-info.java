/** What can go wrong with the machine, its disk, its clock and its database: one class a fault. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.chaos.fault;

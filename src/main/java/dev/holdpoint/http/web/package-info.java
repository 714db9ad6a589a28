/**
 * The page that people answer in: files, served so that a browser keeps them for good and runs
 * nothing else. All that the page knows it asks for at the doors that programs use.
 */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.http.web;

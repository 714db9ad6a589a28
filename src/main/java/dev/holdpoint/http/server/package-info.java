/**
 * The HTTP machinery that every door shares: one Jetty server, one route table, and the checks that
 * come before a handler.
 *
 * <p>The order of the checks, and what each answers:
 *
 * <ol>
 *   <li>stopping: 503 {@code unavailable}
 *   <li>Host: 421 {@code foreign_host}
 *   <li>Origin, unless GET or HEAD: 403 {@code foreign_origin}
 *   <li>path: 400 when it cannot be decoded, 404 {@code route_not_found}
 *   <li>method: 405 {@code method_not_allowed} with {@code Allow}; OPTIONS has no exception, so a
 *       preflight from another site fails
 *   <li>token: 401 {@code unauthorized}; a browser's cookie is looked at where no token was sent,
 *       and then, unless GET or HEAD, its CSRF token: 403 {@code csrf_required}; then the role: 403
 *       {@code forbidden}
 *   <li>body: 413 by its declared or its real length, 415 by its type
 * </ol>
 *
 * <p>Path and method come before the token because the routes are no secret (the API document lists
 * them), and a mistyped path should not look like a bad token. Nothing of the body is read, or kept
 * in memory, before the caller is known.
 *
 * <p>A request runs on a virtual thread from parsing to writing. While its body is still on the way
 * it holds no thread at all.
 */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.http.server;

/**
 * Models of providers, over langchain4j.
 *
 * <p>langchain4j knows how each provider wants a conversation and how its stream is put together.
 * It does so on the thread that asks: {@link dev.holdpoint.agent.provider.ProviderExchange} stands
 * in for its HTTP client and is the one place where bytes go out and come in. So an interrupt
 * closes the connection at once, time and size are bounded, a provider's status and headers are
 * seen as they are, and what was sent is what a wiretap hears.
 *
 * <p>Whether an answer is whole is not left to a library either: a {@link
 * dev.holdpoint.agent.provider.Dialect} watches the events for the mark with which its provider
 * ends a turn. A stream that stops without it was cut, whatever was put together by then.
 */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.agent.provider;

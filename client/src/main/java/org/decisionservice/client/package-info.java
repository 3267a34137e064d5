/**
 * Asks a running service from Java. {@link org.decisionservice.client.DecisionClient} is the front,
 * {@link org.decisionservice.client.Questions} makes the questions:
 *
 * <pre>{@code
 * Decision decision = DecisionClient.at(URI.create("http://127.0.0.1:8000"))
 *         .ask("I was charged twice. Please refund one payment.",
 *                 choice("queue", "Which team should handle this?", "billing", "technical"),
 *                 noul("refund", "The customer asks for money back."));
 * decision.label("queue");       // billing
 * decision.noul("refund").yes(); // a probability
 * }</pre>
 *
 * <p>Questions and answers are the types of {@link org.decisionservice.api}. Numbers of answers are as the service
 * writes them, rounded to 4 decimals. Whatever is not an answer is a
 * {@link org.decisionservice.client.DecisionException}.
 */
@NullMarked
package org.decisionservice.client;

import org.jspecify.annotations.NullMarked;

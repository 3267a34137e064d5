/**
 * Turns environment variables and {@code conf/application.yaml} into one typed, validated value.
 *
 * <p>{@link org.decisionservice.server.config.SettingsReader} is the only reader. It takes the environment as a map and
 * the file as a path, so that nothing in this package reads global state by itself. It returns
 * {@link org.decisionservice.server.config.Settings} or throws a
 * {@link org.decisionservice.host.ConfigurationException} whose message is the one line an operator needs:
 * which variable, what it holds, what it takes. {@link org.decisionservice.server.config.Setting} is the table of
 * names. A setting that is not in it does not exist, and a key of the file that is not in it is an error, not ignored.
 */
@NullMarked
package org.decisionservice.server.config;

import org.jspecify.annotations.NullMarked;

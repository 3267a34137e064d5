/**
 * From environment variables and {@code conf/application.yaml} to one typed, checked value.
 *
 * <p>{@link org.decisionservice.server.config.SettingsReader} is the only reader: it takes the environment as a map and
 * the file as a path, so that nothing here looks around by itself, and returns {@link
 * org.decisionservice.server.config.Settings} or throws a {@link
 * org.decisionservice.server.config.ConfigurationException} whose message is the one line an operator needs: which
 * variable, what it holds, what it takes. {@link org.decisionservice.server.config.Setting} is the table of names; a
 * setting that is not in it does not exist, and a key of the file that is not in it is an error rather than ignored.
 */
@NullMarked
package org.decisionservice.server.config;

import org.jspecify.annotations.NullMarked;

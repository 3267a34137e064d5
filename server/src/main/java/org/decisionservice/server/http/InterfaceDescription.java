package org.decisionservice.server.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/**
 * The OpenAPI document, written as YAML because people read and edit it, served as JSON because tools expect that; and
 * the page that shows it.
 */
final class InterfaceDescription {
    private InterfaceDescription() {}

    /**
     * The document as JSON.
     *
     * @param rootPath public prefix in front of the routes, empty for none
     */
    static byte[] json(String rootPath) {
        try (InputStream in = resource("openapi.yaml")) {
            Map<String, Object> document = new Yaml(new SafeConstructor(new LoaderOptions())).load(in);
            document.put("servers", List.of(Map.of("url", rootPath.isEmpty() ? "/" : rootPath)));
            ByteArrayOutputStream out = new ByteArrayOutputStream(32_768);
            try (JsonGenerator json = new JsonFactory().createGenerator(out)) {
                write(json, document);
            }
            return out.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The page as HTML; it finds the document beside it, whatever prefix both are under. */
    static byte[] page() {
        try (InputStream in = resource("docs.html")) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static InputStream resource(String name) {
        return Objects.requireNonNull(InterfaceDescription.class.getResourceAsStream(name), name);
    }

    private static void write(JsonGenerator json, @Nullable Object node) throws IOException {
        switch (node) {
            case Map<?, ?> object -> {
                json.writeStartObject();
                for (Map.Entry<?, ?> member : object.entrySet()) {
                    json.writeFieldName(String.valueOf(member.getKey()));
                    write(json, member.getValue());
                }
                json.writeEndObject();
            }
            case List<?> array -> {
                json.writeStartArray();
                for (Object element : array) {
                    write(json, element);
                }
                json.writeEndArray();
            }
            case String text -> json.writeString(text);
            case Boolean flag -> json.writeBoolean(flag);
            case Integer whole -> json.writeNumber(whole);
            case Double number -> json.writeNumber(number);
            case null -> json.writeNull();
            default -> throw new IllegalStateException("openapi.yaml holds a " + node.getClass());
        }
    }
}

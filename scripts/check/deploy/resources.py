"""Validates manifests of resources that are not Kubernetes' own against the definitions of the projects that they belong
to. Members that a definition does not know are an error, as with kubectl's strict validation.

    python resources.py DEFINITIONS MANIFEST ...

DEFINITIONS is a folder of CustomResourceDefinitions; what is of no kind among them is passed over."""
import pathlib
import sys

import jsonschema
import yaml


def definitions(folder):
    """Schemas by version and kind."""
    found = {}
    for path in sorted(pathlib.Path(folder).glob("*.yaml")):
        for document in yaml.safe_load_all(path.read_text()):
            if document and document["kind"] == "CustomResourceDefinition":
                spec = document["spec"]
                for version in spec["versions"]:
                    schema = version["schema"]["openAPIV3Schema"]
                    found[f"{spec['group']}/{version['name']}", spec["names"]["kind"]] = strict(schema)
    return found


def strict(schema):
    """The same schema, which knows no other members; Kubernetes' own extensions are translated."""
    if isinstance(schema, list):
        return [strict(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    made = {name: {key: strict(value) for key, value in member.items()} if name == "properties" else strict(member)
            for name, member in schema.items()}
    if schema.get("x-kubernetes-int-or-string"):
        made = {"anyOf": [{"type": "integer"}, {"type": "string"}]}
    free = "additionalProperties" in schema or schema.get("x-kubernetes-preserve-unknown-fields")
    if "properties" in made and not free:
        made["additionalProperties"] = False
    return made


def faults(document, schema):
    """What is wrong with a document, one line each."""
    body = {name: value for name, value in document.items() if name != "metadata"}
    for error in jsonschema.Draft202012Validator(schema).iter_errors({**body, "metadata": {}}):
        yield f"{document['kind']} {document['metadata']['name']}: {'/'.join(map(str, error.absolute_path))}: {error.message[:300]}"


def main(folder, *paths):
    schemas = definitions(folder)
    checked, wrong = [], []
    for path in paths:
        for document in yaml.safe_load_all(pathlib.Path(path).read_text()):
            schema = schemas.get((document["apiVersion"], document["kind"]))
            if schema:
                checked.append(document["kind"])
                wrong += [f"{path}: {fault}" for fault in faults(document, schema)]
    print(*wrong, sep="\n")
    missing = {"ScaledObject", "ServingRuntime", "InferenceService"} - set(checked)
    sys.exit(f"not seen: {missing}" if missing else len(wrong) > 0)


main(*sys.argv[1:])

#!/usr/bin/env python3
"""Records what upstream's library makes of JSON Schemas: schemas.jsonl, a line each.

  record.py            in a Python with laya 0.4.15 and pydantic 2, which has pydantic 1 inside; zod.json is made by zod.mjs

A line has `name`, `schema`, and `questions`, or `refused`: the error's text. With questions it has `answers`, of made-up probabilities,
and for each the `values` that the library makes of them. `differs` says what this service is meant to do instead.
"""

import enum
import json
import pathlib
import random
from typing import Annotated, Literal

import pydantic
import pydantic.v1
from laya import structured

HERE = pathlib.Path(__file__).resolve().parent
SEED, DRAWS = 1, 3


class Team(str, enum.Enum):
    """A team, as the type describes itself."""

    BILLING = "billing"
    SUPPORT = "support"


class Level(enum.IntEnum):
    LOW = 1
    HIGH = 2


def models(base, field):
    """The same models in either major version of pydantic."""

    def made(name, /, **fields):
        annotations = {key: value[0] for key, value in fields.items()}
        values = {key: value[1] for key, value in fields.items() if len(value) > 1}
        return type(base)(name, (base,), {"__annotations__": annotations, "__module__": __name__, **values})

    yield made("Literals", team=(Literal["billing", "sales"],), size=(Literal[1, 2, 3],))
    yield made("Mixed", value=(Literal["a", 1, True],))
    yield made("Booleans", urgent=(bool,), known=(bool | None, None))
    yield made("Enums", team=(Team,), level=(Level,))
    yield made("DescribedEnums", team=(Team, field(description="Which team should handle this?")))
    yield made("DefaultedEnums", team=(Team, Team.SUPPORT))
    yield made("OptionalEnums", team=(Team | None, None), again=(Team | None, field(None, description="Who else?")))
    yield made("Bounded", level=(int, field(ge=0, le=4)), share=(float, field(ge=0, le=1)))
    yield made("BoundedFrom", level=(int, field(ge=3, le=7, description="How hard is it?")))
    yield made("Exclusive", level=(int, field(gt=0, lt=4)))
    yield made(
        "OptionalBounded",
        level=(Annotated[int, pydantic.Field(ge=0, le=2)] | None, None)
        if base is pydantic.BaseModel
        else (int | None, field(None, ge=0, le=2)),
    )
    yield made("OptionalLiteral", team=(Literal["a", "b"] | None, field(None, description="Which?")))
    yield made("Constant", kind=(Literal["ticket"],))
    yield made("Strings", name=(str,))
    yield made("OptionalStrings", name=(str | None, None))
    yield made("Unbounded", count=(int,))
    yield made("Lists", tags=(list[Literal["a", "b"]],))
    yield made("Unions", value=(Literal["a"] | bool,))
    yield made("Defaulted", urgent=(bool, False), team=(Literal["a", "b"], "a"))
    yield made("Titled", team=(Literal["a", "b"], field(title="The team")))
    inner = made("Inner", team=(Team,))
    yield made("Nested", inner=(inner,))


def one(value):
    return {"type": "object", "properties": {"x": value}}


def chained(length):
    links = {"d%d" % i: {"$ref": "#/$defs/d%d" % (i + 1)} for i in range(length)}
    return {**one({"$ref": "#/$defs/d0"}), "$defs": {**links, "d%d" % length: {"type": "boolean"}}}


def wrapped(depth, keyword):
    schema = {"type": "boolean"}
    for _ in range(depth):
        schema = {keyword: [schema]}
    return one(schema)


# (name, schema, what is meant to differ)
WRITTEN = [
    ("an enum", one({"enum": ["a", "b"]}), None),
    ("an enum with its type", one({"type": "string", "enum": ["a", "b"]}), None),
    ("one value", one({"enum": ["a"]}), None),
    ("an enum of a number and its text", one({"enum": [1, "1"]}), None),
    ("an enum of equal numbers", one({"enum": [1, 1.0]}), None),
    ("an enum of numbers", one({"enum": [0.5, 1.0, 2, 1e16, -3]}), None),
    ("an enum of null", one({"enum": ["a", None]}), None),
    ("an enum of null and its name", one({"enum": ["null", None]}), None),
    ("an enum of both booleans", one({"enum": [False, True]}), None),
    ("an enum of booleans, one twice", one({"enum": [False, True, True]}), None),
    ("an enum of one boolean", one({"enum": [True]}), None),
    ("an enum of one boolean twice", one({"enum": [True, True]}), None),
    ("an enum of a boolean and 1", one({"enum": [True, 1]}), None),
    ("an enum of a boolean and its text", one({"enum": [True, "True"]}), None),
    ("an enum of booleans and null", one({"enum": [True, False, None]}), None),
    ("a repeated value", one({"enum": ["a", "a"]}), None),
    ("an empty enum", one({"enum": []}), None),
    ("an enum that is a text", one({"enum": "abc"}), None),
    ("an enum that is null", one({"enum": None}), None),
    ("32 values", one({"enum": ["v%d" % i for i in range(32)]}), None),
    ("33 values", one({"enum": ["v%d" % i for i in range(33)]}), None),
    ("an enum of arrays", one({"enum": [[1, 2], "b"]}), "refused: labels in Python's notation are no words for a model"),
    ("an enum of objects", one({"enum": [{"a": 1}, "b"]}), "refused: labels in Python's notation are no words for a model"),
    ("an enum with an empty text", one({"enum": ["", "b"]}), None),
    ("a constant", one({"const": "a"}), None),
    ("a constant null", one({"const": None}), None),
    ("a constant true", one({"const": True}), None),
    ("a constant beside an enum", one({"const": "a", "enum": ["a", "b"]}), None),
    ("a boolean", one({"type": "boolean"}), None),
    ("a described boolean", one({"type": "boolean", "description": "Is it?"}), None),
    ("an empty description", one({"type": "boolean", "description": ""}), None),
    ("a null description", one({"type": "boolean", "description": None}), None),
    ("a blank description", one({"type": "boolean", "description": "  "}), "the default wording: a question must say something"),
    ("a description that is a number", one({"type": "boolean", "description": 7}), None),
    ("a description that is a list", one({"type": "boolean", "description": ["a", "b"]}), None),
    ("a nullable boolean", one({"type": ["boolean", "null"]}), None),
    ("a nullable boolean, null first", one({"type": ["null", "boolean"]}), None),
    ("only null", one({"type": "null"}), None),
    ("a list of only null", one({"type": ["null"]}), None),
    ("no types", one({"type": []}), None),
    ("two types", one({"type": ["string", "integer"]}), None),
    ("type null", one({"type": None}), None),
    ("a type nobody knows", one({"type": "date"}), None),
    ("a bounded integer", one({"type": "integer", "minimum": 0, "maximum": 3}), None),
    ("a bounded integer below zero", one({"type": "integer", "minimum": -5, "maximum": -1}), None),
    ("a bounded number", one({"type": "number", "minimum": 1, "maximum": 2}), None),
    ("one level", one({"type": "integer", "minimum": 4, "maximum": 4}), None),
    ("ten levels", one({"type": "integer", "minimum": 0, "maximum": 9}), None),
    ("eleven levels", one({"type": "integer", "minimum": 0, "maximum": 10}), None),
    ("huge bounds", one({"type": "integer", "minimum": 10**30, "maximum": 10**30 + 2}), None),
    ("bounds far apart", one({"type": "integer", "minimum": -(10**30), "maximum": 10**30}), None),
    ("bounds the wrong way round", one({"type": "integer", "minimum": 3, "maximum": 0}), None),
    ("a bound of 1.0", one({"type": "integer", "minimum": 0, "maximum": 3.0}), None),
    ("a bound that is a text", one({"type": "integer", "minimum": "0", "maximum": 3}), None),
    ("a bound that is a boolean", one({"type": "integer", "minimum": True, "maximum": 3}), None),
    ("no maximum", one({"type": "integer", "minimum": 0}), None),
    ("exclusive bounds", one({"type": "integer", "exclusiveMinimum": 0, "exclusiveMaximum": 4}), None),
    ("bounds with an enum", one({"type": "integer", "minimum": 0, "maximum": 9, "enum": [1, 5]}), None),
    ("a text", one({"type": "string"}), None),
    ("an array", one({"type": "array", "items": {"enum": ["a"]}}), None),
    ("an object", one({"type": "object", "properties": {}}), None),
    ("anything", one({}), None),
    ("a property that is true", one(True), None),
    ("a property that is null", one(None), None),
    ("an optional enum", one({"anyOf": [{"enum": ["a", "b"]}, {"type": "null"}]}), None),
    ("an optional enum, outer description", one({"anyOf": [{"enum": ["a"]}, {"type": "null"}], "description": "Which?"}), None),
    (
        "an optional enum, both descriptions",
        one({"anyOf": [{"enum": ["a"], "description": "Inner?"}, {"type": "null"}], "description": "Outer?"}),
        None,
    ),
    (
        "an optional enum, a null description inside",
        one({"anyOf": [{"enum": ["a"], "description": None}, {"type": "null"}], "description": "Outer?"}),
        None,
    ),
    ("oneOf", one({"oneOf": [{"type": "boolean"}, {"type": "null"}]}), None),
    ("an empty anyOf beside oneOf", one({"anyOf": [], "oneOf": [{"type": "boolean"}]}), None),
    ("an empty anyOf", one({"anyOf": []}), None),
    ("an empty oneOf", one({"oneOf": []}), None),
    ("anyOf that is an object", one({"anyOf": {"type": "boolean"}}), None),
    ("two schemas", one({"anyOf": [{"type": "boolean"}, {"enum": ["a"]}]}), None),
    ("a constant null in a union", one({"anyOf": [{"type": "boolean"}, {"const": None}]}), None),
    ("a type beside anyOf", one({"type": "boolean", "anyOf": [{"enum": ["a"]}]}), None),
    ("unions in unions", one({"anyOf": [{"anyOf": [{"type": "boolean"}, {"type": "null"}]}, {"type": "null"}]}), None),
    ("allOf of one", one({"allOf": [{"enum": ["a", "b"]}], "description": "Which?"}), None),
    ("allOf of one with a union beside it", one({"allOf": [{"description": "Which?"}], "anyOf": [{"type": "boolean"}]}), None),
    ("allOf of two", one({"allOf": [{"type": "boolean"}, {"description": "Is it?"}]}), None),
    ("allOf in allOf", one({"allOf": [{"allOf": [{"type": "boolean"}], "description": "Inner?"}]}), None),
    ("a reference", {**one({"$ref": "#/$defs/T"}), "$defs": {"T": {"enum": ["a"], "description": "A type."}}}, None),
    ("a reference to definitions", {**one({"$ref": "#/definitions/T"}), "definitions": {"T": {"enum": ["a"]}}}, None),
    ("a reference with its own words", {**one({"$ref": "#/$defs/T", "description": "Which?"}), "$defs": {"T": {"enum": ["a"]}}}, None),
    ("a reference that overrides", {**one({"$ref": "#/$defs/T", "enum": ["b"]}), "$defs": {"T": {"enum": ["a"]}}}, None),
    ("a reference to a reference", chained(1), None),
    ("twenty references in a row", chained(20), None),
    ("forty references in a row", chained(40), "refused: no more than 32 schemas inside each other are followed"),
    ("thirty wrapped", wrapped(30, "allOf"), None),
    ("forty wrapped", wrapped(40, "anyOf"), "refused: no more than 32 schemas inside each other are followed"),
    ("a circle of one", {**one({"$ref": "#/$defs/T"}), "$defs": {"T": {"$ref": "#/$defs/T"}}}, None),
    ("a circle of two", {**one({"$ref": "#/$defs/A"}), "$defs": {"A": {"$ref": "#/$defs/B"}, "B": {"$ref": "#/$defs/A"}}}, None),
    ("a circle through a union", {**one({"$ref": "#/$defs/A"}), "$defs": {"A": {"anyOf": [{"$ref": "#/$defs/A"}]}}}, None),
    (
        "a definition used twice",
        {"properties": {"x": {"$ref": "#/$defs/T"}, "y": {"$ref": "#/$defs/T"}}, "$defs": {"T": {"enum": ["a"]}}},
        None,
    ),
    ("a reference to nothing", one({"$ref": "#/$defs/T"}), None),
    ("a reference elsewhere", one({"$ref": "https://example.com/t.json"}), None),
    ("a reference to a property", {"properties": {"x": {"type": "boolean"}, "y": {"$ref": "#/properties/x"}}}, None),
    ("a reference to itself", one({"$ref": "#"}), None),
    ("a reference that is a number", one({"$ref": 7}), None),
    ("an escaped reference", {**one({"$ref": "#/$defs/a~1b"}), "$defs": {"a/b": {"type": "boolean"}}}, None),
    ("a definition with a slash", {**one({"$ref": "#/$defs/a/b"}), "$defs": {"a/b": {"type": "boolean"}}}, None),
    ("definitions that are a list", {**one({"$ref": "#/$defs/0"}), "$defs": [{"type": "boolean"}]}, None),
    ("no properties", {"type": "object"}, None),
    ("empty properties", {"type": "object", "properties": {}}, None),
    ("properties that are a list", {"type": "object", "properties": ["x"]}, None),
    ("no type", {"properties": {"x": {"type": "boolean"}}}, None),
    ("type null at the top", {"type": None, "properties": {"x": {"type": "boolean"}}}, None),
    ("another type at the top", {"type": "array", "properties": {"x": {"type": "boolean"}}}, None),
    ("types at the top", {"type": ["object"], "properties": {"x": {"type": "boolean"}}}, None),
    ("a reference at the top", {"$ref": "#/$defs/T", "$defs": {"T": one({"type": "boolean"})}}, None),
    ("an array", [], None),
    ("a text instead of a schema", "schema", None),
    ("true", True, None),
    ("32 properties", {"properties": {"p%d" % i: {"type": "boolean"} for i in range(32)}}, None),
    ("33 properties", {"properties": {"p%d" % i: {"type": "boolean"} for i in range(33)}}, None),
    ("one bad property of two", {"properties": {"good": {"type": "boolean"}, "bad": {"type": "string"}}}, None),
    ("a name with a dot", {"properties": {"a.b": {"type": "boolean"}}}, None),
    ("a name in another script", {"properties": {"緊急": {"type": "boolean"}}}, None),
    ("a blank name", {"properties": {" ": {"type": "boolean"}}}, "refused: a question needs a name"),
    (
        "things that do not count",
        {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "$id": "x",
            "title": "T",
            "required": ["x"],
            "additionalProperties": False,
            "properties": {"x": {"type": "boolean", "title": "X", "default": True, "examples": [True]}},
        },
        None,
    ),
]


def probabilities(random_, count):
    """Of options, rounded as upstream rounds them, and not always with one winner."""
    weights = [random_.choice([0, 1, 1, 2, 5]) or 1e-9 for _ in range(count)]
    return [round(weight / sum(weights), 4) for weight in weights]


def answers(random_, questions):
    made = {}
    for name, question in questions.items():
        if question["type"] == "noul":
            answer = {"type": "noul", "noul": random_.choice([0.0, 0.1234, 0.4999, 0.5, 0.5001, 1.0])}
        else:
            options = list(question["criteria"])
            shares = probabilities(random_, len(options))
            keys = options if question["type"] == "choice" else [str(i) for i in range(len(options))]
            answer = {"type": question["type"], "probabilities": dict(zip(keys, shares, strict=True))}
            if question["type"] == "choice":
                answer["choice"] = options[shares.index(max(shares))]
        if random_.random() < 0.25:
            answer["low_confidence"] = True
        made[name] = answer
    return made


def recorded(random_, name, schema, differs):
    line = {"name": name, "schema": schema}
    if differs:
        line["differs"] = differs
    try:
        line["questions"] = structured.questions_from_json_schema(schema)
    except structured.SchemaError as e:
        return {**line, "refused": str(e)}
    drawn = [answers(random_, line["questions"]) for _ in range(DRAWS)]
    return {**line, "answers": drawn, "values": [structured.answers_to_json(answer, schema) for answer in drawn]}


def main():
    random_ = random.Random(SEED)
    schemas = [(name, schema, differs) for name, schema, differs in WRITTEN]
    schemas += [("pydantic 2: " + model.__name__, model.model_json_schema(), None) for model in models(pydantic.BaseModel, pydantic.Field)]
    schemas += [("pydantic 1: " + model.__name__, model.schema(), None) for model in models(pydantic.v1.BaseModel, pydantic.v1.Field)]
    schemas += [("zod: " + name, schema, None) for name, schema in json.loads((HERE / "zod.json").read_text(encoding="utf-8")).items()]
    with open(HERE / "schemas.jsonl", "w", encoding="utf-8") as out:
        for name, schema, differs in schemas:
            out.write(json.dumps(recorded(random_, name, schema, differs), ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()

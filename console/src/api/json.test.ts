import { describe, expect, test } from "vitest";
import { indent, JsonText, NumberText, readAnswer, readExact, writeJson } from "./json";

describe("answers", () => {
  test("payloads stay text to the byte", () => {
    const payload = '{"b": 1.0, "1": 12345678901234567890, "b":"\\u0000<>&", "e":1e400 }';
    const answer = readAnswer(`{"data":{"event":{"id":"evt_1","payload":${payload},"attempt":2}}}`) as any;
    expect(answer.data.event.payload).toEqual(new JsonText(payload));
    expect(answer.data.event.attempt).toBe(2);
  });
  test("a payload of null is null, and other scalars stay text", () => {
    expect(readAnswer('{"before": null, "after": "a\\"]"}')).toEqual({ before: null, after: new JsonText('"a\\"]"') });
  });
  test("everything else is read as JSON.parse reads it", () => {
    const text = '{"a":[1,-2.5e3,true,false,null,"\\u00e9\\n",{},[]],"__proto__":1,"n":{"x":{"y":[[]]}}}';
    expect(readAnswer(text)).toEqual(JSON.parse(text));
  });
  test.each(['{"a":}', "[1,]", '{"a":1', "nul", '"\u0001"', "01", "{} x", ""])("what is no JSON is refused: %s", (text) => {
    expect(() => readAnswer(text)).toThrow(SyntaxError);
  });
});

test("numbers keep their spelling on the way in and out", () => {
  const text = '{"any":[{"field":"n","op":"in","value":[1.0,12345678901234567890,"x",true,null]}]}';
  const value = readExact(text) as any;
  expect(value.any[0].value[0]).toEqual(new NumberText("1.0"));
  expect(writeJson(value)).toBe(text);
});

test("writing leaves out what is undefined and puts text in as it stands", () => {
  expect(writeJson({ a: undefined, filter: new JsonText('{"x": 1.0}'), n: null, s: "\u2028<" })).toBe('{"filter":{"x": 1.0},"n":null,"s":"\u2028<"}');
});

test("laying out touches no token", () => {
  expect(indent('{"a":1.0,"b":[],"c":{ },"d":["x:,{",2]}')).toBe('{\n  "a": 1.0,\n  "b": [],\n  "c": {},\n  "d": [\n    "x:,{",\n    2\n  ]\n}');
});

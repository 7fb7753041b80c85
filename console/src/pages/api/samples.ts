// Writes a call of the public API as a program, in each language of the reference. The programs need no
// additional packages.

export const SAMPLE_LANGUAGES = ['curl', 'Node', 'Python', 'PHP', 'Java'] as const;
export type SampleLanguage = (typeof SAMPLE_LANGUAGES)[number];

export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

export type SampleCall = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Includes the query. */
  path: string;
  json?: Json;
  headers?: Readonly<Record<string, string>>;
  /** The name of the Java class. */
  name: string;
};

export type Credentials = { origin: string; projectId: string; key: string };

/** Returns the program that makes the call and prints the response. */
export function sampleOf(language: SampleLanguage, call: SampleCall, credentials: Credentials): string {
  const headers = { ...(call.json === undefined ? {} : JSON_TYPE), ...call.headers };
  const parts = { ...call, ...credentials, headers, url: credentials.origin + call.path };
  return WRITERS[language](parts);
}

type Parts = SampleCall & Credentials & { headers: Record<string, string>; url: string };

const JSON_TYPE = { 'content-type': 'application/json' };

const WRITERS: Record<SampleLanguage, (parts: Parts) => string> = {
  curl: inCurl,
  Node: inNode,
  Python: inPython,
  PHP: inPhp,
  Java: inJava,
};

/** Whether curl needs the method: it sends a call with a body as POST, and any other as GET. */
const needsMethod = (method: SampleCall['method'], json: Json | undefined) =>
  method !== (json === undefined ? 'GET' : 'POST');

function inCurl({ method, url, projectId, key, headers, json }: Parts): string {
  const lines = [
    `curl ${/[?&]/.test(url) ? shell(url) : url}`,
    ...(needsMethod(method, json) ? [`-X ${method}`] : []),
    `-u ${shell(`${projectId}:${key}`)}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${shell(`${name}: ${value}`)}`),
    ...(json === undefined ? [] : [`-d ${shell(indent(JSON.stringify(json, null, 2), 2))}`]),
  ];
  return lines.join(' \\\n  ');
}

function inNode({ method, url, projectId, key, headers, json }: Parts): string {
  const headerLines = Object.entries(headers).map(
    ([name, value]) => `    ${single(name)}: ${single(value)},`,
  );
  return [
    `const response = await fetch(${single(url)}, {`,
    ...(method === 'GET' ? [] : [`  method: ${single(method)},`]),
    '  headers: {',
    `    authorization: 'Basic ' + btoa(${single(`${projectId}:${key}`)}),`,
    ...headerLines,
    '  },',
    ...(json === undefined ? [] : [`  body: JSON.stringify(${indent(literal(json, JAVASCRIPT), 2)}),`]),
    '});',
    'console.log(response.status, await response.text());',
  ].join('\n');
}

function inPython({ method, url, projectId, key, headers, json }: Parts): string {
  const credentials = `${projectId}:${key}`;
  const headerLines = Object.entries(headers).map(
    ([name, value]) => `        ${double(name)}: ${double(value)},`,
  );
  return [
    'import base64, json, urllib.error, urllib.request',
    '',
    `credentials = base64.b64encode(b${double(credentials)}).decode()`,
    'request = urllib.request.Request(',
    `    ${double(url)},`,
    `    method=${double(method)},`,
    '    headers={',
    '        "authorization": "Basic " + credentials,',
    ...headerLines,
    '    },',
    ...(json === undefined ? [] : [`    data=json.dumps(${indent(literal(json, PYTHON), 4)}).encode(),`]),
    ')',
    'try:',
    '    with urllib.request.urlopen(request) as response:',
    '        print(response.status, response.read().decode())',
    'except urllib.error.HTTPError as refused:',
    '    print(refused.code, refused.read().decode())',
  ].join('\n');
}

function inPhp({ method, url, projectId, key, headers, json }: Parts): string {
  const headerLines = Object.entries(headers).map(([name, value]) => single(`${name}: ${value}`));
  return [
    '<?php',
    `$request = curl_init(${single(url)});`,
    'curl_setopt_array($request, [',
    `    CURLOPT_USERPWD => ${single(`${projectId}:${key}`)},`,
    ...(headerLines.length > 0 ? [`    CURLOPT_HTTPHEADER => [${headerLines.join(', ')}],`] : []),
    ...(needsMethod(method, json) ? [`    CURLOPT_CUSTOMREQUEST => ${single(method)},`] : []),
    ...(json === undefined
      ? []
      : [`    CURLOPT_POSTFIELDS => json_encode(${indent(literal(json, PHP), 4)}),`]),
    '    CURLOPT_RETURNTRANSFER => true,',
    ']);',
    '$answer = curl_exec($request);',
    "echo curl_getinfo($request, CURLINFO_RESPONSE_CODE), ' ', $answer, PHP_EOL;",
  ].join('\n');
}

function inJava({ name, method, url, projectId, key, headers, json }: Parts): string {
  const body =
    json === undefined
      ? 'HttpRequest.BodyPublishers.noBody()'
      : `HttpRequest.BodyPublishers.ofString("""\n${indent(`        ${textBlock(json)}`, 8)}""")`;
  return [
    'import java.net.URI;',
    'import java.net.http.*;',
    'import java.util.Base64;',
    '',
    `public class ${name} {`,
    '  public static void main(String[] arguments) throws Exception {',
    `    var credentials = ${double(`${projectId}:${key}`)}.getBytes();`,
    `    var request = HttpRequest.newBuilder(URI.create(${double(url)}))`,
    '      .header("authorization", "Basic " + Base64.getEncoder().encodeToString(credentials))',
    ...Object.entries(headers).map(([header, value]) => `      .header(${double(header)}, ${double(value)})`),
    `      .${method === 'GET' ? 'GET()' : `method(${double(method)}, ${body})`}`,
    '      .build();',
    '    var response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());',
    '    System.out.println(response.statusCode() + " " + response.body());',
    '  }',
    '}',
  ].join('\n');
}

/** The syntax of JSON values in a language. */
type Syntax = {
  array: readonly [string, string];
  object: readonly [string, string];
  key: (name: string) => string;
  string: (text: string) => string;
  literals: { true: string; false: string; null: string };
  indentation: number;
};

const JAVASCRIPT: Syntax = {
  array: ['[', ']'],
  object: ['{', '}'],
  key: (name) => `${/^[a-z_]\w*$/i.test(name) ? name : single(name)}: `,
  string: single,
  literals: { true: 'true', false: 'false', null: 'null' },
  indentation: 2,
};
const PYTHON: Syntax = {
  array: ['[', ']'],
  object: ['{', '}'],
  key: (name) => `${double(name)}: `,
  string: double,
  literals: { true: 'True', false: 'False', null: 'None' },
  indentation: 4,
};
const PHP: Syntax = {
  array: ['[', ']'],
  object: ['[', ']'],
  key: (name) => `${single(name)} => `,
  string: single,
  literals: { true: 'true', false: 'false', null: 'null' },
  indentation: 4,
};

function literal(value: Json, syntax: Syntax): string {
  if (typeof value === 'string') return syntax.string(value);
  if (typeof value === 'number') return String(value);
  if (value === null) return syntax.literals.null;
  if (typeof value === 'boolean') return syntax.literals[value ? 'true' : 'false'];
  const [open, close] = Array.isArray(value) ? syntax.array : syntax.object;
  const parts = Array.isArray(value)
    ? (value as readonly Json[]).map((item) => literal(item, syntax))
    : Object.entries(value).map(([name, item]) => syntax.key(name) + literal(item, syntax));
  const { indentation } = syntax;
  const lines = parts.map((part) => `${' '.repeat(indentation)}${indent(part, indentation)},`);
  return [open, ...lines, close].join('\n');
}

/** Indents all lines except the first. */
const indent = (text: string, by: number): string => text.replaceAll('\n', `\n${' '.repeat(by)}`);

function shell(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function single(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}

function double(text: string): string {
  return JSON.stringify(text);
}

/** Escapes JSON for a Java text block. Formatted JSON never has three quotes in a row. */
const textBlock = (json: Json): string => JSON.stringify(json, null, 2).replaceAll('\\', '\\\\');

// A call of the public API as a program to paste and run, in each language of the reference. None needs more
// than its language brings.

export const SAMPLE_LANGUAGES = ['curl', 'Node', 'Python', 'PHP', 'Java'] as const;
export type SampleLanguage = (typeof SAMPLE_LANGUAGES)[number];

export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

export type SampleCall = {
  method: 'GET' | 'POST';
  /** With its query. */
  path: string;
  json?: Json;
  headers?: Readonly<Record<string, string>>;
  /** Names the class in Java. */
  name: string;
};

export type Credentials = { origin: string; projectId: string; key: string };

/** The program that makes the call and prints what it was answered. */
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

function inCurl({ method, url, projectId, key, headers, json }: Parts): string {
  const lines = [
    `curl ${/[?&]/.test(url) ? shell(url) : url}`,
    ...(method === 'POST' && json === undefined ? ['-X POST'] : []),
    `-u ${shell(`${projectId}:${key}`)}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${shell(`${name}: ${value}`)}`),
    ...(json === undefined ? [] : [`-d ${shell(indent(JSON.stringify(json, null, 2), 2))}`]),
  ];
  return lines.join(' \\\n  ');
}

function inNode({ method, url, projectId, key, headers, json }: Parts): string {
  const named = Object.entries(headers).map(([name, value]) => `    ${single(name)}: ${single(value)},`);
  return [
    `const response = await fetch(${single(url)}, {`,
    ...(method === 'GET' ? [] : [`  method: ${single(method)},`]),
    '  headers: {',
    `    authorization: 'Basic ' + btoa(${single(`${projectId}:${key}`)}),`,
    ...named,
    '  },',
    ...(json === undefined ? [] : [`  body: JSON.stringify(${indent(literal(json, JAVASCRIPT), 2)}),`]),
    '});',
    'console.log(response.status, await response.text());',
  ].join('\n');
}

function inPython({ method, url, projectId, key, headers, json }: Parts): string {
  const credentials = `${projectId}:${key}`;
  const named = Object.entries(headers).map(([name, value]) => `        ${double(name)}: ${double(value)},`);
  return [
    'import base64, json, urllib.error, urllib.request',
    '',
    `credentials = base64.b64encode(b${double(credentials)}).decode()`,
    'request = urllib.request.Request(',
    `    ${double(url)},`,
    `    method=${double(method)},`,
    '    headers={',
    '        "authorization": "Basic " + credentials,',
    ...named,
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
  const named = Object.entries(headers).map(([name, value]) => single(`${name}: ${value}`));
  return [
    '<?php',
    `$request = curl_init(${single(url)});`,
    'curl_setopt_array($request, [',
    `    CURLOPT_USERPWD => ${single(`${projectId}:${key}`)},`,
    ...(named.length > 0 ? [`    CURLOPT_HTTPHEADER => [${named.join(', ')}],`] : []),
    ...(method === 'POST' && json === undefined ? ["    CURLOPT_CUSTOMREQUEST => 'POST',"] : []),
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
    `      .${method === 'GET' ? 'GET()' : `POST(${body})`}`,
    '      .build();',
    '    var response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());',
    '    System.out.println(response.statusCode() + " " + response.body());',
    '  }',
    '}',
  ].join('\n');
}

/** How a language writes lists and what has names. */
type Style = {
  list: readonly [string, string];
  named: readonly [string, string];
  name: (name: string) => string;
  text: (text: string) => string;
  words: readonly [yes: string, no: string, none: string];
  step: number;
};

const JAVASCRIPT: Style = {
  list: ['[', ']'],
  named: ['{', '}'],
  name: (name) => `${/^[a-z_]\w*$/i.test(name) ? name : single(name)}: `,
  text: single,
  words: ['true', 'false', 'null'],
  step: 2,
};
const PYTHON: Style = {
  list: ['[', ']'],
  named: ['{', '}'],
  name: (name) => `${double(name)}: `,
  text: double,
  words: ['True', 'False', 'None'],
  step: 4,
};
const PHP: Style = {
  list: ['[', ']'],
  named: ['[', ']'],
  name: (name) => `${single(name)} => `,
  text: single,
  words: ['true', 'false', 'null'],
  step: 4,
};

function literal(value: Json, style: Style): string {
  if (typeof value === 'string') return style.text(value);
  if (typeof value === 'number') return String(value);
  if (value === null) return style.words[2];
  if (typeof value === 'boolean') return style.words[value ? 0 : 1];
  const [open, close] = Array.isArray(value) ? style.list : style.named;
  const parts = Array.isArray(value)
    ? (value as readonly Json[]).map((one) => literal(one, style))
    : Object.entries(value).map(([name, one]) => style.name(name) + literal(one, style));
  const lines = parts.map((part) => `${' '.repeat(style.step)}${indent(part, style.step)},`);
  return [open, ...lines, close].join('\n');
}

/** All lines but the first further in. */
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

/**
 * In a text block only backslashes need care: no JSON has three quotes in a row but an empty text before
 * another, which has a comma.
 */
const textBlock = (json: Json): string => JSON.stringify(json, null, 2).replaceAll('\\', '\\\\');

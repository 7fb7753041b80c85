// The fields of a call to sendsms, as octets: their charset is a field too.
import type { IncomingHttpHeaders } from 'node:http';

/** The octets of a field, or undefined. */
export type Fields = (name: string) => Buffer | undefined;

/** The fields of a query. Of a repeated name the first value counts, as in smsbox. */
export function fieldsOfQuery(url: string): Fields {
  const at = url.indexOf('?');
  const found = new Map<string, Buffer>();
  for (const pair of at === -1 ? [] : url.slice(at + 1).split('&')) {
    const [name = '', ...value] = pair.split('=');
    const key = decode(name).toString('latin1');
    if (!found.has(key)) found.set(key, decode(value.join('=')));
  }
  return (name) => found.get(name);
}

/** The fields of X-Kannel headers: `X-Kannel-To` is `to`. */
export function fieldsOfHeaders(headers: IncomingHttpHeaders): Fields {
  return (name) => {
    const value = headers[`x-kannel-${name}`];
    return value === undefined ? undefined : Buffer.from([value].flat()[0] ?? '', 'latin1');
  };
}

/** Decodes percent-encoding to octets. A percent sign that encodes nothing stays as it is. */
function decode(text: string): Buffer {
  const plain = text.replaceAll('+', ' ');
  const octets = plain.replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(octets, 'latin1');
}

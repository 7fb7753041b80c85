// XML to and from carriers.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeXml, parseXml } from '../../../xml.ts';
import { dataOf, pickFrom } from './answer.ts';
import { compileRequest } from './template.ts';

const SOAP = `<?xml version="1.0"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/">
  <soap:Body><ns1:sendMessagesResponse><return code="0">200</return><id>00123456789012345678</id>
  </ns1:sendMessagesResponse></soap:Body></soap:Envelope>`;
const answered = (body: string) => ({ kind: 'answered', status: 200, headers: {}, body }) as const;

describe('an answer in XML', () => {
  it('has fields without prefixes, attributes, and ids with all digits', () => {
    const data = dataOf('xml', answered(SOAP));
    expect(pickFrom(data, 'Envelope.Body.*.id | [0]')).toBe('00123456789012345678');
    expect(pickFrom(data, 'Envelope.Body.sendMessagesResponse.return."#text"')).toBe('200');
    expect(pickFrom(data, 'Envelope.Body.sendMessagesResponse.return."@code"')).toBe('0');
    expect(pickFrom(data, 'http')).toBe(200);
  });

  it.each([
    ['half of it', SOAP.slice(0, 200)],
    ['JSON', '{"id":1}'],
    ['a DOCTYPE', `<!DOCTYPE a [<!ENTITY b "bb">]><a>&b;</a>`],
    ['a tag that is not closed', '<a><b></a>'],
    ['only open tags', '<a>'.repeat(87_000)],
    ['a long run of blanks, which a parser may take minutes for', `<a${' '.repeat(260_000)}>`],
  ])('that is %s is no answer', (_name, body) => {
    expect(dataOf('xml', answered(body))).toBeUndefined();
  });

  it('that nests deeply is no fault', () => {
    const deep = 37_000;
    const read = dataOf('xml', answered('<a>'.repeat(deep) + '</a>'.repeat(deep)));
    expect(read === undefined || 'a' in read).toBe(true);
  });

  it('keeps entities as they are written, and names no prototype', () => {
    expect(parseXml('<a>&lt;&#65;&b;</a>')).toEqual({ a: '&lt;&#65;&b;' });
    const parsed = parseXml('<a><__proto__><http>7</http></__proto__></a>');
    expect(({} as Record<string, unknown>).http).toBeUndefined();
    expect(pickFrom(parsed, 'a.http')).toBeNull();
  });

  it('is told from JSON if a carrier sends either', () => {
    expect(dataOf('json-or-xml', answered('\ufeff <fault><code>7</code></fault>'))).toMatchObject({
      fault: { code: '7' },
    });
    expect(dataOf('json-or-xml', answered('{"fault":{"code":7}}'))).toMatchObject({ fault: { code: 7 } });
    expect(dataOf('json', answered('<fault/>'))).toBeUndefined();
  });
});

describe('a request in XML', () => {
  it('has its values escaped in place', () => {
    const xml = '<m to="{{to}}">{{text}}</m>';
    const values = { to: '+94"', text: `</m> & 'x' \u0000\ud800 ආ 🙂` };
    const { headers, body } = compileRequest('https://carrier.example', { post: '/', xml })(values);
    expect(headers['content-type']).toBe('text/xml; charset=utf-8');
    expect(body).toBe('<m to="+94&quot;">&lt;/m&gt; &amp; &apos;x&apos; \ufffd ආ 🙂</m>');
  });

  it('is well formed whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const parsed = parseXml(`<a b="${escapeXml(text)}">${escapeXml(text)}x</a>`) as { a: object };
        expect(Object.keys(parsed)).toEqual(['a']);
      }),
    );
  });
});

// Reads the XML of carriers, such as SOAP answers, into the values that picks see.
import { XMLParser } from 'fast-xml-parser';

const OPTIONS = {
  removeNSPrefix: true,
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  ignoreDeclaration: true,
  ignorePiTags: true,
  // Ids keep all their digits.
  parseTagValue: false,
  parseAttributeValue: false,
  // An entity can stand for more text than any limit on bytes allows.
  processEntities: false,
};
const parser = new XMLParser(OPTIONS);
/** Entities of XML and HTML stand for one character each. A text that declares its own is refused. */
const proseParser = new XMLParser({
  ...OPTIONS,
  ...{ processEntities: true, htmlEntities: true, trimValues: false },
});

/** The parser's time grows with the square of a run of blanks: 260,000 of them took it two minutes. */
const LONG_RUN = /\s{50,}/g;

/**
 * Parses XML: elements become fields without their prefixes, repeated ones lists, attributes `@name`, and all
 * values texts in which runs of blanks are one blank. Undefined if it is not well formed or has a DOCTYPE.
 */
export function parseXml(text: string): unknown {
  if (/<!DOCTYPE/i.test(text)) return undefined;
  return parsed(parser, text.replace(/\s+/g, ' '));
}

/** Parses XML as `parseXml` does, but values keep their lines and blanks, and characters are no entities. */
export function parseProse(text: string): unknown {
  if (/<!DOCTYPE/i.test(text)) return undefined;
  return parsed(proseParser, text.replace(LONG_RUN, ' '));
}

function parsed(parser: XMLParser, text: string): unknown {
  try {
    return parser.parse(text, true);
  } catch {
    return undefined;
  }
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** A value as text or attribute of XML 1.0, without the characters that it forbids (§2.2). */
export const escapeXml = (value: string): string =>
  value
    .toWellFormed()
    .replace(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"']/g, (character) => ESCAPES[character]!);

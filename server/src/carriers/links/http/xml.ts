// Reads the XML of carriers, such as SOAP answers, into the values that picks see.
import { XMLParser } from 'fast-xml-parser';

const parser = new XMLParser({
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
});

/**
 * Parses XML: elements become fields without their prefixes, repeated ones lists, attributes `@name`, and all
 * values texts in which runs of blanks are one blank. Undefined if it is not well formed or has a DOCTYPE.
 */
export function parseXml(text: string): unknown {
  if (/<!DOCTYPE/i.test(text)) return undefined;
  try {
    // The parser's time grows with the square of a run of blanks: 260,000 of them took it two minutes.
    return parser.parse(text.replace(/\s+/g, ' '), true);
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

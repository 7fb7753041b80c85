// Documents for verification, and steps on its screens.
import { expect, type Locator, type Page } from '@playwright/test';

export type FilePayload = { name: string; mimeType: string; buffer: Buffer };

// One pixel.
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
  'base64',
);

/** An accepted picture with its own name. */
export const picture = (name: string): FilePayload => ({ name, mimeType: 'image/png', buffer: PNG });
export const PICTURE_SIZE = `${PNG.length} bytes`;

/**
 * A PDF of three pages: a line of text; a black picture in the fax format of scanners (CCITT group 4); a
 * damaged picture.
 */
export function threePages(name: string): FilePayload {
  const page = (id: number, content: number, resources: string) =>
    Buffer.from(
      `${id} 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents ${content} 0 R/Resources<<${resources}>>>> endobj\n`,
    );
  const stream = (id: number, dictionary: string, content: Buffer) =>
    Buffer.concat([
      Buffer.from(`${id} 0 obj <<${dictionary}/Length ${content.length}>> stream\n`),
      content,
      Buffer.from('\nendstream endobj\n'),
    ]);
  const size = '/Subtype/Image/Width 8/Height 8/BitsPerComponent 1/ColorSpace/DeviceGray';
  const buffer = Buffer.concat([
    Buffer.from('%PDF-1.7\n1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj\n'),
    Buffer.from('2 0 obj <</Type/Pages/Kids[3 0 R 4 0 R 5 0 R]/Count 3>> endobj\n'),
    page(3, 6, '/Font<</F 7 0 R>>'),
    page(4, 8, '/XObject<</I 9 0 R>>'),
    page(5, 8, '/XObject<</I 10 0 R>>'),
    stream(6, '', Buffer.from('BT /F 32 Tf 72 700 Td (Certificate of incorporation) Tj ET')),
    Buffer.from('7 0 obj <</Type/Font/Subtype/Type1/BaseFont/Helvetica>> endobj\n'),
    stream(8, '', Buffer.from('595 0 0 842 0 0 cm /I Do')),
    stream(9, `${size}/Filter/CCITTFaxDecode/DecodeParms<</K -1/Columns 8/Rows 8>>`, BLACK),
    stream(10, `${size}/Filter/JPXDecode`, Buffer.from('torn')),
    Buffer.from('trailer <</Root 1 0 R>>\nstartxref\n0\n%%EOF\n'),
  ]);
  return { name, mimeType: 'application/pdf', buffer };
}

/**
 * Eight rows of eight pixels: no white and eight black ones in the first, seven repetitions, the end, and a
 * padding bit.
 */
const BLACK = Buffer.from(
  `001${'00110101'}${'000101'}${'11'.repeat(7)}${'000000000001'.repeat(2)}0`
    .match(/.{8}/g)!
    .map((bits) => Number.parseInt(bits, 2)),
);

/** An HTML page named as a PDF. */
export const disguised: FilePayload = {
  name: 'registration.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('<!doctype html><script>alert(1)</script>'),
};

/** The field of a document by its label. */
export const documentField = (page: Page, label: string): Locator =>
  page.getByRole('group', { name: label, exact: true });

/** Chooses a file and waits until it is accepted. */
export async function uploaded(page: Page, label: string, name: string): Promise<void> {
  await upload(page, label, picture(name));
  await expect(documentField(page, label).getByText(name)).toBeVisible();
  await expect(documentField(page, label).getByText('uploaded')).toBeVisible();
}

/** Chooses a file in the browser's dialog, opened by the button. */
export async function upload(page: Page, label: string, file: FilePayload): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await documentField(page, label)
    .getByRole('button', { name: /^Upload/ })
    .click();
  await (await chooser).setFiles(file);
}

/** Goes through the steps of a request for a sender id, to the summary. */
export async function fillRequest(page: Page, sender: string, type?: string): Promise<void> {
  const next = page.getByRole('button', { name: 'Continue' });
  await page
    .getByRole('textbox', { name: 'Legal Name of Business or Individual' })
    .fill('Lanka Retail (Pvt) Ltd');
  await next.click();
  await page.getByRole('textbox', { name: 'Sender ID', exact: true }).fill(sender);
  await next.click();
  await page
    .getByRole('textbox', { name: 'Describe Sender ID Usage' })
    .fill('Order updates for customers of our shops.');
  if (type) await page.getByText(type, { exact: true }).click();
  await next.click();
  await expect(page.getByRole('button', { name: 'Request Sender ID' })).toBeVisible();
}

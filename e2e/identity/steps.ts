// Documents of people who verify, and what the screens for them are asked.
import { expect, type Locator, type Page } from '@playwright/test';

export type FilePayload = { name: string; mimeType: string; buffer: Buffer };

// One pixel.
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
  'base64',
);

/** A picture that is taken, under a name of its own. */
export const picture = (name: string): FilePayload => ({ name, mimeType: 'image/png', buffer: PNG });

/** A PDF with a line of text on each of two pages. */
export function twoPages(name: string): FilePayload {
  const page = (id: number) =>
    `${id} 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents ${id + 1} 0 R/Resources<</Font<</F 7 0 R>>>>>> endobj\n`;
  const content = (id: number, words: string) => {
    const text = `BT /F 32 Tf 72 700 Td (${words}) Tj ET`;
    return `${id} 0 obj <</Length ${text.length}>> stream\n${text}\nendstream endobj\n`;
  };
  const parts = [
    '%PDF-1.7\n1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj\n',
    '2 0 obj <</Type/Pages/Kids[3 0 R 5 0 R]/Count 2>> endobj\n',
    page(3),
    content(4, 'Certificate of incorporation'),
    page(5),
    content(6, 'Directors'),
    '7 0 obj <</Type/Font/Subtype/Type1/BaseFont/Helvetica>> endobj\n',
    'trailer <</Root 1 0 R>>\nstartxref\n0\n%%EOF\n',
  ];
  return { name, mimeType: 'application/pdf', buffer: Buffer.from(parts.join('')) };
}

/** A page that calls itself a PDF. */
export const disguised: FilePayload = {
  name: 'registration.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('<!doctype html><script>alert(1)</script>'),
};

/** The place of a document by its label. */
export const place = (page: Page, label: string): Locator =>
  page.getByRole('group', { name: label, exact: true });

/** Chooses a file that is taken, and waits until it is. */
export async function uploaded(page: Page, label: string, name: string): Promise<void> {
  await upload(page, label, picture(name));
  await expect(place(page, label).getByText(name)).toBeVisible();
  await expect(place(page, label).getByText('uploaded')).toBeVisible();
}

/** Chooses a file as a person does: the button opens the browser's dialog. */
export async function upload(page: Page, label: string, file: FilePayload): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await place(page, label)
    .getByRole('button', { name: /^Upload/ })
    .click();
  await (await chooser).setFiles(file);
}

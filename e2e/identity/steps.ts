// Documents of people who verify, and what the screens for them are asked.
import { expect, type Locator, type Page } from '@playwright/test';

type FilePayload = { name: string; mimeType: string; buffer: Buffer };

// One pixel.
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
  'base64',
);

/** A picture that is taken, under a name of its own. */
export const picture = (name: string): FilePayload => ({ name, mimeType: 'image/png', buffer: PNG });

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

// A page of a document, ready to be looked at: a picture as it is, a page of a PDF as something that can be drawn.
import { useEffect, useState } from 'react';
import type { Page, Pdf } from './pdf.ts';
import type { Size } from './view.ts';

export type Sheet = (Size & { url: string }) | Page;

type Book = { pages: number; sheet: (number: number) => Promise<Sheet> };

/** Open until `over` aborts. Rejects where the file is not what its type says, or cannot be read. */
async function openBook(file: Blob, over: AbortSignal): Promise<Book> {
  if (file.type === 'application/pdf') {
    // As large as all else of the page together, and few documents need it.
    const { openPdf } = await import('./pdf.ts');
    const { pages, page }: Pdf = await openPdf(file, over);
    return { pages, sheet: page };
  }
  const url = URL.createObjectURL(file);
  over.addEventListener('abort', () => URL.revokeObjectURL(url), { once: true });
  const picture = new Image();
  picture.src = url;
  await picture.decode();
  const sheet = { url, width: picture.naturalWidth, height: picture.naturalHeight };
  return { pages: 1, sheet: async () => sheet };
}

/** The sheet is null until it is there, and 'broken' where it cannot be shown. `giveUp` is for one that cannot be drawn. */
export function useSheet(file: Blob, number: number) {
  const [book, setBook] = useState<Book | null>(null);
  const [sheet, setSheet] = useState<Sheet | 'broken' | null>(null);

  useEffect(() => {
    const over = new AbortController();
    openBook(file, over.signal).then(
      (opened) => over.signal.aborted || setBook(opened),
      () => over.signal.aborted || setSheet('broken'),
    );
    return () => over.abort();
  }, [file]);

  useEffect(() => {
    if (!book) return;
    let isOver = false;
    book.sheet(number).then(
      (found) => isOver || setSheet(found),
      () => isOver || setSheet('broken'),
    );
    return () => {
      isOver = true;
    };
  }, [book, number]);

  const giveUp = (drawn: Sheet) => setSheet((shown) => (shown === drawn ? 'broken' : shown));
  return { pages: book?.pages ?? 1, sheet, giveUp };
}

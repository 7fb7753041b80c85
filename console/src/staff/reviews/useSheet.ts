// A page of a document, ready to be looked at: a picture as it is, a page of a PDF as something that can be drawn.
import { useEffect, useState } from 'react';
import type { Page, Pdf } from './pdf.ts';
import type { Size } from './view.ts';

export type Sheet = (Size & { url: string }) | Page;

type Book = { pages: number; sheet: (number: number) => Promise<Sheet>; close: () => void };

/** Rejects where the file is not what its type says, or cannot be read. */
async function openBook(file: Blob): Promise<Book> {
  if (file.type === 'application/pdf') {
    // As large as all else of the page together, and few documents need it.
    const { openPdf } = await import('./pdf.ts');
    const { pages, page, close }: Pdf = await openPdf(file);
    return { pages, sheet: page, close };
  }
  const url = URL.createObjectURL(file);
  const close = () => URL.revokeObjectURL(url);
  try {
    const picture = new Image();
    picture.src = url;
    await picture.decode();
    const sheet = { url, width: picture.naturalWidth, height: picture.naturalHeight };
    return { pages: 1, sheet: async () => sheet, close };
  } catch (error) {
    close();
    throw error;
  }
}

/** The sheet is null until it is there. */
export function useSheet(file: Blob, number: number) {
  const [book, setBook] = useState<Book | null>(null);
  const [sheet, setSheet] = useState<Sheet | null>(null);
  const [isBroken, setBroken] = useState(false);

  useEffect(() => {
    let isOver = false;
    const opening = openBook(file);
    opening.then(
      (opened) => {
        if (!isOver) setBook(opened);
      },
      () => setBroken(true),
    );
    return () => {
      isOver = true;
      opening.then(
        ({ close }) => close(),
        () => {},
      );
    };
  }, [file]);

  useEffect(() => {
    if (!book) return;
    let isOver = false;
    book.sheet(number).then(
      (found) => {
        if (!isOver) setSheet(found);
      },
      () => {
        if (!isOver) setBroken(true);
      },
    );
    return () => {
      isOver = true;
    };
  }, [book, number]);

  return { pages: book?.pages ?? 1, sheet, isBroken };
}

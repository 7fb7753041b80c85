// PDF files drawn by ourselves, page by page: a browser's own viewer runs in no sandbox, and phones have none. What a file says is read
// in a worker, and nothing in it is run.
import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy, type PDFPageProxy } from 'pdfjs-dist';
import type { Size } from './view.ts';

/** Pages are measured in points. */
const PIXELS_A_POINT = 96 / 72;
/** Of a drawing; pages can be metres wide. */
const MOST_PIXELS = 16_000_000;

export type Page = Size & {
  /** Gives a drawing at a scale, for a screen with that many dots to a pixel. Rejects when `signal` aborts. */
  draw: (scale: number, dots: number, signal: AbortSignal) => Promise<HTMLCanvasElement>;
};

export type Pdf = {
  pages: number;
  /** Counted from one. */
  page: (number: number) => Promise<Page>;
  close: () => void;
};

/** Rejects where it is no PDF, or none that can be read without a password. */
export async function openPdf(file: Blob): Promise<Pdf> {
  const worker = new Worker(new URL('pdfjs-dist/build/pdf.worker.min.mjs', import.meta.url), {
    type: 'module',
  });
  GlobalWorkerOptions.workerPort = worker;
  const task = getDocument({ data: await file.arrayBuffer(), enableXfa: false, verbosity: 0 });
  // What hangs in a file ends with its worker.
  const close = () => {
    void task.destroy().catch(() => {});
    worker.terminate();
  };
  try {
    const document: PDFDocumentProxy = await task.promise;
    return {
      pages: document.numPages,
      page: async (number) => asPage(await document.getPage(number)),
      close,
    };
  } catch (error) {
    close();
    throw error;
  }
}

function asPage(page: PDFPageProxy): Page {
  const { width, height } = page.getViewport({ scale: PIXELS_A_POINT });
  async function draw(scale: number, dots: number, signal: AbortSignal): Promise<HTMLCanvasElement> {
    const most = Math.sqrt(MOST_PIXELS / (width * height));
    const viewport = page.getViewport({ scale: Math.min(scale * dots, most) * PIXELS_A_POINT });
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.floor(viewport.width));
    canvas.height = Math.max(1, Math.floor(viewport.height));
    const drawing = page.render({ canvas, viewport });
    signal.addEventListener('abort', () => drawing.cancel(), { once: true });
    await drawing.promise;
    return canvas;
  }
  return { width, height, draw };
}

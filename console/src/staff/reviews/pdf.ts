// PDF files drawn by ourselves, page by page: a browser's own viewer runs in no sandbox, and phones have
// none. A worker reads the content of a file, and no code in it is run.
import { getDocument, type PDFPageProxy, PDFWorker, version } from 'pdfjs-dist';
import type { Size } from './view.ts';

/** Pages are measured in points. */
const PIXELS_A_POINT = 96 / 72;
/** Of a drawing; pages can be metres wide. */
const MOST_PIXELS = 16_000_000;
/**
 * The parts that few files need, put there by vite.config.ts: decoders of scans, the character names of Asian
 * fonts, fonts of symbols.
 */
const PARTS = `/assets/pdfjs-${version}`;

export type Page = Size & {
  /**
   * Gives a drawing at a scale, for a screen with that many dots to a pixel. Rejects when `signal` aborts,
   * and where a picture of the page cannot be read: the page without it would be taken for the whole.
   */
  draw: (scale: number, dots: number, signal: AbortSignal) => Promise<HTMLCanvasElement>;
};

export type Pdf = {
  pages: number;
  /** Counted from one. */
  page: (number: number) => Promise<Page>;
};

/** Open until `over` aborts. Rejects where it is no PDF, or none that can be read without a password. */
export async function openPdf(file: Blob, over: AbortSignal): Promise<Pdf> {
  const data = await file.arrayBuffer();
  over.throwIfAborted();
  const port = new Worker(new URL('pdfjs-dist/build/pdf.worker.min.mjs', import.meta.url), {
    type: 'module',
  });
  const worker = PDFWorker.create({ port, verbosity: 0 });
  const task = getDocument({
    data,
    worker,
    enableXfa: false,
    verbosity: 0,
    // Our policy lets no WebAssembly run; the same decoders are there as scripts.
    useWasm: false,
    wasmUrl: `${PARTS}/wasm/`,
    cMapUrl: `${PARTS}/cmaps/`,
    standardFontDataUrl: `${PARTS}/standard_fonts/`,
  });
  // A file that hangs ends with its worker, also while it is being opened.
  const close = () => {
    void task.destroy().catch(() => {});
    worker.destroy();
    port.terminate();
  };
  over.addEventListener('abort', close, { once: true });
  try {
    const document = await task.promise;
    return { pages: document.numPages, page: async (number) => asPage(await document.getPage(number)) };
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
    // A picture that cannot be read is left out without an error.
    for (const [id, picture] of page.objs) if (picture === null) throw new Error(`${id} cannot be read.`);
    return canvas;
  }
  return { width, height, draw };
}

// Renders PDF files page by page. Browsers' own viewers are not sandboxed, and phones have none. A worker
// parses the file; scripts in it never run.
import { getDocument, type PDFPageProxy, PDFWorker, version } from 'pdfjs-dist';
import type { Size } from './view.ts';

/** PDF pages are measured in points. */
const PIXELS_PER_POINT = 96 / 72;
/** The maximum size of a drawing, because pages can be metres wide. */
const MAX_PIXELS = 16_000_000;
/**
 * Rarely needed parts, which vite.config.ts copies: image decoders, character maps of Asian fonts, and
 * standard fonts.
 */
const PARTS = `/assets/pdfjs-${version}`;

export type Page = Size & {
  /**
   * Draws the page at a scale, with `pixelRatio` device pixels per CSS pixel. Rejects if `signal` aborts, or
   * if an image cannot be read, because an incomplete page could be mistaken for the whole.
   */
  draw: (scale: number, pixelRatio: number, signal: AbortSignal) => Promise<HTMLCanvasElement>;
};

export type Pdf = {
  pages: number;
  /** Pages are counted from 1. */
  page: (number: number) => Promise<Page>;
};

/** Opens a PDF until `signal` aborts. Rejects if the file is not a PDF or needs a password. */
export async function openPdf(file: Blob, signal: AbortSignal): Promise<Pdf> {
  const data = await file.arrayBuffer();
  signal.throwIfAborted();
  const port = new Worker(new URL('pdfjs-dist/build/pdf.worker.min.mjs', import.meta.url), {
    type: 'module',
  });
  const worker = PDFWorker.create({ port, verbosity: 0 });
  const task = getDocument({
    data,
    worker,
    enableXfa: false,
    verbosity: 0,
    // Our content security policy forbids WebAssembly, so pdf.js uses its decoders in JavaScript.
    useWasm: false,
    wasmUrl: `${PARTS}/wasm/`,
    cMapUrl: `${PARTS}/cmaps/`,
    standardFontDataUrl: `${PARTS}/standard_fonts/`,
  });
  // Terminating the worker also stops a file that hangs while it opens.
  const close = () => {
    void task.destroy().catch(() => {});
    worker.destroy();
    port.terminate();
  };
  signal.addEventListener('abort', close, { once: true });
  try {
    const document = await task.promise;
    return { pages: document.numPages, page: async (number) => asPage(await document.getPage(number)) };
  } catch (error) {
    close();
    throw error;
  }
}

function asPage(page: PDFPageProxy): Page {
  const { width, height } = page.getViewport({ scale: PIXELS_PER_POINT });
  async function draw(scale: number, pixelRatio: number, signal: AbortSignal): Promise<HTMLCanvasElement> {
    const most = Math.sqrt(MAX_PIXELS / (width * height));
    const viewport = page.getViewport({ scale: Math.min(scale * pixelRatio, most) * PIXELS_PER_POINT });
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.floor(viewport.width));
    canvas.height = Math.max(1, Math.floor(viewport.height));
    const drawing = page.render({ canvas, viewport });
    signal.addEventListener('abort', () => drawing.cancel(), { once: true });
    await drawing.promise;
    // pdf.js skips unreadable images without an error.
    for (const [id, picture] of page.objs) if (picture === null) throw new Error(`${id} cannot be read.`);
    return canvas;
  }
  return { width, height, draw };
}

// Files that a stream becomes: read to its end under way, then saved by the browser.

/** What of a file has arrived. `lines` counts line feeds. */
export type Arrived = { bytes: number; lines: number };

const LINE_FEED = 10;

function linesIn(chunk: Uint8Array): number {
  let lines = 0;
  for (const byte of chunk) if (byte === LINE_FEED) lines += 1;
  return lines;
}

/** Reads a stream to its end and tells after every chunk how much of it there is. Rejects where the stream breaks off. */
export function readFile(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  onArrived: (arrived: Arrived) => void,
): Promise<Blob> {
  const arrived: Arrived = { bytes: 0, lines: 0 };
  const counter = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, out) {
      arrived.bytes += chunk.byteLength;
      arrived.lines += linesIn(chunk);
      onArrived({ ...arrived });
      out.enqueue(chunk);
    },
  });
  // The browser keeps a blob on disk where it is too big for memory.
  return new Response(stream.pipeThrough(counter)).blob();
}

/** Has the browser save a file, as if a link to it had been followed. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Browsers begin to save in their own time; a minute is more than any needs.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

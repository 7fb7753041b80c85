// An upload with progress. It uses XMLHttpRequest, because `fetch` reports no upload progress.

/** Like `fetch`: rejects if no answer arrived, or with the signal's reason if it was aborted. */
export function upload(
  url: string,
  { method = 'POST', headers, body, signal }: RequestInit,
  onSent: (share: number) => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const call = new XMLHttpRequest();
    call.open(method, url);
    new Headers(headers).forEach((value, name) => {
      call.setRequestHeader(name, value);
    });
    call.responseType = 'blob';
    call.upload.onprogress = ({ loaded, total }) => onSent(total > 0 ? loaded / total : 1);
    call.upload.onload = () => onSent(1);
    call.onload = () => resolve(answerOf(call));
    call.onerror = () => reject(new TypeError('No answer came'));
    call.onabort = () => reject(signal?.reason ?? new DOMException('Aborted', 'AbortError'));
    signal?.addEventListener('abort', () => call.abort(), { once: true });
    call.send(body as XMLHttpRequestBodyInit | null);
  });
}

function answerOf(call: XMLHttpRequest): Response {
  const lines = call.getAllResponseHeaders().trim().split(/\r?\n/).filter(Boolean);
  const pairs = lines.map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon), line.slice(colon + 1).trim()] as [string, string];
  });
  return new Response(call.response as Blob, { status: call.status, headers: pairs });
}

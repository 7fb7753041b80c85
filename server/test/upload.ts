// Files as browsers send them.

/** A form of files as the body of a call, with the header that names it. What is no file yet becomes a CSV. */
export async function multipart(
  files: Record<string, string | Uint8Array<ArrayBuffer> | File>,
): Promise<{ payload: Buffer; headers: Record<string, string> }> {
  const form = new FormData();
  for (const [name, content] of Object.entries(files)) {
    const isFile = content instanceof File;
    form.set(name, isFile ? content : new File([content], 'contacts.csv', { type: 'text/csv' }));
  }
  const body = new Response(form);
  return {
    payload: Buffer.from(await body.arrayBuffer()),
    headers: { 'content-type': body.headers.get('content-type')! },
  };
}

// A file as browsers send it.

/** Headers and payload of a form with one file in the part `name`. */
export async function multipartOf(name: string, content: string) {
  const form = new FormData();
  form.append(name, new Blob([content]), `${name}.csv`);
  const request = new Request('http://localhost/', { method: 'POST', body: form });
  return {
    headers: { 'content-type': request.headers.get('content-type')! },
    payload: Buffer.from(await request.arrayBuffer()),
  };
}

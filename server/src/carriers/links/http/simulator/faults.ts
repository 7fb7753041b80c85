// The faults of a simulated HTTP carrier.

/**
 * - `html502`: an HTML page with 502 instead of an answer; not taken.
 * - `ok-with-error`: status 200 with a body that refuses; not taken.
 * - `half-json`: taken; the answer ends in its middle.
 * - `silent`: taken, never answered.
 * - `slow`: taken, answered after 40 s.
 * - `reset-after-body`: the connection is reset once the request is read; not taken.
 * - `lost-answer`: taken; the connection is reset instead of the answer.
 * - `throttle`: 429 with Retry-After; not taken.
 * - `token-ends`: a token is refused after 20 messages.
 * - `login500`: sign-ins are answered with 500.
 * - `big-id`: ids are numbers beyond 2^53.
 * - `duplicate-receipts`, `unordered-receipts`: receipts come twice, or delayed by up to 6 s.
 */
export const HTTP_FAULTS = [
  'html502',
  'ok-with-error',
  'half-json',
  'silent',
  'slow',
  'reset-after-body',
  'lost-answer',
  'throttle',
  'token-ends',
  'login500',
  'big-id',
  'duplicate-receipts',
  'unordered-receipts',
] as const;
export type HttpFault = (typeof HTTP_FAULTS)[number];

/** Whether a fault happens now. */
export type Hits = (fault: HttpFault) => boolean;

/**
 * Reads a list such as `html502,silent=0.1`: faults with the share of requests or receipts that they affect,
 * all if left out. Throws an error that names what is wrong.
 */
export function readFaults(text: string): Map<HttpFault, number> {
  const faults = new Map<HttpFault, number>();
  for (const one of text.split(',').filter(Boolean)) {
    const [name, share = '1'] = one.split('=');
    const fault = HTTP_FAULTS.find((known) => known === name);
    if (!fault) throw new Error(`There is no fault called ${name}. There are: ${HTTP_FAULTS.join(', ')}.`);
    const number = Number(share);
    if (!(number > 0 && number <= 1)) throw new Error(`The share of ${name} is a number above 0, up to 1.`);
    faults.set(fault, number);
  }
  return faults;
}

/** Draws faults by their shares. */
export const drawn =
  (faults: ReadonlyMap<HttpFault, number>): Hits =>
  (fault) =>
    Math.random() < (faults.get(fault) ?? 0);

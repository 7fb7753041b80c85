// The text shown for failed calls.
import { SOMETHING_WENT_WRONG } from '@godwit/contract/sentences/general';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { errorFrom, errorMessage, noAnswer, retryAfterText } from './errors.ts';

const failure = (status: number, code: number, description: string, retryAfter?: string) =>
  errorFrom(
    Response.json(
      { code, description },
      { status, headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter } },
    ),
  );

describe('a temporary refusal', () => {
  it.each([
    ['Too many requests. Wait and try again.', '1', 'Too many requests. Try again in 1 second.'],
    ['Too many requests. Wait and try again.', '90', 'Too many requests. Try again in 90 seconds.'],
    ['Too many requests. Wait and try again.', '91', 'Too many requests. Try again in 2 minutes.'],
    [
      'Too many login attempts. Try again in 900 seconds, or reset your password.',
      '900',
      'Too many login attempts. Try again in 15 minutes.',
    ],
    ['Too many requests', '0', 'Too many requests. Try again in 1 second.'],
  ])('1006 "%s" after %s s: %s', async (description, seconds, text) => {
    const error = await failure(429, 1006, description, seconds);
    expect(retryAfterText(error)).toBe(text);
    expect(errorMessage(error)).toBe(text);
  });

  it('1014 shows that nothing has happened and how long to wait', async () => {
    const description = 'The request cannot be taken now and nothing has happened. Try again shortly.';
    expect(errorMessage(await failure(503, 1014, description, '5'))).toBe(
      'The request cannot be taken now and nothing has happened. Try again in 5 seconds.',
    );
    expect(errorMessage(await failure(503, 1014, description))).toBe(description);
    expect(errorMessage(await failure(503, 1014, description, 'Wed, 21 Oct 2026 07:28:00 GMT'))).toBe(
      description,
    );
  });
});

describe('other errors', () => {
  it('show the message of the server', async () => {
    const error = await failure(409, 1013, 'The name is taken.', '5');
    expect(retryAfterText(error)).toBeNull();
    expect(errorMessage(error)).toBe('The name is taken.');
  });

  it('show a general message if the server has none for users', async () => {
    const csrf = await failure(403, 1005, 'The CSRF token is missing or wrong.');
    const unexpected = await failure(500, 1000, 'Unexpected error while processing the request.');
    const proxy = await errorFrom(new Response('<html>', { status: 502 }));
    for (const error of [noAnswer(), csrf, unexpected, proxy, new Error('bug')]) {
      expect(errorMessage(error)).toBe(SOMETHING_WENT_WRONG);
    }
  });

  it('show that the browser is offline', () => {
    vi.stubGlobal('navigator', { onLine: false });
    const error = noAnswer();
    vi.stubGlobal('navigator', { onLine: true });
    expect(errorMessage(error)).toBe('You are offline. Try again when you are connected.');
    expect(errorMessage(noAnswer())).toBe(SOMETHING_WENT_WRONG);
  });
});

afterEach(() => vi.unstubAllGlobals());

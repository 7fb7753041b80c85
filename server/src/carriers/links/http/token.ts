// Signs in to a carrier whose requests need a token that expires. One sign-in runs at a time, and all waiting
// messages share it.

import { dataOf, pickFrom, printableCode, textOf } from './answer.ts';
import type { Exchanger } from './exchange.ts';
import type { Login, Profile } from './profile.ts';
import { compileRequest, fill, type Values } from './template.ts';

/** `isRefused`: the carrier refuses the account, so more attempts could lock it. */
export type SignedIn = { token: string } | { token: null; why: string; isRefused: boolean };

export type Token = {
  /** The current token, after a sign-in if there is none. */
  get(): Promise<SignedIn>;
  /** Drops a token that the carrier refused, unless another one has replaced it. */
  drop(token: string): void;
};

/** A token is replaced when this fraction of its life is over. */
const USED = 0.9;

/** Opens the token of a link. Without a login in its profile it is always ''. */
export function openToken({ base, auth: { login } }: Profile, values: Values, exchanger: Exchanger): Token {
  let current: { token: string; untilMs: number } | null = null;
  let signingIn: Promise<SignedIn> | null = null;
  let refused: SignedIn | null = null;

  async function signIn(login: Login): Promise<SignedIn> {
    const request = compileRequest(base, login)(values);
    if (login.basic) request.headers.authorization = basic(login.basic, values);
    const answered = await exchanger.send(request).outcome;
    if (answered.kind !== 'answered') return failed(`sign-in: ${answered.why}`);
    const data = dataOf(login.format, answered);
    const code = textOf(pickFrom(data, login.code ?? 'null')) || null;
    const isRefused = code !== null && login.refused.includes(code);
    const token = textOf(pickFrom(data, login.token));
    if (isRefused || !token) {
      const result = { ...failed(`sign-in: ${printableCode(code ?? `HTTP ${answered.status}`)}`), isRefused };
      if (isRefused) refused = result;
      return result;
    }
    const seconds =
      typeof login.expires_s === 'number' ? login.expires_s : Number(pickFrom(data, login.expires_s));
    const lifeMs = (Number.isFinite(seconds) && seconds > 0 ? seconds : 60) * 1000;
    current = { token, untilMs: performance.now() + lifeMs * USED };
    return { token };
  }

  return {
    async get() {
      if (!login) return { token: '' };
      if (refused) return refused;
      if (current && performance.now() < current.untilMs) return { token: current.token };
      signingIn ??= signIn(login).finally(() => {
        signingIn = null;
      });
      return signingIn;
    },
    drop(token) {
      if (current?.token === token) current = null;
    },
  };
}

const failed = (why: string) => ({ token: null, why, isRefused: false }) as const;

/** The value of an Authorization header (RFC 7617). */
export function basic([user, password]: readonly [string, string], values: Values): string {
  const filled = [user, password].map((part) => fill(part, values)).join(':');
  return `Basic ${Buffer.from(filled).toString('base64')}`;
}

// SMPP accounts: what the programs of a project bind with to send over SMPP.

import { z } from 'zod';
import type { Calls } from './calls/call.ts';
import { commaList, empty, formValue, instant, line, mode } from './common.ts';
import {
  SMPP_ADDRESSES_INVALID,
  SMPP_BINDS_INVALID,
  SMPP_NAME_REQUIRED,
  SMPP_RATE_INVALID,
} from './sentences/settings.ts';

/** The limits of an account; more is a matter of operation. */
export const SMPP_LIMITS = { accounts: 20, throughput: 1_000, maxBinds: 20, networks: 20 } as const;
/** The defaults of an account, and of a bind with an API key. */
export const SMPP_DEFAULTS = { throughput: 100, maxBinds: 4, charset: 'GSM7' } as const;

/**
 * How an account's text with data_coding 0 is read: GSM 03.38 as the protocol says, or Latin-1 as many
 * programs send it.
 */
const smppCharset = z.enum(['GSM7', 'LATIN1']);
export type SmppCharset = z.infer<typeof smppCharset>;

/** Whether a text is an IP address, or a range of them such as 203.0.113.0/24. */
function isNetwork(text: string): boolean {
  return z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]).safeParse(text).success;
}

const count = (error: string, most: number, fallback: number) =>
  formValue
    .transform((text) => (text === '' ? String(fallback) : text))
    .refine((text) => /^\d{1,9}$/.test(text) && Number(text) >= 1 && Number(text) <= most, {
      error,
    })
    .transform(Number);

/**
 * POST /projects/{id}/smpp_accounts. `networks`: addresses and ranges that may bind, between commas; none:
 * all may.
 */
export const createSmppAccountRequest = z.object({
  mode,
  name: line(50, {
    required: SMPP_NAME_REQUIRED,
    tooLong: 'The name is too long: at most 50 characters',
    controls: 'The name cannot hold line breaks',
  }),
  networks: commaList
    .default([])
    .refine((networks) => networks.length <= SMPP_LIMITS.networks, {
      error: `At most ${SMPP_LIMITS.networks} addresses and ranges`,
    })
    .refine((networks) => networks.every(isNetwork), {
      error: SMPP_ADDRESSES_INVALID,
    }),
  throughput: count(SMPP_RATE_INVALID, SMPP_LIMITS.throughput, SMPP_DEFAULTS.throughput),
  max_binds: count(SMPP_BINDS_INVALID, SMPP_LIMITS.maxBinds, SMPP_DEFAULTS.maxBinds),
  charset: smppCharset.default(SMPP_DEFAULTS.charset),
});

/** A connection that is bound now. */
const smppBind = z.object({
  mode: z.enum(['receiver', 'transmitter', 'transceiver']),
  address: z.string(),
  bound_at: instant,
});

/** `throughput`: messages a second. `binds`: who is bound now, in all processes. */
const smppAccount = z.object({
  system_id: z.string(),
  mode,
  name: z.string(),
  networks: z.array(z.string()),
  throughput: z.number().int(),
  max_binds: z.number().int(),
  charset: smppCharset,
  created_at: instant,
  last_bound_at: instant.nullable(),
  binds: z.array(smppBind),
});
export type SmppAccount = z.infer<typeof smppAccount>;

/** GET /projects/{id}/smpp_accounts. `port` is null where this installation takes no binds. */
const smppAccountsAnswer = z.object({
  host: z.string(),
  port: z.number().int().nullable(),
  tls: z.boolean(),
  accounts: z.array(smppAccount),
});
export type SmppAccounts = z.infer<typeof smppAccountsAnswer>;

/** The new account with its password, which is not shown again. */
const createSmppAccountAnswer = smppAccount.extend({ password: z.string() });
export type NewSmppAccount = z.infer<typeof createSmppAccountAnswer>;

const ofAccount = { system_id: z.string().min(1).max(15) };

export const smppAccountCalls = {
  'GET /projects/:id/smpp_accounts': { answer: smppAccountsAnswer },
  'POST /projects/:id/smpp_accounts': { body: createSmppAccountRequest, answer: createSmppAccountAnswer },
  'DELETE /projects/:id/smpp_accounts/:system_id': { params: ofAccount, answer: empty },
} satisfies Calls;

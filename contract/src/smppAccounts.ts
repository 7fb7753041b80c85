// SMPP accounts: the credentials with which programs of a project bind over SMPP.

import { z } from 'zod';
import type { Calls } from './calls/call.ts';
import { commaList, empty, formValue, instant, line, mode } from './common.ts';
import { networkList } from './networks.ts';
import { NAME_NEEDED, RATE_INVALID, SMPP_BINDS_INVALID, SMPP_TLVS_INVALID } from './sentences/settings.ts';
import { isTlvList, TLV_LIMITS } from './tlvs.ts';

/** Limits of a project (`accounts`) and of one account: messages per second, binds and networks. */
export const SMPP_LIMITS = { accounts: 20, throughput: 1_000, maxBinds: 20, networks: 20 } as const;
/** The defaults of an account. A bind with an API key uses them too. */
export const SMPP_DEFAULTS = {
  throughput: 100,
  maxBinds: 4,
  charset: 'GSM7',
  long_messages: 'UDH',
} as const;

/**
 * How text with data_coding 0 is decoded: as GSM 03.38, which SMPP specifies, or as Latin-1, which many
 * programs send.
 */
const smppCharset = z.enum(['GSM7', 'LATIN1']);
export type SmppCharset = z.infer<typeof smppCharset>;

/**
 * How the account gets incoming messages that do not fit one deliver_sm: in parts with a user data header, in
 * parts with the `sar_*` parameters, or whole in `message_payload`.
 */
const smppLongMessages = z.enum(['UDH', 'SAR', 'PAYLOAD']);
export type SmppLongMessages = z.infer<typeof smppLongMessages>;

/** A whole number from 1 to `most`; `fallback` if it is empty. */
const count = (error: string, most: number, fallback: number) =>
  formValue
    .transform((text) => (text === '' ? String(fallback) : text))
    .refine((text) => /^\d{1,9}$/.test(text) && Number(text) >= 1 && Number(text) <= most, {
      error,
    })
    .transform(Number);

/**
 * POST /projects/{id}/smpp_accounts. `networks`: the addresses and ranges that may bind; every address may if
 * it is empty. `throughput`: messages per second. `tlvs`: optional parameters that its messages may have.
 */
export const createSmppAccountRequest = z.object({
  mode,
  name: line(50, {
    required: NAME_NEEDED,
    tooLong: 'The name is too long: at most 50 characters',
    controls: 'The name cannot hold line breaks',
  }),
  networks: networkList(SMPP_LIMITS.networks),
  throughput: count(RATE_INVALID, SMPP_LIMITS.throughput, SMPP_DEFAULTS.throughput),
  max_binds: count(SMPP_BINDS_INVALID, SMPP_LIMITS.maxBinds, SMPP_DEFAULTS.maxBinds),
  charset: smppCharset.default(SMPP_DEFAULTS.charset),
  long_messages: smppLongMessages.default(SMPP_DEFAULTS.long_messages),
  tlvs: commaList
    .default([])
    .refine((tlvs) => tlvs.length <= TLV_LIMITS.listed, { error: `At most ${TLV_LIMITS.listed} parameters` })
    .refine(isTlvList, { error: SMPP_TLVS_INVALID }),
});

/** A bind that is open now. */
const smppBind = z.object({
  mode: z.enum(['receiver', 'transmitter', 'transceiver']),
  address: z.string(),
  bound_at: instant,
});

/** `throughput` is in messages per second. `binds` are open now, at any process of the service. */
const smppAccount = z.object({
  system_id: z.string(),
  mode,
  name: z.string(),
  networks: z.array(z.string()),
  throughput: z.number().int(),
  max_binds: z.number().int(),
  charset: smppCharset,
  long_messages: smppLongMessages,
  tlvs: z.array(z.string()),
  created_at: instant,
  last_bound_at: instant.nullable(),
  binds: z.array(smppBind),
});
export type SmppAccount = z.infer<typeof smppAccount>;

/** GET /projects/{id}/smpp_accounts. `port` is null if this installation accepts no binds. */
const smppAccountsAnswer = z.object({
  host: z.string(),
  port: z.number().int().nullable(),
  tls: z.boolean(),
  accounts: z.array(smppAccount),
});
export type SmppAccounts = z.infer<typeof smppAccountsAnswer>;

/** The new account with its password, which no other answer has. */
const createSmppAccountAnswer = smppAccount.extend({ password: z.string() });
export type NewSmppAccount = z.infer<typeof createSmppAccountAnswer>;

const ofAccount = { system_id: z.string().min(1).max(15) };

export const smppAccountCalls = {
  'GET /projects/:id/smpp_accounts': { answer: smppAccountsAnswer },
  'POST /projects/:id/smpp_accounts': { body: createSmppAccountRequest, answer: createSmppAccountAnswer },
  'DELETE /projects/:id/smpp_accounts/:system_id': { params: ofAccount, answer: empty },
} satisfies Calls;

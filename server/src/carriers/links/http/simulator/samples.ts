// How each carrier answers and reports, as its published documents show: a sample for each shipped profile.
// The profile's picks read exactly these.
import { rawJson } from '../template.ts';

/** An answer: a text body is sent as text, any other as JSON. */
export type Reply = { status: number; body: unknown };

/** A message that the carrier has taken. `to` and `from` are as the request wrote them. */
export type Subject = { id: string; to: string; from: string };

/** `state`: a word of the profile. */
export type Report = Subject & { state: string; isDelivered: boolean };

/** A call with a receipt: its fields go into the query, a form, or JSON. */
export type ReceiptCall = { as: 'query' | 'form' | 'json'; fields: Record<string, unknown> };

/** The outcome of a message of a request: its id, or the code that refuses it. */
export type Item = { to: string; id: string; code: string | null };

export type Sample = Answered & {
  /** The answer that refuses a message with a code of the profile. */
  refused(code: string): Reply;
  /** The answer to a sign-in. */
  signedIn?(token: string): Reply;
  /** The receipt that the carrier pushes; left out if it pushes none. */
  receipt?(report: Report): ReceiptCall;
  /** The answer to a request for the receipt of a message. */
  polled?(report: Report): Reply;
  /** The answer to the question whether a request was taken, by its reference. */
  asked?(isTaken: boolean): Reply;
  /** Whether long messages have an id and a receipt for each part. */
  hasParts?: true;
};

/** The answer to a request that was taken. */
type Answered =
  /** One outcome for the request, with the ids of the parts of its message. */
  | { taken(ids: readonly string[]): Reply; each?: never; refusesEach?: never }
  /** An outcome for each of its messages. `refusesEach`: the answer has codes of single messages too. */
  | { each(items: readonly Item[]): Reply; refusesEach?: true; taken?: never };

const reply = (status: number, body: unknown): Reply => ({ status, body });
/** Ids of digits are numbers, also beyond 2^53. */
const asNumber = (id: string): unknown => (/^\d+$/.test(id) ? rawJson(id) : id);

export const SAMPLES: Readonly<Record<string, Sample>> = {
  clicksend: {
    each: (items) =>
      reply(200, {
        http_code: 200,
        data: {
          messages: items.map(({ to, id, code }) => ({
            to,
            ...(code === null ? { status: 'SUCCESS', message_id: asNumber(id) } : { status: code }),
          })),
        },
      }),
    refusesEach: true,
    refused: (status) => reply(200, { http_code: 200, data: { messages: [{ status }] } }),
    receipt: ({ id, state, isDelivered }) => ({
      as: 'json',
      fields: { message_id: asNumber(id), status: state, error_code: isDelivered ? '' : '301' },
    }),
  },
  'dialog-esms': {
    taken: ([id]) => reply(200, { status: 'success', data: { campaignId: asNumber(id!) }, errCode: '' }),
    refused: (code) => reply(200, { status: 'failed', comment: 'refused', data: null, errCode: code }),
    signedIn: (token) => reply(200, { status: 'success', token, expiration: 43_200, errCode: '' }),
    receipt: ({ id, to, state }) => ({ as: 'query', fields: { campaignId: id, msisdn: to, status: state } }),
    asked: (isTaken) =>
      isTaken
        ? reply(200, { status: 'success', data: { campaign_status: 'completed' }, errCode: '' })
        : reply(200, { status: 'failed', comment: 'no such transaction', errCode: '103' }),
  },
  'generic-form': {
    taken: ([id]) => reply(200, `OK ${id}`),
    refused: (code) => reply(200, `ERR ${code}`),
    receipt: ({ to, state }) => ({ as: 'form', fields: { to, status: state } }),
  },
  'generic-json': {
    taken: ([id]) => reply(200, { id: asNumber(id!) }),
    refused: (code) => reply(200, { error: 'refused', code }),
    receipt: ({ id, to, from, state, isDelivered }) => ({
      as: 'json',
      fields: { id: asNumber(id), to, from, status: state, ...(!isDelivered && { error: '301' }) },
    }),
  },
  hutch: {
    taken: ([id]) => reply(200, { serverRef: asNumber(id!) }),
    refused: (code) => reply(200, { error: code || 'refused' }),
    signedIn: (token) => reply(200, { accessToken: token, refreshToken: `refresh-${token}` }),
  },
  ideabiz: {
    each: (items) =>
      reply(201, {
        outboundSMSMessageRequest: {
          deliveryInfoList: {
            deliveryInfo: items.map(({ to, id }) => ({
              // The documents have a blank there too.
              address: `${to} `,
              deliveryStatus: 'MessageWaiting',
              messageReferenceCode: `D-${id}`,
            })),
          },
        },
      }),
    refused: (messageId) =>
      /^\d/.test(messageId)
        ? reply(messageId === '900800' ? 429 : 401, {
            fault: { code: Number(messageId), message: 'refused' },
          })
        : reply(400, { requestError: { serviceException: { messageId, text: 'refused', variables: '' } } }),
    signedIn: (token) => reply(200, { access_token: token, token_type: 'bearer', expires_in: 3_600 }),
    receipt: ({ id, to, state }) => ({
      as: 'json',
      fields: {
        deliveryInfoNotification: {
          messageReferenceCode: `D-${id}`,
          deliveryInfo: { address: to, deliveryStatus: state },
        },
      },
    }),
  },
  kannel: {
    taken: () => reply(202, '0: Accepted for delivery'),
    refused: () => reply(200, 'Authorization failed for sendsms'),
    receipt: ({ to, from, state }) => ({ as: 'query', fields: { state, to, from } }),
  },
  mobitel: {
    taken: () => reply(200, { resultcode: 200 }),
    refused: (code) => reply(200, { resultcode: Number(code) }),
  },
  modica: {
    taken: ([id]) => reply(202, { id: asNumber(id!) }),
    refused: (code) => reply(400, { error: code, 'error-desc': 'refused' }),
  },
  telstra: {
    taken: ([id]) => reply(201, { messageId: asNumber(id!), status: 'queued' }),
    refused: (code) => reply(400, { errors: [{ code, issue: 'refused' }] }),
    signedIn: (token) => reply(200, { access_token: token, token_type: 'Bearer', expires_in: '3599' }),
    receipt: ({ id, to, from, state }) => ({
      as: 'json',
      fields: { messageId: asNumber(id), to, from, status: state },
    }),
    polled: ({ id, to, from, state }) => reply(200, { messageId: asNumber(id), to, from, status: state }),
  },
  textlk: {
    taken: ([id]) => reply(200, { status: 'success', data: { uid: asNumber(id!) } }),
    refused: (code) => reply(200, { status: 'error', message: code || 'refused' }),
  },
  twilio: {
    taken: ([id]) => reply(201, { sid: asNumber(id!), status: 'queued', error_code: null }),
    refused: (code) => reply(400, { code: Number(code), message: 'refused', status: 400 }),
    receipt: ({ id, to, from, state, isDelivered }) => ({
      as: 'form',
      fields: {
        MessageSid: id,
        MessageStatus: state,
        To: to,
        From: from,
        ...(!isDelivered && { ErrorCode: '30005' }),
      },
    }),
    polled: ({ id, state, isDelivered }) =>
      reply(200, { sid: asNumber(id), status: state, error_code: isDelivered ? null : 30_005 }),
  },
  vonage: {
    taken: (ids) =>
      reply(200, {
        'message-count': String(ids.length),
        messages: ids.map((id) => ({ status: '0', 'message-id': asNumber(id) })),
      }),
    refused: (status) =>
      reply(200, { 'message-count': '1', messages: [{ status, 'error-text': 'refused' }] }),
    receipt: ({ id, to, from, state, isDelivered }) => ({
      as: 'json',
      fields: {
        messageId: asNumber(id),
        msisdn: to,
        to: from,
        status: state,
        'err-code': isDelivered ? '0' : '1',
      },
    }),
    hasParts: true,
  },
};

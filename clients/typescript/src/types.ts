// What the service takes and answers, made by scripts/generate.ts from the schemas of the contract.

/** The version of this package. */
export const VERSION = '0.1.0';

/** Codes of errors by name: `error.code === ErrorCode.insufficientBalance`. */
export const ErrorCode = {
  /** Unexpected error while processing the request. */
  unexpected: 1000,
  /** The requested resource was not found. */
  notFound: 1001,
  /** Invalid argument. Provide all required request parameters. */
  invalidArgument: 1002,
  /** The API key does not match the resource type: use the live key for LIVE and the test key for TEST. */
  keyMismatch: 1004,
  /** Too many requests. Wait and try again. */
  tooManyRequests: 1006,
  /** Invalid date time format. Use yyyy-MM-dd'T'HH:mm:ss or yyyy-MM-dd. */
  invalidDate: 1007,
  /** A request with this idempotency key is in progress. Repeat it when that one has been answered. */
  idempotencyInProgress: 1008,
  /** This idempotency key was used with another body. Use a new key for a new message. */
  idempotencyReused: 1009,
  /** The request is too large. */
  tooLarge: 1010,
  /** This content type is not accepted. Send application/json or application/x-www-form-urlencoded. */
  unsupportedType: 1011,
  /** This conflicts with the present state. */
  conflict: 1013,
  /** The request cannot be taken now and nothing has happened. Try again shortly. */
  unavailable: 1014,
  /** Invalid phone number. */
  invalidNumber: 2000,
  /** Invalid phone number format. Use digits with the international dialing code, such as +94771234567. */
  invalidNumberFormat: 2001,
  /**
   * The phone number lacks a country code. Give the full number with the international dialing code, such as
   * +94771234567.
   */
  numberLacksCountryCode: 2002,
  /** The from number or alpha id is not valid. Use a sender id approved for this project. */
  invalidSender: 3000,
  /** The project blocks this country in Geo Permissions. */
  countryBlocked: 3001,
  /** The sender id does not support this: carriers of this country take no alphanumeric sender. */
  senderCapability: 3002,
  /** The recipient has opted out. */
  optedOut: 3003,
  /** The SMS body is too long. The maximum is 1600 characters or 10 segments. */
  bodyTooLong: 3004,
  /** Invalid credentials. */
  invalidCredentials: 4003,
  /** Insufficient account balance. Recharge to start sending. */
  insufficientBalance: 4005,
  /** Please verify your account before sending SMS */
  verificationNeeded: 4006,
  /** The project's daily limit is reached. */
  dailyLimit: 4007,
  /** Sending is paused for this team. Contact support. */
  sendingPaused: 4008,
} as const;

/** What to send, as it is posted. */
export type SendRequest = {
  /**
   * The phone number of the recipient with its country code. Blanks, dots, hyphens and brackets are left out,
   * and `00` reads as `+`.
   */
  to: string;
  /**
   * The sender id that the recipient sees: one that is approved for the project. In TEST any well-formed one
   * (3 to 11 letters, digits, blanks or underscores, at least one letter), and `SANDBOX`.
   */
  from: string;
  /**
   * The text: at most 1600 characters and 10 segments. One segment holds 160 characters of GSM 03.38, or 70
   * of other alphabets.
   */
  body: string;
  /**
   * When to send it: yyyy-MM-dd'T'HH:mm:ss or yyyy-MM-dd, with an optional `Z` or offset (UTC without one),
   * at most a year ahead. Null or nothing sends it now.
   */
  send_at?: string | null | undefined;
  /**
   * An http or https URL that is called when the message is sent, delivered or has failed: see the webhook
   * `messageStatus`.
   */
  status_callback?: string | null | undefined;
  /** May repeat the project of the key; another one answers 1001. */
  project_id?: string | null | undefined;
  /** May repeat the mode of the key, TEST or LIVE; the other one answers 1004. */
  mode?: string | null | undefined;
};

/** A message. */
export type Message = {
  /** The id of the message: opaque text, at most 64 characters. */
  id: string;
  /** The project that it belongs to. */
  project_id: string;
  /** When it was accepted. */
  accepted_at: string;
  /** OUTGOING for what the project sends, INCOMING for what a phone has sent to a number of the project. */
  direction: 'OUTGOING' | 'INCOMING';
  /** MESSAGING for single messages and batches, CAMPAIGN for those of a campaign. */
  api_type: 'MESSAGING' | 'CAMPAIGN';
  /** The sender id that the recipient sees; of an incoming message the number of the phone. */
  from: string;
  /**
   * The number of the recipient in E.164, such as +94771234567; of an incoming message the number of the
   * project.
   */
  to: string;
  /** How many segments it is charged as. */
  segments: number;
  /**
   * ACCEPTED: waits to be sent. SENT: a carrier has taken it. DELIVERED: the handset has it, or of an
   * incoming message the project. FAILED: see `failure`.
   */
  status: 'ACCEPTED' | 'SENT' | 'DELIVERED' | 'FAILED';
  /** TEST: nothing leaves and nothing is charged. LIVE: it is sent. */
  mode: 'TEST' | 'LIVE';
  /** The text as it is sent. Empty once it is no longer kept, while `length` is what it was. */
  body: string;
  /** How many characters it has. */
  length: number;
  /** What it costs, in major units of `currency` with at most four decimals; in TEST what it would cost. */
  cost: number;
  /** The currency of the team's region (ISO 4217). */
  currency: string;
  /**
   * When it is scheduled for; null for at once. A promotional message of a project that keeps quiet hours may
   * be held until their end.
   */
  send_at: string | null;
  /** When it came to each state. */
  events: {
    /** When it was accepted. All instants are ISO 8601 in UTC with milliseconds. */
    accepted_at: string;
    /** When it was first handed to a carrier link. */
    queued_at: string | null;
    /** When a carrier had taken all of it. */
    sent_at: string | null;
    /** When the handset had it, as the carrier says. */
    delivered_at: string | null;
    /** When it failed. */
    failed_at: string | null;
  };
  /** Why it failed; null where it has not. */
  failure: {
    /**
     * The reason: CANCELLED, EXPIRED, BLOCKED, OPTED_OUT, UNVERIFIED, ARCHIVED, REJECTED, UNDELIVERED,
     * NO_RECEIPT, UNKNOWN.
     */
    code: string;
    /** The reason in words, with the carrier's own code where it gave one. */
    description: string;
  } | null;
  /** How many parts of a long incoming message did not come; its text has `[…]` in their places. Else 0. */
  missing_parts: number;
  /** What is known about the recipient's number, of an incoming message about the phone's. */
  number_metadata: {
    /** The country calling code without `+`. */
    dial_code: string;
    /** The country (ISO 3166 alpha-2), where it is known. */
    region: string | null;
    /** The number without its country code. */
    local_number: string;
    /** Such as MOBILE, FIXED_LINE or UNKNOWN. */
    number_type: string;
  };
  /** The URL that its statuses, or an incoming message itself, are posted to, or null. */
  status_callback: string | null;
};

/** A message as lists have it. */
export type MessageRow = {
  /** The id of the message: opaque text, at most 64 characters. */
  id: string;
  /** The project that it belongs to. */
  project_id: string;
  /** When it was accepted. */
  accepted_at: string;
  /** OUTGOING for what the project sends, INCOMING for what a phone has sent to a number of the project. */
  direction: 'OUTGOING' | 'INCOMING';
  /** MESSAGING for single messages and batches, CAMPAIGN for those of a campaign. */
  api_type: 'MESSAGING' | 'CAMPAIGN';
  /** The sender id that the recipient sees; of an incoming message the number of the phone. */
  from: string;
  /**
   * The number of the recipient in E.164, such as +94771234567; of an incoming message the number of the
   * project.
   */
  to: string;
  /** How many segments it is charged as. */
  segments: number;
  /**
   * ACCEPTED: waits to be sent. SENT: a carrier has taken it. DELIVERED: the handset has it, or of an
   * incoming message the project. FAILED: see `failure`.
   */
  status: 'ACCEPTED' | 'SENT' | 'DELIVERED' | 'FAILED';
  /** TEST: nothing leaves and nothing is charged. LIVE: it is sent. */
  mode: 'TEST' | 'LIVE';
};

/** Which messages to list. */
export type ListQuery = {
  /** The first day, yyyy-MM-dd in the project's time zone, included; without it from the first message on. */
  from?: string | undefined;
  /** The last day, yyyy-MM-dd in the project's time zone, included; without it up to now. */
  to?: string | undefined;
  /** Which page, counted from 1. */
  page_num: number;
  /** How many messages a page holds. */
  page_size: number;
  /** ASC: oldest first. DESC: newest first. */
  sort_order: 'ASC' | 'DESC';
};

/** A page of a list. */
export type MessagePage = {
  /** How many messages there are in all of those days. */
  total_results: number;
  /** How many pages that is; past the last one `results` is empty. */
  total_pages: number;
  /** The page as asked for. */
  page_num: number;
  /** The size as asked for. */
  page_size: number;
  /** The messages of this page. */
  results: Array<MessageRow>;
};

/** What the team has to spend. */
export type Balance = {
  /** What is there to be spent, in major units of `currency` with at most four decimals. */
  balance: number;
  /** The currency of the team's region (ISO 4217). */
  currency: string;
};

/** Whose the credentials are. */
export type Login = {
  /** The project that the key belongs to. */
  project_id: string;
  /** The name of the project. */
  project_name: string;
  /** What the key sends in: TEST or LIVE. */
  mode: 'TEST' | 'LIVE';
};

/** What is posted to the URL of `status_callback`. */
export type StatusCallback = {
  /** The id of the message: opaque text, at most 64 characters. */
  id: string;
  /** The project that it belongs to. */
  project_id: string;
  /** The status that it has come to: SENT, DELIVERED or FAILED. */
  status: 'ACCEPTED' | 'SENT' | 'DELIVERED' | 'FAILED';
  /** TEST: nothing leaves and nothing is charged. LIVE: it is sent. */
  mode: 'TEST' | 'LIVE';
  /**
   * The number of the recipient in E.164, such as +94771234567; of an incoming message the number of the
   * project.
   */
  to: string;
  /** The sender id that the recipient sees; of an incoming message the number of the phone. */
  from: string;
  /** When it came to each state; what came after this status is null. */
  events: {
    /** When it was accepted. All instants are ISO 8601 in UTC with milliseconds. */
    accepted_at: string;
    /** When it was first handed to a carrier link. */
    queued_at: string | null;
    /** When a carrier had taken all of it. */
    sent_at: string | null;
    /** When the handset had it, as the carrier says. */
    delivered_at: string | null;
    /** When it failed. */
    failed_at: string | null;
  };
  /** Why it failed; null where it has not. */
  failure: {
    /**
     * The reason: CANCELLED, EXPIRED, BLOCKED, OPTED_OUT, UNVERIFIED, ARCHIVED, REJECTED, UNDELIVERED,
     * NO_RECEIPT, UNKNOWN.
     */
    code: string;
    /** The reason in words, with the carrier's own code where it gave one. */
    description: string;
  } | null;
  /**
   * The place of this status among those of the message, from 1. Calls can arrive late or again: one with a
   * lower number than one that you have seen is older.
   */
  sequence: number;
};

/** What is posted to the URL that a project has for incoming messages. */
export type IncomingCallback = {
  /** The id of the message: opaque text, at most 64 characters. */
  id: string;
  /** The project that it belongs to. */
  project_id: string;
  /** INCOMING: a phone has sent this message to the project. */
  direction: 'INCOMING';
  /** DELIVERED: the project has all of it that came. */
  status: 'DELIVERED';
  /** TEST: nothing leaves and nothing is charged. LIVE: it is sent. */
  mode: 'TEST' | 'LIVE';
  /** The number of the phone in E.164, or the short number or name that it came from. */
  from: string;
  /** The number of the project that it came to. */
  to: string;
  /** The text; it may be empty. */
  body: string;
  /** How many segments it is charged as. */
  segments: number;
  /** How many parts of a long incoming message did not come; its text has `[…]` in their places. Else 0. */
  missing_parts: number;
  /** When it was accepted. */
  accepted_at: string;
  /** Always 1: an incoming message has one status. */
  sequence: 1;
};

/** Why a call, or a message of a batch, was refused. */
export type ErrorAnswer = {
  code: number;
  description: string;
  fields?: Record<string, string> | undefined;
};

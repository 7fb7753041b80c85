// Descriptions of prices, senders and opt-outs in the reference of the public API.
export const PRICES_CALL =
  'The current price list of your team: the price of one segment to each destination. The longest `dial_prefix` that a number starts with decides. TEST shows the same prices, but charges nothing.';
export const PRICES_RESULTS = 'The prices, in the order of their prefixes.';
export const PRICE_PREFIX =
  'The digits that a number starts with, without its plus sign; empty for all other numbers.';
export const PRICE_NAME = 'The destination, such as a country or a network.';
export const PRICE_OF_SEGMENT = 'The price of one segment, in major units of `currency`.';
export const SENDERS_CALL =
  'The sender ids and numbers that the project of the key may send from, the oldest first, with their state in the registers of countries. With a TEST key SANDBOX comes first, and any other valid name works too.';
export const SENDERS_RESULTS = 'The senders.';
export const SENDER_NAME = 'The name or number to give as `from`.';
export const SENDER_CLASS =
  'The class of its messages. TRANSACTIONAL: codes, and confirmations of what a person has just done; they never wait. SERVICE: notices to customers; they wait for the end of quiet hours or need consent only if the recipient’s country says so. PROMOTIONAL: advertising, with an opt-out link and quiet hours.';
export const SENDER_PROMOTIONAL = 'Whether `class` is PROMOTIONAL.';
export const SENDER_SUBSTITUTE =
  'The sender of the project that is used instead if a network blocks the name; null if there is none.';
export const SENDER_REGISTRATIONS = 'Its state in each register that has an effect; empty for numbers.';
export const REGISTRATION_COUNTRY = 'The country of the register, as two letters (ISO 3166).';
export const REGISTRATION_NETWORK =
  'The mobile network of the register; `*` if the country has one register.';
export const REGISTRATION_STATE =
  'DRAFT: not handed in yet. SUBMITTED: handed in, not decided. REGISTERED: in force. REFUSED: by the register. EXPIRED: its last day is over. WITHDRAWN: by our staff.';
export const REGISTRATION_TURN =
  'The side that has to act: US (our staff), REGISTER or OWNER (you); null if nobody has to.';
export const REGISTRATION_EXPIRES = 'When the registration ends; null if it does not.';
export const REGISTRATION_REFUSAL = 'Why the register refused the name; null if it did not.';
export const REGISTRATION_LACKS =
  'The step that is missing before the name can be handed in. ABN: the business number of its owner. EVIDENCE: a newer document, because one has expired; request the name again with it. CHECK: our staff have to look the owner up. Null if nothing is missing.';
export const REGISTRATION_TELCOS =
  'The telcos that may show the name; empty for all. Over other telcos, messages are treated as if the name were not registered.';
export const REGISTRATION_OTHERWISE =
  'The treatment of messages from a name that is not registered. STAMP: recipients see "Unverified". REFUSE: messages are refused, unless the substitute can be used. PASS: messages are sent.';
export const CURSOR_LIMIT = 'The most results to return: 1 to 100, 25 by default.';
export const CURSOR_AFTER =
  'A cursor, such as the `next` of an earlier answer. Results begin right after it.';
export const CURSOR_BEFORE =
  'A cursor, such as the `next` of an earlier answer. Results end right before it.';
export const CURSOR_NEXT =
  'The cursor of the next page: pass it as `after`, or as `before` if this call had `before`. Null on the last page.';
export const LIST_OPT_OUTS_CALL =
  'The opt-outs in the mode of the key, in the order of numbers. With `number` it returns the opt-outs of one number.';
export const PUT_OPT_OUT_CALL =
  'Opts a number out in the mode of the key: no message of the scope is sent to it from now on, not even one that is scheduled. Repeating a call is safe: an opt-out that exists stays as it is.';
export const DELETE_OPT_OUT_CALL =
  'Removes the opt-outs of a number, in one scope or both, and returns those that remain. In LIVE it removes only those that your team added. If all of them are by the recipient or our staff, the call is refused with 1013; if there are none, with 1001.';
export const OPT_OUTS_RESULTS = 'The opt-outs, in the order of numbers.';
export const OPT_OUT_NUMBER = 'The number, in international format.';
export const OPT_OUT_FILTER = 'Only the opt-outs of this number, in international format.';
export const OPT_OUT_SCOPE =
  'ALL stops every message, one-time codes included. PROMOTIONAL stops advertising. A number may have one opt-out of each.';
export const OPT_OUT_DELETED_SCOPE = 'Only the opt-out of this scope; both if left out.';
export const OPT_OUT_SOURCE =
  'The source of the opt-out. LINK: the recipient opened the link of a message. STOP: the recipient replied STOP. STAFF: our staff. CONSOLE: your team, in the console. API: your programs; those of earlier versions are CONSOLE. IMPORT: a file of your team.';
export const OPT_OUT_CREATED = 'When the number was opted out.';

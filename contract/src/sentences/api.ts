// Descriptions in the reference of the public API.
import { PUBLIC_STATUSES, STATUSES } from '../messages/statuses.ts';

export const SEND_CALL =
  'Accepts one message, charges it in LIVE, and returns when it is stored. With an `Idempotency-Key` the call can be repeated without sending twice.';
export const IDEMPOTENT_CALL =
  'A key that you choose, 1 to 255 characters, kept for 24 hours. Repeating the call with the same key and body returns the first answer and sends nothing.';
export const LIST_CALL =
  "The project's messages in the mode of the key: by pages with totals (`page_num`, `page_size` and `sort_order` are then required), or from a message on (`limit`, `after` or `before`), which is faster in a long log and lists no message twice while new ones arrive.";
export const LIST_FROM =
  "The first day, yyyy-MM-dd in the project's time zone, included; without it from the first message on.";
export const LIST_TO = "The last day, yyyy-MM-dd in the project's time zone, included; without it up to now.";
export const LIST_PAGE = 'Which page, counted from 1. Not with `limit`, `after` or `before`.';
export const LIST_SIZE = 'How many messages a page holds. Not with `limit`, `after` or `before`.';
export const LIST_ORDER =
  'ASC: oldest first. DESC: newest first, which is the default with `limit`, `after` or `before`.';
export const LIST_LIMIT = 'The most messages to return, 25 without it. The answer has `next` and no totals.';
export const LIST_AFTER = 'The id of a message: the list continues after it.';
export const LIST_BEFORE = 'The id of a message: the list ends right before it.';
export const LIST_NEXT =
  'The id to repeat the call with, as `before` if the call had `before`, else as `after`. Null if there are no more messages. One call looks through at most 100,000 messages, so with filters a page may have fewer than `limit`, or none, before the end.';
export const BATCH_CALL =
  'Takes 1 to 1,000 messages in one call, at most 4 MiB. Each is checked and charged by itself: the results say for each, in order, whether it was accepted. With an `Idempotency-Key`, the key and the position identify each message. Reusing a position with a different body returns 1009; a new position is sent.';
export const SHOW_CALL = 'One message with its status as it is now.';
export const SHOW_ID = 'The id of the message.';
export const CANCEL_CALL = 'Cancels a message that no carrier has taken yet, and refunds it.';
export const BALANCE_CALL =
  "The balance of the project's team. It is the same in both modes; TEST spends nothing.";
export const CHECK_CALL = 'Returns the project and mode of the key. Changes nothing.';
export const SEND_TO =
  'The phone number of the recipient with its country code. Spaces, dots, hyphens and brackets are left out, and `00` reads as `+`. Numbers of every kind are accepted, landlines too: see `number_type`.';
export const SEND_FROM =
  'The sender id that the recipient sees: one that is approved for the project. In TEST any well-formed one (3 to 11 letters, digits, spaces or underscores, at least one letter), and `SANDBOX`.';
export const SEND_BODY =
  'The text: at most 1600 characters and 10 segments. A segment holds 160 GSM 03.38 characters (120 for a promotional sender, whose opt-out line takes the rest), or 70 in any other script.';
export const SEND_AT =
  "When to send it: yyyy-MM-dd'T'HH:mm:ss or yyyy-MM-dd, with an optional `Z` or offset (UTC without one), at most a year ahead. Null or nothing sends it now.";
export const SEND_CALLBACK =
  'An http or https URL that is called when the message is sent, delivered or has failed: see the webhook `messageStatus`.';
export const SEND_PROJECT = 'May repeat the project of the key; any other returns 1001.';
export const SEND_MODE = 'May repeat the mode of the key, TEST or LIVE; the other one returns 1004.';
export const SEND_CLIENT_REFERENCE =
  'Your own reference of the message, such as the number of an order: 1 to 64 printable characters. It need not be unique. The message and its callbacks repeat it, and the log can be filtered by it. The recipient does not see it.';
export const SEND_VALIDITY =
  'How many seconds the message may wait to be sent, from 30 to 86,400 (a day, the default). The time counts from `send_at` or the end of quiet hours, if they hold the message. If no carrier has taken it by then, it fails with EXPIRED and is refunded.';
export const SEND_LANE =
  '`otp` for a one-time code that your program generates: it goes before other messages. Its text has a word for a code and four to eight digits. It needs a transactional sender, has at most 2 segments, and waits at most 600 seconds (the default) to be sent. While other messages wait, codes get at most half of a carrier link.';
export const SEND_MAX_PRICE =
  "The highest price that you accept for this message, in the currency of the team's region with at most six decimals: 1.6 or '1.6'. A message that costs more is refused with 4010. In TEST the price in LIVE counts.";
export const SEND_DRY_RUN =
  'Checks and prices the message, and stores, charges and sends nothing. The answer is 200 with the price, or the error with which the message would be refused. The Idempotency-Key is ignored.';
export const DRY_RUN_FLAG = 'Always true: nothing is stored, charged or sent.';
export const DRY_RUN_PRICE =
  'The price of the message, in major units of `currency` with at most four decimals; in TEST, the price in LIVE.';
export const DRY_RUN_SEGMENTS = 'How many segments it would be charged as.';
export const DRY_RUN_ENCODING = 'GSM7, or UNICODE for a text with characters outside GSM 03.38.';
export const DRY_RUN_CLASS = 'The class by which its route is chosen: that of the sender id.';
export const DRY_RUN_HELD_UNTIL =
  'When it would be sent, if `send_at` or the quiet hours of the project hold it; null if it would be sent at once. A dry run does not know whether the staff of this service hold messages of a new team, or a text with a sign of fraud.';
export const DRY_RUN_WARNINGS =
  'Reasons to look at the message again. It would be sent and charged all the same.';
export const WARNING_CODE =
  'NO_BRAND: networks of the recipient’s country want the brand of the sender in the text, and it is not there.';
export const WARNING_DESCRIPTION = 'The reason and what to do, in English.';
export const BATCH_MESSAGES = 'The messages, each as POST /v1/messages takes it.';
export const MESSAGE_ID = 'The id of the message: opaque text, at most 64 characters.';
export const MESSAGE_PROJECT = 'The project that it belongs to.';
export const MESSAGE_ACCEPTED = 'When it was accepted.';
export const MESSAGE_DIRECTION =
  'OUTGOING for what the project sends, INCOMING for what a phone has sent to a number of the project.';
export const MESSAGE_API_TYPE =
  'MESSAGING for single messages and batches, CAMPAIGN for those of a campaign.';
export const MESSAGE_FROM =
  'The sender id that the recipient sees; of an incoming message the number of the phone.';
export const MESSAGE_TO =
  'The number of the recipient in E.164, such as +94771234567; of an incoming message the number of the project.';
export const MESSAGE_SEGMENTS = 'How many segments it is charged as.';
export const MESSAGE_STATUS = PUBLIC_STATUSES.map((status) => `${status}: ${STATUSES[status].meaning}.`).join(
  ' ',
);
export const MESSAGE_MODE = 'TEST: nothing leaves and nothing is charged. LIVE: it is sent.';
export const MESSAGE_BODY =
  'The text as it is sent. Empty after retention removes it; `length` keeps its value.';
export const MESSAGE_LENGTH = 'How many characters it has.';
export const MESSAGE_COST =
  'The cost, in major units of `currency` with at most four decimals; in TEST, the cost in LIVE.';
export const CURRENCY = "The currency of the team's region (ISO 4217).";
export const MESSAGE_SCHEDULED =
  'The scheduled time; null for an immediate message. A promotional message of a project that keeps quiet hours may be held until their end.';
export const MESSAGE_TIMELINE = 'When the message reached each state.';
export const TIME_ACCEPTED = 'When it was accepted. All instants are ISO 8601 in UTC with milliseconds.';
export const TIME_SUBMITTED = 'When it was first assigned to a carrier link, just before it is submitted.';
export const TIME_SENT = 'When a carrier had taken all of it.';
export const TIME_DELIVERED = 'When the handset had it, as the carrier says.';
export const TIME_FAILED = 'When it failed.';
export const MESSAGE_FAILURE = 'Why the message failed; null if it has not.';
export const FAILURE_DESCRIPTION = 'The reason in words, and the next step if there is one.';
export const MESSAGE_NUMBER =
  "Details of the recipient's number, or of the phone's number for an incoming message.";
export const NUMBER_DIAL_CODE = 'The country calling code without `+`.';
export const NUMBER_COUNTRY = 'The country (ISO 3166 alpha-2), if it is known.';
export const NUMBER_NATIONAL = 'The number without its country code.';
export const NUMBER_TYPE = 'Such as MOBILE, FIXED_LINE or UNKNOWN.';
export const MESSAGE_CALLBACK =
  'The URL that its statuses, or an incoming message itself, are posted to, or null.';
export const MESSAGE_MISSING_PARTS =
  'The number of missing parts of a long incoming message; otherwise 0. `[…]` replaces them in the text, once for adjacent parts.';
export const MESSAGE_SENDER_SHOWN =
  'The sender that the recipient sees, if the register of their country decides it: `from`, `Unverified` if it is not registered there, or the substitute that you chose. It may change until the message is sent. Null for other countries.';
export const LIST_CLIENT_REFERENCE =
  'Only messages with this `client_reference`. Pages count and list at most the first 10,000 of them.';
export const LIST_SENDER =
  'Only messages from this sender id, or incoming ones from this number; upper and lower case are the same. Not with `page_num`.';
export const LIST_RECIPIENT =
  'Only messages to this number in E.164, or incoming ones to this number of the project. Not with `page_num`.';
export const LIST_STATUS = 'Only messages whose status is this one now. Not with `page_num`.';
export const LIST_CAMPAIGN =
  'Only messages of this campaign; a campaign that the project does not have in the mode of the key is 1001. Not with `page_num`.';
export const MESSAGE_CLIENT_REFERENCE = 'The `client_reference` that the message was sent with, or null.';
export const LIST_TOTAL =
  'The number of messages in the range; at most 10,000 with `client_reference`: read more with `limit` and `after`.';
export const LIST_PAGES = 'The number of pages; `results` is empty after the last.';
export const LIST_PAGE_ANSWER = 'The requested page.';
export const LIST_SIZE_ANSWER = 'The requested page size.';
export const LIST_RESULTS = 'The messages of this page.';
export const BATCH_RESULTS =
  'For each message, in order, the SMS object, the result of its dry run, or the error that it was refused with.';
export const CALLBACK_STATUS = 'The status that the message reached.';
export const CALLBACK_TIMELINE = 'When the message reached each state; later states are null.';
export const CALLBACK_SEQUENCE =
  "The position of this status in the message's history, from 1. Calls can arrive late or twice: ignore any with a lower number than one you have processed.";
export const CALLBACK_STATUS_ID =
  'Identifies this status of this message. Every attempt has the same id, so you can detect duplicates.';
export const CALLBACK_MESSAGE_ID =
  'Identifies this message. Every attempt has the same id, so you can detect duplicates.';
export const CALLBACK_TIMESTAMP =
  'When this attempt was made, in seconds since 1970. Reject calls older than five minutes.';
export const CALLBACK_SIGNATURE =
  'Space-separated signatures, newest secret first. Accept the call if any of them matches.';
export const TEST_DELIVERED = 'Delivered at once.';
export const TEST_UNDELIVERED = 'The carrier takes it and cannot deliver it.';
export const TEST_NO_RECEIPT = 'Sent; no receipt ever comes.';
export const TEST_REFUSED = 'Refused by the carrier.';
export const TEST_THROTTLED = 'The carrier asks to wait, then it is delivered.';
export const TEST_SLOW = 'Delivered after 30 seconds.';
export const TEST_EARLY = 'Delivered before the carrier has answered.';
export const NOT_ALLOWED_CALL =
  'This call is not allowed: its key came over plain HTTP, the drop-in API is off, or a callback of Godwit made the call. Nothing was sent or charged. The description of the answer says which, and what to do.';

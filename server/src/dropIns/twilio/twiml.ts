// Reads what a customer's program answers to an incoming message: TwiML, or plain text.
import { parseProse } from '../../xml.ts';

/** The replies that one incoming message can have. */
export const MOST_REPLIES = 5;

/** The replies in an answer, without empty ones; null if it is XML that cannot be read as TwiML. */
export function readReplies({ type, text }: { type: string; text: string }): string[] | null {
  const kind = type.split(';')[0]!.trim().toLowerCase();
  if (kind === 'text/plain') return present([text]);
  // Anything else, such as the JSON or HTML of a program that ignores what it is asked, means no reply.
  if (!/^(?:text|application)\/xml$/.test(kind)) return [];
  const read = parseProse(text);
  const response = fieldOf(read, 'Response');
  if (response === undefined) return text.trim() === '' ? [] : null;
  return present([fieldOf(response, 'Message') ?? []].flat().map(textOf));
}

const present = (texts: readonly string[]): string[] => texts.map((text) => text.trim()).filter(Boolean);

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;

/** The text of a Message: its own, or that of its Body. */
function textOf(message: unknown): string {
  if (typeof message === 'string') return message;
  const body = fieldOf(message, 'Body');
  const text = body ?? fieldOf(message, '#text');
  return typeof text === 'string' ? text : String(fieldOf(text, '#text') ?? '');
}

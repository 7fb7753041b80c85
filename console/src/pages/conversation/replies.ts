// Replies that are begun, by thread, for as long as the console is open: another thread, or another page, takes none of them away.
import type { Place } from '../../api/conversations.ts';

const replies = new Map<string, string>();
const keyOf = ({ project_id, mode }: Place, number: string) => `${project_id} ${mode} ${number}`;

export const keptReply = (place: Place, number: string): string => replies.get(keyOf(place, number)) ?? '';

export function keepReply(place: Place, number: string, body: string): void {
  if (body === '') replies.delete(keyOf(place, number));
  else replies.set(keyOf(place, number), body);
}

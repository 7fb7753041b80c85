// Ids of rows: UUID v7, so that order by id is order by time.
import { v7 } from 'uuid';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A new id: a UUID v7 (RFC 9562 §5.7), of the present instant or of `at`. */
export function newId(at?: Date): string {
  return at === undefined ? v7() : v7({ msecs: at.getTime() });
}

/** When an id was made, to the millisecond. */
export function instantOf(id: string): Date {
  return new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16));
}

/** The smallest id of an instant: ids from it on were made then or later. */
export function idFloor(instant: Date): string {
  const ms = instant.getTime().toString(16).padStart(12, '0');
  return `${ms.slice(0, 8)}-${ms.slice(8)}-0000-0000-000000000000`;
}

/** Whether a text can be one of our ids; what cannot is answered like any missing one, without asking the database. */
export function isId(text: string): boolean {
  return UUID.test(text);
}

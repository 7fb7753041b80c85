// Names of files as people gave them: kept as text to show, never as a place on a disk.

const MAX_LENGTH = 120;
// Controls, line breaks, and marks that turn the direction of text or take no room, so that a name reads as what it is.
const UNSEEN = /[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu;

/** A file's name without folders and what no name should hold, its ending kept where it has to be cut. */
export function cleanName(given: string): string {
  const last = given.toWellFormed().split(/[\\/]/).at(-1) ?? '';
  const name = last.replace(UNSEEN, '').normalize('NFC').trim();
  const [, stem = name, ending = ''] = /^(.*?)(\.[^.]{0,10})?$/u.exec(name) ?? [];
  const cut = [...stem].slice(0, MAX_LENGTH - ending.length).join('');
  return `${cut.trim() || 'document'}${ending}`;
}

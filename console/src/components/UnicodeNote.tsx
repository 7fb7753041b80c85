// Says which characters make a text Unicode and what that costs; offers plain ones where they make the text plain again.
import {
  countSegments,
  OPT_OUT_ROOM,
  replaceForGsm,
  type SegmentCount,
  type UnicodeCharacter,
} from '@godwit/contract/segments';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type Text, useText } from '../text/useText.ts';
import classes from './MessageField.module.css';

type Props = { body: string; count: SegmentCount; promotional: boolean; onReplace: (body: string) => void };

// More are a language rather than a slip, and are not listed one by one.
const MOST_LISTED = 4;
const INVISIBLE = /^[\p{C}\p{Z}\p{M}\s]$/u;

/** A character as it can be seen: blanks, marks and controls by their code. */
function visible(character: string): string {
  if (!INVISIBLE.test(character)) return character;
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

function headline(characters: UnicodeCharacter[], t: Text): string {
  const [first] = characters;
  if (first && characters.length === 1)
    return t('send.unicodeOne', { character: visible(first.character), position: first.index });
  if (characters.length > MOST_LISTED) {
    // Letters first: a language is recognized by them, and by no combining mark.
    const letters = characters.filter(({ character }) => !INVISIBLE.test(character));
    const [one, other] = [...letters, ...characters].map(({ character }) => visible(character));
    return t('send.unicodeMany', { one: one ?? '', other: other ?? '' });
  }
  const places = characters.map(({ character, index }) =>
    t('send.unicodePlace', { character: visible(character), position: index }),
  );
  return t('send.unicodeFew', { count: characters.length, list: places.join(', ') });
}

/** What is offered: the words on the button and what the message comes to by it. */
function offer(characters: UnicodeCharacter[], segments: number, t: Text): { action: string; gain: string } {
  const [first] = characters;
  const replacement = characters.length === 1 ? first?.replacement?.trim() : undefined;
  if (characters.length === 1 && first?.replacement === '')
    return { action: t('send.removeCharacter'), gain: t('send.plainWithout', { segments }) };
  if (replacement)
    return {
      action: t('send.replaceWith', { replacement }),
      gain: t('send.plainOne', { replacement, segments }),
    };
  return { action: t('send.replaceAll'), gain: t('send.plainAll', { segments }) };
}

export function UnicodeNote({ body, count, promotional, onReplace }: Props) {
  const t = useText();
  const plainBody = replaceForGsm(body);
  const plain = countSegments(plainBody, { promotional });
  const offered = plain.encoding === 'GSM7' ? offer(count.unicodeCharacters, plain.segments, t) : null;
  const fits = {
    unicode: count.perSegment,
    plain: countSegments('', { promotional }).perSegment,
  };
  return (
    <div role="status">
      {count.encoding === 'UNICODE' ? (
        <div className={classes.note}>
          <IconAlertTriangle size={18} stroke={2} aria-hidden="true" className={classes.sign ?? ''} />
          <div className={classes.words}>
            <p className={classes.headline}>{headline(count.unicodeCharacters, t)}</p>
            <p>
              {t('send.unicodeFits', fits)}{' '}
              {promotional ? t('send.unicodeLink', { room: OPT_OUT_ROOM }) : null} {offered?.gain}
            </p>
          </div>
          {offered ? (
            <button type="button" className={classes.offer} onClick={() => onReplace(plainBody)}>
              {offered.action}
            </button>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}

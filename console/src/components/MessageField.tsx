// The text of the message with its live count, what can be put into it, and what to do about characters that make it dear.
import {
  countSegments,
  MAX_CHARACTERS,
  MAX_SEGMENTS,
  OPT_OUT_ROOM,
  replaceForGsm,
  type SegmentCount,
  type UnicodeCharacter,
} from '@godwit/contract/segments';
import { Button, Textarea } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useRef } from 'react';
import { type Text, useText } from '../text/useText.ts';
import classes from './MessageField.module.css';

/** What a button puts in where the cursor stands. */
export type Insertable = { text: string; label: string };

type Props = {
  body: string;
  count: SegmentCount;
  promotional: boolean;
  error: string | undefined;
  insertables?: readonly Insertable[];
  onChange: (body: string) => void;
};

export function MessageField({ body, count, promotional, error, insertables = [], onChange }: Props) {
  const t = useText();
  const field = useRef<HTMLTextAreaElement>(null);

  function replace(plain: string): void {
    onChange(plain);
    field.current?.focus();
  }

  function insert(text: string): void {
    const { selectionStart: start, selectionEnd: end } = field.current ?? {
      selectionStart: 0,
      selectionEnd: 0,
    };
    const next = body.slice(0, start) + text + body.slice(end);
    if (next.length > MAX_CHARACTERS) return;
    replace(next);
    // The new text moves the cursor to its end, unless it is put back once it is there.
    requestAnimationFrame(() => field.current?.setSelectionRange(start + text.length, start + text.length));
  }

  return (
    <div>
      <Textarea
        ref={field}
        label={t('field.content')}
        classNames={{ input: classes.input ?? '', description: classes.counter ?? '' }}
        autosize
        minRows={4}
        maxRows={14}
        maxLength={MAX_CHARACTERS}
        value={body}
        onChange={(event) => onChange(event.currentTarget.value)}
        error={error}
        description={<Counter count={count} full={body.length >= MAX_CHARACTERS} />}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
      />
      {insertables.length > 0 ? (
        <div className={classes.insert}>
          <span>{t('send.insert')}</span>
          {insertables.map(({ text, label }) => (
            <Button key={text} variant="outline" size="xs" onClick={() => insert(text)}>
              {label}
            </Button>
          ))}
        </div>
      ) : null}
      <UnicodeNote body={body} count={count} promotional={promotional} onReplace={replace} />
    </div>
  );
}

function Counter({ count, full }: { count: SegmentCount; full: boolean }) {
  const t = useText();
  const ticks = Array.from({ length: MAX_SEGMENTS }, (_, index) => index + 1);
  return (
    <>
      <span>{t(full ? 'send.charactersFull' : 'send.characters', { count: count.characters })}</span>
      {count.encoding === 'UNICODE' ? <span className={classes.unicode}>{t('send.unicode')}</span> : null}
      <span className={classes.meter}>
        <span className={classes.ticks} aria-hidden="true" data-over={count.tooLong || undefined}>
          {ticks.map((tick) => (
            <span key={tick} className={classes.tick} data-full={tick <= count.segments || undefined} />
          ))}
        </span>
        <span className={classes.figure} data-over={count.tooLong || undefined}>
          {t('send.segmentsOf', { count: count.segments, most: MAX_SEGMENTS })}
        </span>
      </span>
    </>
  );
}

// Says which characters make a text Unicode and what that costs; offers plain ones where they make the text plain again.
type UnicodeNoteProps = {
  body: string;
  count: SegmentCount;
  promotional: boolean;
  onReplace: (body: string) => void;
};

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

function UnicodeNote({ body, count, promotional, onReplace }: UnicodeNoteProps) {
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

// The text of the message with its live count, what can be put into it, and what to do about characters that make it dear.
import { MAX_CHARACTERS, MAX_SEGMENTS, type SegmentCount } from '@godwit/contract/segments';
import { Button, Textarea } from '@mantine/core';
import { useRef } from 'react';
import { useText } from '../text/useText.ts';
import classes from './MessageField.module.css';
import { UnicodeNote } from './UnicodeNote.tsx';

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
        label={t('send.content')}
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

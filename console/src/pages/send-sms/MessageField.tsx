// The text of the message with its live count, and what to do about characters that make it dear.
import { MAX_CHARACTERS, MAX_SEGMENTS, type SegmentCount } from '@godwit/contract/segments';
import { Textarea } from '@mantine/core';
import { useRef } from 'react';
import { useText } from '../../text/useText.ts';
import classes from './MessageField.module.css';
import { UnicodeNote } from './UnicodeNote.tsx';

type Props = {
  body: string;
  count: SegmentCount;
  promotional: boolean;
  error: string | undefined;
  onChange: (body: string) => void;
};

export function MessageField({ body, count, promotional, error, onChange }: Props) {
  const t = useText();
  const field = useRef<HTMLTextAreaElement>(null);

  function replace(plain: string): void {
    onChange(plain);
    field.current?.focus();
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

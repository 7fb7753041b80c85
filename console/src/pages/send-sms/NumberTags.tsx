// The tags of the phone number field; wrong numbers are red, with an icon, and go back into the field when pressed.
import { IconAlertTriangle, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, memo, type Ref } from 'react';
import { useText } from '../../text/useText.ts';
import classes from './NumbersField.module.css';
import type { Entry } from './numbers.ts';

type Props = {
  entries: Entry[];
  onRemove: (entry: Entry) => void;
  /** Takes a wrong number back for another try. */
  onCorrect: (entry: Entry) => void;
  /** The arrow keys go from tag to tag and back to the field. */
  onStep: (from: HTMLElement, direction: -1 | 1) => void;
  ref: Ref<HTMLUListElement>;
};

export const NumberTags = memo(function NumberTags({ entries, onRemove, onCorrect, onStep, ref }: Props) {
  const t = useText();

  function onKeyDown(event: KeyboardEvent<HTMLElement>, entry: Entry): void {
    if (event.key === 'ArrowLeft') onStep(event.currentTarget, -1);
    else if (event.key === 'ArrowRight') onStep(event.currentTarget, 1);
    else if (event.key === 'Backspace' || event.key === 'Delete') onRemove(entry);
    else return;
    event.preventDefault();
  }

  if (entries.length === 0) return null;
  return (
    <ul ref={ref} className={classes.tags} aria-label={t('send.numbers')}>
      {entries.map((entry) => {
        // Not stops of the Tab key: a hundred tags would stand between this field and the next.
        const stop = {
          type: 'button',
          tabIndex: -1,
          onKeyDown: (event: KeyboardEvent<HTMLElement>) => onKeyDown(event, entry),
          onMouseDown: (event: { stopPropagation: () => void }) => event.stopPropagation(),
        } as const;
        return (
          <li key={entry.key} className={classes.tag} data-bad={entry.problem !== null || undefined}>
            {entry.problem ? (
              <button
                {...stop}
                className={classes.correct}
                aria-label={t('send.correctNumber', { number: entry.shown })}
                onClick={() => onCorrect(entry)}
              >
                <IconAlertTriangle size={14} stroke={2} aria-hidden="true" />
                {entry.shown}
              </button>
            ) : (
              entry.shown
            )}
            <button
              {...stop}
              className={classes.remove}
              aria-label={t('send.removeNumber', { number: entry.shown })}
              onClick={() => onRemove(entry)}
            >
              <IconX size={14} stroke={2} aria-hidden="true" />
            </button>
          </li>
        );
      })}
    </ul>
  );
});

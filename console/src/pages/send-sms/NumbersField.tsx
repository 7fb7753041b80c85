// The phone number field: numbers become tags, lists can be pasted, and invalid numbers are explained.
import { PillsInput, Stack, UnstyledButton } from '@mantine/core';
import { IconAlertTriangle, IconX } from '@tabler/icons-react';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  memo,
  type Ref,
  Suspense,
  useCallback,
  useRef,
  useState,
} from 'react';
import { lazyPart } from '../../components/lazyPart.ts';
import { useTeam } from '../../session/context.ts';
import { useText } from '../../text/useText.ts';
import { buttonFor } from '../../ui/richText.tsx';
import classes from './NumbersField.module.css';
import { type Entry, endsNumber, type ParseNumber, splitNumbers } from './numbers.ts';

// Loaded on demand, because it contains all country names and is rarely needed.
const UnreachedCountries = lazyPart(() => import('./UnreachedCountries.tsx'), 'UnreachedCountries');

type Props = {
  entries: Entry[];
  /** The number of duplicates. */
  repeated: number;
  parse: ParseNumber | undefined;
  /** The chosen sender id. */
  sender: string | null;
  error: string | undefined;
  onAdd: (numbers: string[]) => void;
  /** Must be a stable function. Otherwise every keystroke renders all tags again. */
  onRemove: (entry: Entry) => void;
  /** Replaces numbers without a country code by their international form. */
  onFix: (entries: Entry[]) => void;
};

const MAX_EXPLAINED = 3;
const SEPARATOR = /[,;\t\n]/;
const EXAMPLES = { LK: '+94 77 123 4567', AU: '+61 412 345 678' } as const;

export function NumbersField({ entries, repeated, parse, sender, error, onAdd, onRemove, onFix }: Props) {
  const t = useText();
  const [text, setText] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const tags = useRef<HTMLUListElement>(null);
  // The form explains landlines below the field.
  const leftOut = entries.filter(({ problem }) => problem !== null && problem !== 'landline');

  const remove = useCallback(
    (entry: Entry) => {
      onRemove(entry);
      field.current?.focus();
    },
    [onRemove],
  );
  // Pressing the tag has moved the focus out of the field, which has added its text to the numbers.
  const correct = useCallback(
    (entry: Entry) => {
      setText(entry.shown);
      remove(entry);
    },
    [remove],
  );
  const moveFocus = useCallback((from: HTMLElement, direction: -1 | 1) => {
    const focusable: (HTMLElement | null)[] = [
      ...(tags.current?.querySelectorAll('button') ?? []),
      field.current,
    ];
    focusable.at(focusable.indexOf(from) + direction)?.focus();
  }, []);

  function fix(fixable: Entry[]): void {
    onFix(fixable);
    field.current?.focus();
  }

  function add(typed: string): void {
    const numbers = splitNumbers(typed);
    if (numbers.length > 0) onAdd(numbers);
    setText('');
  }

  function onType(next: string): void {
    const ended = SEPARATOR.test(next) || (next.endsWith(' ') && endsNumber(next, parse));
    if (ended) add(next);
    else setText(next);
  }

  function onPaste(event: ClipboardEvent<HTMLInputElement>): void {
    const pasted = event.clipboardData.getData('text');
    // A single number pasted after typed text belongs to that text.
    if (text !== '' && splitNumbers(pasted).length < 2) return;
    event.preventDefault();
    add(`${text}\n${pasted}`);
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    const { selectionStart, selectionEnd } = event.currentTarget;
    const last = entries.at(-1);
    if (event.key === 'Enter') add(text);
    else if (event.key === 'Backspace' && text === '' && last) remove(last);
    else if (event.key === 'ArrowLeft' && last && selectionStart === 0 && selectionEnd === 0)
      moveFocus(event.currentTarget, -1);
    else return;
    event.preventDefault();
  }

  return (
    <PillsInput
      label={t('send.numbers')}
      classNames={{ input: classes.input ?? '' }}
      error={
        error || leftOut.length > 0 ? (
          <Problems error={error} leftOut={leftOut} sender={sender} onFix={fix} />
        ) : undefined
      }
      description={repeated > 0 ? t('send.repeated', { count: repeated }) : undefined}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
    >
      <NumberTags
        ref={tags}
        entries={entries}
        onRemove={remove}
        onCorrect={correct}
        onMoveFocus={moveFocus}
      />
      <PillsInput.Field
        ref={field}
        miw={110}
        h={28}
        px={4}
        value={text}
        placeholder={t('send.addNumber')}
        inputMode="tel"
        autoComplete="off"
        onChange={(event) => onType(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        onBlur={() => add(text)}
      />
    </PillsInput>
  );
}

type ProblemsProps = Pick<Props, 'error' | 'sender' | 'onFix'> & { leftOut: Entry[] };

/**
 * Explains how to correct the first invalid numbers and counts the others. Then it lists unreachable
 * countries.
 */
function Problems({ error, leftOut, sender, onFix }: ProblemsProps) {
  const t = useText();
  const { region } = useTeam();
  const unreachable = leftOut.filter(({ problem }) => problem === 'unreachable');
  const invalid = leftOut.filter(({ problem }) => problem !== 'unreachable');
  const fixable = invalid.filter(({ full }) => full !== null);
  const more = invalid.length - MAX_EXPLAINED;
  const explain = (entry: Entry) => {
    const { shown, problem, full } = entry;
    if (full) return t.rich('send.useFull', { number: shown, full, use: buttonFor(() => onFix([entry])) });
    return problem && problem !== 'landline'
      ? t(`send.${problem}`, { number: shown, example: EXAMPLES[region.id] })
      : null;
  };
  return (
    <Stack component="span" gap={4} style={{ overflowWrap: 'anywhere' }}>
      {error ? <span>{error}</span> : null}
      {invalid.slice(0, MAX_EXPLAINED).map((entry) => (
        <span key={entry.key}>{explain(entry)}</span>
      ))}
      {more > 0 ? <span>{t('send.moreBad', { count: more })}</span> : null}
      {fixable.length > 1 ? <span>{buttonFor(() => onFix(fixable))(t('send.fixAll'))}</span> : null}
      {unreachable.length > 0 ? (
        <Suspense fallback={null}>
          <UnreachedCountries entries={unreachable} sender={sender} />
        </Suspense>
      ) : null}
    </Stack>
  );
}

// Tags of invalid numbers are red with an icon. Pressing one moves its text back into the field.
type NumberTagsProps = {
  entries: Entry[];
  onRemove: (entry: Entry) => void;
  /** Moves an invalid number back into the field. */
  onCorrect: (entry: Entry) => void;
  /** Called by the arrow keys, which move between the tags and the field. */
  onMoveFocus: (from: HTMLElement, direction: -1 | 1) => void;
  ref: Ref<HTMLUListElement>;
};

const NumberTags = memo(function NumberTags({
  entries,
  onRemove,
  onCorrect,
  onMoveFocus,
  ref,
}: NumberTagsProps) {
  const t = useText();

  function onKeyDown(event: KeyboardEvent<HTMLElement>, entry: Entry): void {
    if (event.key === 'ArrowLeft') onMoveFocus(event.currentTarget, -1);
    else if (event.key === 'ArrowRight') onMoveFocus(event.currentTarget, 1);
    else if (event.key === 'Backspace' || event.key === 'Delete') onRemove(entry);
    else return;
    event.preventDefault();
  }

  if (entries.length === 0) return null;
  return (
    <ul ref={ref} className={classes.tags} aria-label={t('send.numbers')}>
      {entries.map((entry) => {
        // Not tab stops: users would have to pass a hundred tags to reach the next field.
        const buttonProps = {
          tabIndex: -1,
          onKeyDown: (event: KeyboardEvent<HTMLElement>) => onKeyDown(event, entry),
          onMouseDown: (event: { stopPropagation: () => void }) => event.stopPropagation(),
        } as const;
        return (
          <li key={entry.key} className={classes.tag} data-bad={entry.problem !== null || undefined}>
            {entry.problem ? (
              <UnstyledButton
                {...buttonProps}
                className={classes.correct}
                aria-label={t('send.correctNumber', { number: entry.shown })}
                onClick={() => onCorrect(entry)}
              >
                <IconAlertTriangle size={14} aria-hidden="true" />
                {entry.shown}
              </UnstyledButton>
            ) : (
              entry.shown
            )}
            <UnstyledButton
              {...buttonProps}
              className={classes.remove}
              aria-label={t('send.removeNumber', { number: entry.shown })}
              onClick={() => onRemove(entry)}
            >
              <IconX size={14} aria-hidden="true" />
            </UnstyledButton>
          </li>
        );
      })}
    </ul>
  );
});

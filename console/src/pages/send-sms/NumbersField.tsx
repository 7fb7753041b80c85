// Phone numbers as tags: a list pasted at once, wrong ones kept in their place and explained.
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

// Its names of all countries are seldom needed.
const UnreachedCountries = lazyPart(() => import('./UnreachedCountries.tsx'), 'UnreachedCountries');

type Props = {
  entries: Entry[];
  /** How many of the given numbers were there before. */
  repeated: number;
  parse: ParseNumber | undefined;
  /** The chosen sender id. */
  sender: string | null;
  error: string | undefined;
  onAdd: (numbers: string[]) => void;
  /** Stays the same function, so that a long list of tags is not drawn again with every key. */
  onRemove: (entry: Entry) => void;
  /** Takes the full forms of numbers that lack their country code. */
  onFix: (entries: Entry[]) => void;
};

const MOST_EXPLAINED = 3;
const SEPARATOR = /[,;\t\n]/;
const EXAMPLES = { LK: '+94 77 123 4567', AU: '+61 412 345 678' } as const;

export function NumbersField({ entries, repeated, parse, sender, error, onAdd, onRemove, onFix }: Props) {
  const t = useText();
  const [text, setText] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const tags = useRef<HTMLUListElement>(null);
  const bad = entries.filter(({ problem }) => problem !== null);

  const remove = useCallback(
    (entry: Entry) => {
      onRemove(entry);
      field.current?.focus();
    },
    [onRemove],
  );
  // The field lost the focus to the tag and has already added its text as numbers.
  const correct = useCallback(
    (entry: Entry) => {
      setText(entry.shown);
      remove(entry);
    },
    [remove],
  );
  const step = useCallback((from: HTMLElement, direction: -1 | 1) => {
    const stops: (HTMLElement | null)[] = [
      ...(tags.current?.querySelectorAll('button') ?? []),
      field.current,
    ];
    stops.at(stops.indexOf(from) + direction)?.focus();
  }, []);

  function fix(some: Entry[]): void {
    onFix(some);
    field.current?.focus();
  }

  function add(more: string): void {
    const numbers = splitNumbers(more);
    if (numbers.length > 0) onAdd(numbers);
    setText('');
  }

  function type(next: string): void {
    const ended = SEPARATOR.test(next) || (next.endsWith(' ') && endsNumber(next, parse));
    if (ended) add(next);
    else setText(next);
  }

  function paste(event: ClipboardEvent<HTMLInputElement>): void {
    const pasted = event.clipboardData.getData('text');
    // A piece pasted into a number that is being typed belongs to it.
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
      step(event.currentTarget, -1);
    else return;
    event.preventDefault();
  }

  return (
    <PillsInput
      label={t('send.numbers')}
      classNames={{ input: classes.input ?? '' }}
      error={
        error || bad.length > 0 ? <Problems error={error} bad={bad} sender={sender} onFix={fix} /> : undefined
      }
      description={repeated > 0 ? t('send.repeated', { count: repeated }) : undefined}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
    >
      <NumberTags ref={tags} entries={entries} onRemove={remove} onCorrect={correct} onStep={step} />
      <PillsInput.Field
        ref={field}
        miw={110}
        h={28}
        px={4}
        value={text}
        placeholder={t('send.addNumber')}
        inputMode="tel"
        autoComplete="off"
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onPaste={paste}
        onBlur={() => add(text)}
      />
    </PillsInput>
  );
}

type ProblemsProps = Pick<Props, 'error' | 'sender' | 'onFix'> & { bad: Entry[] };

/**
 * How to right each of the first wrong numbers, and how many more there are; then the countries that are not
 * reached.
 */
function Problems({ error, bad, sender, onFix }: ProblemsProps) {
  const t = useText();
  const { region } = useTeam();
  const unreached = bad.filter(({ problem }) => problem === 'unreachable');
  const wrong = bad.filter(({ problem }) => problem !== 'unreachable');
  const fixable = wrong.filter(({ full }) => full !== null);
  const more = wrong.length - MOST_EXPLAINED;
  const errorMessage = (entry: Entry) => {
    const { shown, problem, full } = entry;
    if (full) return t.rich('send.useFull', { number: shown, full, use: buttonFor(() => onFix([entry])) });
    return problem ? t(`send.${problem}`, { number: shown, example: EXAMPLES[region.id] }) : null;
  };
  return (
    <Stack component="span" gap={4} style={{ overflowWrap: 'anywhere' }}>
      {error ? <span>{error}</span> : null}
      {wrong.slice(0, MOST_EXPLAINED).map((entry) => (
        <span key={entry.key}>{errorMessage(entry)}</span>
      ))}
      {more > 0 ? <span>{t('send.moreBad', { count: more })}</span> : null}
      {fixable.length > 1 ? <span>{buttonFor(() => onFix(fixable))(t('send.fixAll'))}</span> : null}
      {unreached.length > 0 ? (
        <Suspense fallback={null}>
          <UnreachedCountries entries={unreached} sender={sender} />
        </Suspense>
      ) : null}
    </Stack>
  );
}

// The tags of the phone number field; wrong numbers are red, with an icon, and go back into the field when
// pressed.
type NumberTagsProps = {
  entries: Entry[];
  onRemove: (entry: Entry) => void;
  /** Takes a wrong number back for another try. */
  onCorrect: (entry: Entry) => void;
  /** The arrow keys go from tag to tag and back to the field. */
  onStep: (from: HTMLElement, direction: -1 | 1) => void;
  ref: Ref<HTMLUListElement>;
};

const NumberTags = memo(function NumberTags({ entries, onRemove, onCorrect, onStep, ref }: NumberTagsProps) {
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
          tabIndex: -1,
          onKeyDown: (event: KeyboardEvent<HTMLElement>) => onKeyDown(event, entry),
          onMouseDown: (event: { stopPropagation: () => void }) => event.stopPropagation(),
        } as const;
        return (
          <li key={entry.key} className={classes.tag} data-bad={entry.problem !== null || undefined}>
            {entry.problem ? (
              <UnstyledButton
                {...stop}
                className={classes.correct}
                aria-label={t('send.correctNumber', { number: entry.shown })}
                onClick={() => onCorrect(entry)}
              >
                <IconAlertTriangle size={14} stroke={2} aria-hidden="true" />
                {entry.shown}
              </UnstyledButton>
            ) : (
              entry.shown
            )}
            <UnstyledButton
              {...stop}
              className={classes.remove}
              aria-label={t('send.removeNumber', { number: entry.shown })}
              onClick={() => onRemove(entry)}
            >
              <IconX size={14} stroke={2} aria-hidden="true" />
            </UnstyledButton>
          </li>
        );
      })}
    </ul>
  );
});

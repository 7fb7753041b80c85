// The trace of a message as a list of steps, for customers and, with more details, for staff.
import type { ExplanationStep, StepOf } from '@godwit/contract/messages/explanation';
import { FAILURES } from '@godwit/contract/messages/failures';
import { SANDBOX_SENDER, UNVERIFIED_SENDER } from '@godwit/contract/senders';
import { Box, Flex, Stack, Text } from '@mantine/core';
import {
  type Icon,
  IconArrowUpRight,
  IconCheck,
  IconClock,
  IconCoin,
  IconHistory,
  IconId,
  IconInbox,
  IconLetterCase,
  IconRoute,
  IconX,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { countryName } from '../../countryName.ts';
import { formatDay, formatInstant, formatPrice, formatTime, formatUnit } from '../../format.ts';
import { isBeginning } from '../../priceListStart.ts';
import { explanation } from '../../text/explanation/en.ts';
import { useLanguage } from '../../text/language.ts';
import { translate } from '../../text/translate.ts';
import type { Unit } from '../../text/translation.ts';
import { type Translate, useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';

const ICONS: Record<ExplanationStep['kind'], Icon> = {
  ENCODING: IconLetterCase,
  PRICE: IconCoin,
  SENDER: IconId,
  WAIT: IconClock,
  ROUTE: IconRoute,
  ATTEMPT: IconArrowUpRight,
  RECEIPT: IconInbox,
  END: IconCheck,
  FORGOTTEN: IconHistory,
};

type Props = {
  steps: readonly ExplanationStep[];
  /** The currency symbol, if it should replace the code. */
  symbol?: string | undefined;
  /** Additional details of a step, for staff. */
  detailOf?: (step: ExplanationStep) => ReactNode;
};

function Steps({ steps, symbol, detailOf }: Props) {
  return (
    <Stack component="ol" gap={20} p={0} m={0}>
      {steps.map((step, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: steps have no id, the list is replaced as a whole
        <Line key={index} step={step} symbol={symbol} detail={detailOf?.(step)} />
      ))}
    </Stack>
  );
}

type LineProps = { step: ExplanationStep; symbol: string | undefined; detail: ReactNode };

function Line({ step, symbol, detail }: LineProps) {
  const t = useText();
  const { locale } = useLanguage();
  const Icon = step.kind === 'END' && step.failure ? IconX : ICONS[step.kind];
  const facts = factsOf(step, t);
  return (
    <Flex component="li" gap={12}>
      <Box c="dimmed" h={20} flex="none">
        <Icon size={20} stroke={1.75} aria-hidden="true" />
      </Box>
      <Box miw={0} flex={1} style={{ overflowWrap: 'anywhere' }}>
        <Text>{sentenceOf(step, { t, locale, symbol })}</Text>
        {facts.length > 0 ? (
          <Text fz={13} c="dimmed">
            {facts.join(' · ')}
          </Text>
        ) : null}
        {detail}
      </Box>
    </Flex>
  );
}

/** Separates with commas only. In languages without a word for 'and', browsers use the English one. */
const list = (items: readonly string[], locale: string) =>
  new Intl.ListFormat(locale, { type: 'unit', style: 'short' }).format(items);

/** Returns the sentence of a step. */
function sentenceOf(
  step: ExplanationStep,
  { t, locale, symbol }: { t: Translate; locale: string; symbol: string | undefined },
): string {
  switch (step.kind) {
    case 'ENCODING':
      return encodingText(step, t, locale);
    case 'PRICE': {
      const { name, prefix, price, cost, segments, currency } = step;
      return t('explain.price', {
        place: prefix === '' ? name : t('explain.place', { name, prefix }),
        price: formatPrice(price, symbol ?? currency),
        segments,
        cost: formatPrice(cost, symbol ?? currency),
      });
    }
    case 'SENDER': {
      const { sender, shown, country } = step;
      const wording = shown === UNVERIFIED_SENDER ? 'explain.sender' : 'explain.substitute';
      return t(wording, { sender, shown, country: countryName(country) });
    }
    case 'WAIT':
      return t(`explain.${step.reason}`, { now: isWaiting(step) ? 'yes' : 'no' });
    case 'ROUTE': {
      const reasons = [...new Set(step.passed.map(({ why }) => t(`explain.passed.${why}`)))];
      return reasons.length === 0
        ? t('explain.routeFirst')
        : t('explain.routeOther', { reasons: list(reasons, locale) });
    }
    case 'ATTEMPT':
      return attemptText(step, t);
    case 'RECEIPT':
      return t(`explain.receipt.${step.state}`);
    case 'END':
      return step.failure ? translate(FAILURES[step.failure].description) : t('explain.delivered');
    case 'FORGOTTEN':
      return t('explain.FORGOTTEN');
  }
}

/** The end of a wait is in the future if it is a time of sending. */
const isWaiting = ({ until }: StepOf<'WAIT'>): boolean => until === null || Date.parse(until) > Date.now();

/** The number of characters that are listed. Texts in another script contain most of its alphabet. */
const NAMED = 5;

function encodingText(step: StepOf<'ENCODING'>, t: Translate, locale: string): string {
  const { encoding, per_segment: perSegment, segments, characters, hidden, more } = step;
  if (encoding === 'GSM7') return t('explain.gsm', { perSegment, segments });
  // Combining marks cannot be shown alone.
  const alone = characters.filter(({ character }) => !/\p{M}/u.test(character));
  const named = alone.slice(0, NAMED).map((one) => t('explain.character', one));
  if (hidden > 0) named.push(t('explain.hidden', { count: hidden }));
  if (more || alone.length > NAMED) named.push(t('explain.more'));
  return t('explain.unicode', { characters: list(named, locale), perSegment, segments });
}

function attemptText({ outcome, meaning, times }: StepOf<'ATTEMPT'>, t: Translate): string {
  const means = meaning ? t(`explain.means.${meaning}`) : '';
  switch (outcome) {
    case 'TAKEN':
      return t('explain.TAKEN', { times });
    case 'REFUSED':
      return t('explain.REFUSED', { meaning: means });
    case 'PUT_OFF':
      return t('explain.LATER', { meaning: means });
    default:
      return t(`explain.${outcome}`);
  }
}

/** Times, durations, repeats, and the carrier's code. */
function factsOf(step: ExplanationStep, t: Translate): string[] {
  switch (step.kind) {
    case 'PRICE':
      return [
        isBeginning(step.valid_from)
          ? t('explain.firstList')
          : t('explain.list', { day: formatDay(step.valid_from) }),
      ];
    case 'SENDER':
      return [t(`explain.sender.${nextOf(step)}`, { sender: step.sender })];
    case 'WAIT': {
      const { from, until } = step;
      const ms = (until ? Date.parse(until) : Date.now()) - Date.parse(from);
      return [
        formatInstant(from),
        until
          ? t('explain.waited', { duration: formatDuration(ms), until: formatUntil(from, until) })
          : t('explain.waiting', { duration: formatDuration(Math.max(0, ms)) }),
      ];
    }
    case 'ATTEMPT': {
      const { at, last_at, times, outcome, status } = step;
      const isRepeated = times > 1 && outcome !== 'TAKEN';
      return [
        formatInstant(at),
        ...(isRepeated ? [t('explain.times', { times, until: formatUntil(at, last_at) })] : []),
        ...(status ? [t('explain.code', { code: status })] : []),
      ];
    }
    case 'RECEIPT': {
      const { at, part, parts, error } = step;
      return [
        formatInstant(at),
        ...(parts > 1 ? [t('explain.part', { part, parts })] : []),
        ...(error && Number(error) !== 0 ? [t('explain.code', { code: error })] : []),
      ];
    }
    case 'END':
      return [formatInstant(step.at), ...(step.refunded ? [t('explain.refunded')] : [])];
    default:
      return 'at' in step ? [formatInstant(step.at)] : [];
  }
}

/** The next step until people see a sender. */
function nextOf({ sender, state, turn }: StepOf<'SENDER'>) {
  if (sender === SANDBOX_SENDER) return 'SANDBOX';
  if (state === 'REFUSED' || state === 'WITHDRAWN') return state;
  if (state === 'REGISTERED' && turn === null) return state;
  return turn === 'US' || turn === 'REGISTER' ? turn : 'ASK';
}

/** Omits the date if both are on the same day. */
const formatUntil = (from: string, until: string): string =>
  formatDay(from) === formatDay(until) ? formatTime(until) : formatInstant(until);

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** A duration in its two largest units: `3.2 seconds`, `4 minutes`, `2 hours 5 minutes`. */
function formatDuration(ms: number): string {
  const format = (value: number, unit: Unit) =>
    formatUnit(value, unit, value < 10 && unit === 'second' ? 1 : 0);
  const at = UNITS.findIndex(([, size]) => ms >= size);
  if (at < 0) return format(ms / 1000, 'second');
  const [unit, size] = UNITS[at]!;
  const next = UNITS[at + 1];
  const left = next ? Math.floor((ms % size) / next[1]) : 0;
  return [format(Math.floor(ms / size), unit), ...(next && left > 0 ? [format(left, next[0])] : [])].join(
    ' ',
  );
}

export const ExplanationSteps = withTexts(Steps, explanation);

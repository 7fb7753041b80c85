// The actions of the search: send to a typed number, open a message by its id, switch the mode. Words before
// a number or an id, such as 'send to', are ignored, in any language.
import { useQuery } from '@tanstack/react-query';
import { shortId } from '../../format.ts';
import { paths } from '../../paths.ts';
import { phonePlansQuery, toE164, useReadableNumber } from '../../phone.ts';
import { sendTo, useTeam } from '../../session/context.ts';
import { inMode, useMode } from '../../session/mode.ts';
import { useText } from '../../text/useText.ts';
import { useFlipMode } from '../frame/Mode.tsx';
import { findNamed, isText, type Result } from './find.ts';
import { useMaySend } from './names.ts';

const NUMBER = /^(?:\D*\s)?(\+?\d[\d\s.\-()]{6,})$/;
const MESSAGE_ID = /\s([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i;

/** The number at the end of a text as it was typed, or null. */
export const numberIn = (typed: string): string | null => NUMBER.exec(typed)?.[1]?.trim() ?? null;

/** The id of a message after words, or null. An id alone is searched for. */
export const messageIdIn = (typed: string): string | null =>
  MESSAGE_ID.exec(typed)?.[1]?.toLowerCase() ?? null;

export function useActions(typed: string): Result[] {
  const t = useText();
  const mode = useMode();
  const flip = useFlipMode();
  const maySend = useMaySend();
  const readable = useReadableNumber();
  const { region } = useTeam();
  const plans = useQuery(phonePlansQuery);
  const parse = plans.data?.parsePhoneNumberFromString;
  const number = maySend && parse ? toE164(numberIn(typed) ?? '', region.id, parse) : null;
  const id = messageIdIn(typed);
  const other = t(mode === 'TEST' ? 'mode.live' : 'mode.test');
  const [name = '', ...others] = t('palette.switchMode', { mode: other }).split(', ');
  const isSwitch = isText(typed) && findNamed([{ name, others }], typed).length > 0;
  return [
    ...(number
      ? [
          {
            key: 'send',
            to: inMode(paths.sendSms, mode),
            name: t('palette.sendTo', { number: readable(number) }),
            more: t(mode === 'TEST' ? 'mode.test' : 'mode.live'),
            state: sendTo(number),
          },
        ]
      : []),
    ...(id
      ? [{ key: 'open', to: paths.message(id), name: t('palette.openMessage', { id: shortId(id) }) }]
      : []),
    ...(isSwitch ? [{ key: 'mode', to: '', name, act: flip }] : []),
  ];
}

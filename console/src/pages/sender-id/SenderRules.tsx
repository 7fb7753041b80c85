// The rule of sender ids part by part, each told apart while the name is typed.
import { isSenderId, MAX_SENDER, MIN_SENDER, SENDER_CHARACTERS } from '@godwit/contract/senders';
import { VisuallyHidden } from '@mantine/core';
import { IconCheck, IconPoint, IconX } from '@tabler/icons-react';
import type { TextId } from '../../text/catalogue.ts';
import { useText } from '../../text/useText.ts';
import classes from './senderId.module.css';

type Rule = { words: TextId; holds: (text: string) => boolean };

const RULES: readonly Rule[] = [
  { words: 'sender.ruleLength', holds: ({ length }) => length >= MIN_SENDER && length <= MAX_SENDER },
  { words: 'sender.ruleCharacters', holds: (text) => SENDER_CHARACTERS.test(text) && text.trim() === text },
  { words: 'sender.ruleLetter', holds: (text) => /[A-Za-z]/.test(text) },
];

export function SenderRules({ id, typed }: { id: string; typed: string }) {
  const t = useText();
  return (
    <ul
      id={id}
      className={classes.rules}
      aria-label={t('sender.rules')}
      data-whole={isSenderId(typed) || undefined}
    >
      {RULES.map(({ words, holds }) => {
        const state = typed === '' ? 'open' : holds(typed) ? 'met' : 'unmet';
        const Sign = { open: IconPoint, met: IconCheck, unmet: IconX }[state];
        const rule = t(words);
        return (
          <li key={words} data-state={state}>
            <Sign size={16} stroke={2} aria-hidden="true" />
            {state === 'open' ? (
              rule
            ) : (
              <>
                <span aria-hidden="true">{rule}</span>
                <VisuallyHidden>
                  {t(state === 'met' ? 'sender.met' : 'sender.unmet', { rule })}
                </VisuallyHidden>
              </>
            )}
          </li>
        );
      })}
    </ul>
  );
}

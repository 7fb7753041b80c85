// Code to read and copy: a heading with its description and a button, and highlighted strings and comments.
import { Box, Flex, SegmentedControl, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { CopyButton } from '../../components/CopyButton.tsx';
import { useText } from '../../text/useText.ts';
import classes from './api.module.css';
import { masked, useReference } from './context.ts';
import { SAMPLE_LANGUAGES, type SampleLanguage } from './samples.ts';

type Props = {
  /** Names it for screen readers, and on screen without a head of its own. */
  label: string;
  code: string;
  head?: ReactNode;
  /** Long code scrolls in its box. */
  low?: boolean;
};

export function Code({ label, code, head, low = false }: Props) {
  const t = useText();
  const { filled } = useReference();
  const shown = masked(code, [filled.key, filled.callbackSecret]);
  return (
    <Box bg="var(--subtle)" bd="1px solid var(--hairline)" bdrs={8} miw={0}>
      <Flex className={classes.head ?? ''} align="center" gap={8} mih={44} pl={head ? 6 : 16} pr={4}>
        <Box flex={1} miw={0}>
          {head ?? (
            <Text fz={13} fw={500} c="dimmed" truncate>
              {label}
            </Text>
          )}
        </Box>
        {/* In another language it is not copied yet. */}
        <CopyButton
          key={label}
          value={code}
          label={t('api.copy', { what: label })}
          copiedLabel={t('action.copied')}
          size={34}
        />
      </Flex>
      {/* Code that is wider or longer than its box can also be scrolled with the keyboard. */}
      <Box
        className={classes.scroll ?? ''}
        data-low={low || undefined}
        role="group"
        tabIndex={0}
        aria-label={label}
      >
        <pre className={classes.code} translate="no">
          {tokensOf(shown).map(({ text, kind, at }) =>
            kind ? (
              <span key={at} data-kind={kind}>
                {text}
              </span>
            ) : (
              text
            ),
          )}
        </pre>
      </Box>
    </Box>
  );
}

/** A program in each language, of which one is shown, the same for all of the page. */
export function Sample({ label, write }: { label: string; write: (language: SampleLanguage) => string }) {
  const t = useText();
  const { language, setLanguage } = useReference();
  return (
    <Code
      label={t('api.sampleLabel', { what: label, language })}
      code={write(language)}
      head={
        <SegmentedControl
          size="xs"
          aria-label={t('api.languageOf', { what: label })}
          data={[...SAMPLE_LANGUAGES]}
          value={language}
          onChange={(one) => setLanguage(one as SampleLanguage)}
        />
      }
    />
  );
}

type Token = { text: string; kind?: 'string' | 'comment'; at: number };

// Text blocks, strings, and comments that begin a line or follow a blank, as slashes and hashes stand inside
// of URLs and patterns too.
const MARKED = /"""[\s\S]*?"""|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\]|\\.)*'|(?<=^|\s)(?:#|\/\/) .*/gm;

function tokensOf(code: string): Token[] {
  const tokens: Token[] = [];
  let end = 0;
  for (const { 0: text, index } of code.matchAll(MARKED)) {
    tokens.push({ text: code.slice(end, index), at: end });
    // Names in front of a colon are not what is to be filled in.
    const isName = code[index + text.length] === ':';
    if (isName) tokens.push({ text, at: index });
    else tokens.push({ text, kind: /^['"]/.test(text) ? 'string' : 'comment', at: index });
    end = index + text.length;
  }
  return [...tokens, { text: code.slice(end), at: end }];
}

// Code with a heading, a copy button, and highlighted strings and comments.
import { Box, Flex, SegmentedControl, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { CopyButton } from '../../components/CopyButton.tsx';
import { useText } from '../../text/useText.ts';
import classes from './api.module.css';
import { masked, useReference } from './context.ts';
import { SAMPLE_LANGUAGES, type SampleLanguage } from './samples.ts';

type Props = {
  /** Names the code for screen readers, and on screen unless there is a `head`. */
  label: string;
  code: string;
  head?: ReactNode;
  /** Limits the height: long code scrolls inside its box. */
  isCapped?: boolean;
};

export function Code({ label, code, head, isCapped = false }: Props) {
  const t = useText();
  const { sampleValues } = useReference();
  const shown = masked(code, [sampleValues.key, sampleValues.callbackSecret]);
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
        {/* The key resets 'Copied' when the language changes. */}
        <CopyButton
          key={label}
          value={code}
          label={t('api.copy', { what: label })}
          copiedLabel={t('action.copied')}
          size={34}
        />
      </Flex>
      {/* The tab stop makes the box scrollable with the keyboard. */}
      <Box
        className={classes.scroll ?? ''}
        data-capped={isCapped || undefined}
        role="group"
        tabIndex={0}
        aria-label={label}
      >
        <pre className={classes.code} translate="no">
          {tokensOf(shown).map(({ text, kind, start }) =>
            kind ? (
              <span key={start} data-kind={kind}>
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

/** A program in the selected language. All samples of the page share the selection. */
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
          onChange={(value) => setLanguage(value as SampleLanguage)}
        />
      }
    />
  );
}

type Token = { text: string; kind?: 'string' | 'comment'; start: number };

// Text blocks, strings and comments. A comment is at the start of a line or after a space, because URLs and
// patterns also contain slashes and hashes.
const HIGHLIGHTED = /"""[\s\S]*?"""|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\]|\\.)*'|(?<=^|\s)(?:#|\/\/) .*/gm;

function tokensOf(code: string): Token[] {
  const tokens: Token[] = [];
  let end = 0;
  for (const { 0: text, index } of code.matchAll(HIGHLIGHTED)) {
    tokens.push({ text: code.slice(end, index), start: end });
    // A string before a colon is a name, which is not highlighted.
    const isName = code[index + text.length] === ':';
    if (isName) tokens.push({ text, start: index });
    else tokens.push({ text, kind: /^['"]/.test(text) ? 'string' : 'comment', start: index });
    end = index + text.length;
  }
  return [...tokens, { text: code.slice(end), start: end }];
}

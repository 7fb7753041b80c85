// The setup of a second factor, for customers and staff: the authenticator app's secret, then the recovery
// codes.
import type { SetUp } from '@godwit/contract/accounts/secondFactor';
import { Box, Button, Flex, Group, Text } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import { encode } from 'uqr';
import { useText } from '../../text/useText.ts';
import { saveFile } from '../list/Download.tsx';

/** The instructions to add the account to an authenticator app, with a QR code and the secret as text. */
export function AppSecret({ secret, uri }: SetUp) {
  const t = useText();
  return (
    <Flex
      direction={{ base: 'column', xs: 'row' }}
      align={{ base: 'center', xs: 'stretch' }}
      gap={{ base: 16, xs: 24 }}
    >
      <QrCode text={uri} label={t('secondFactor.qr')} />
      <Flex component="ol" direction="column" gap={12} flex={1} miw={0} pl={20}>
        <li>{t('secondFactor.step1')}</li>
        <li>
          {t('secondFactor.step2')}
          <Box component="code" display="block" mt={4}>
            {inFours(secret)}
          </Box>
        </li>
        <li>{t('secondFactor.step3')}</li>
      </Flex>
    </Flex>
  );
}

/** Dark on white in both themes, because some cameras cannot read the inverse. */
function QrCode({ text, label }: { text: string; label: string }) {
  // A white border of four modules (ISO/IEC 18004).
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])));
  return (
    <Box
      component="svg"
      viewBox={`0 0 ${size} ${size}`}
      flex="none"
      w={176}
      h={176}
      bg="#ffffff"
      bd="1px solid var(--hairline)"
      bdrs={8}
      fill="#12242e"
      role="img"
      aria-label={label}
    >
      <path d={dark.join('')} shapeRendering="crispEdges" />
    </Box>
  );
}

/** Splits a secret into groups of four, which are easier to type. */
const inFours = (secret: string): string => secret.replaceAll(/(.{4})(?=.)/g, '$1 ');

const CODES = {
  gridTemplateColumns: 'repeat(2, auto)',
  justifyContent: 'space-evenly',
  gap: '8px 24px',
};

/** Shows the recovery codes, which can be copied or saved. They are not shown again. Takes the focus. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const t = useText();
  const clipboard = useClipboard({ timeout: 2000 });
  const copy = useRef<HTMLButtonElement>(null);
  const text = `${codes.join('\n')}\n`;
  useEffect(() => copy.current?.focus(), []);
  return (
    <div>
      <Text mb={24} c="dimmed">
        {t('recovery.text')}
      </Text>
      <Box
        component="ul"
        display="grid"
        mb={16}
        p={16}
        bg="var(--subtle)"
        bd="1px solid var(--hairline)"
        bdrs={8}
        style={CODES}
        aria-label={t('recovery.codes')}
      >
        {codes.map((code) => (
          <li key={code} className="mono">
            {code}
          </li>
        ))}
      </Box>
      <Group gap={12} wrap="nowrap">
        <Button ref={copy} variant="outline" onClick={() => clipboard.copy(text)}>
          {t(clipboard.copied ? 'action.copied' : 'action.copy')}
        </Button>
        <Button
          variant="outline"
          onClick={() => saveFile(new Blob([text], { type: 'text/plain' }), 'godwit-recovery-codes.txt')}
        >
          {t('recovery.save')}
        </Button>
      </Group>
      <Group justify="flex-end" mt={24}>
        <Button onClick={onDone}>{t('recovery.done')}</Button>
      </Group>
    </div>
  );
}

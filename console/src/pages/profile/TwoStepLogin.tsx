// The second factor: whether it is on, turning it on and off, and its recovery codes.
import { Button, Group } from '@mantine/core';
import { IconAlertTriangle, IconShieldCheck, IconShieldOff } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useProfile } from '../../session/context.ts';
import { useText } from '../../text/useText.ts';
import { Card } from '../../ui/Card.tsx';
import { Pill } from '../../ui/Pill.tsx';
import { Section } from '../../ui/Section.tsx';
import type { TwoStepDialog } from './TwoStepDialogs.tsx';

// They bring what draws a QR code, which a look at the profile does not need.
const Dialogs = lazy(async () => ({ default: (await import('./TwoStepDialogs.tsx')).TwoStepDialogs }));

/** So few recovery codes are worth a warning. */
const FEW_CODES = 2;

export function TwoStepLogin() {
  const t = useText();
  const { second_factor: isOn, recovery_codes_left: left } = useProfile();
  // Which dialog was opened last, so that it is there while it fades out.
  const [dialog, setDialog] = useState<TwoStepDialog | null>(null);
  const [opened, setOpened] = useState(false);
  const actions = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLElement>(null);

  function open(which: TwoStepDialog): void {
    opener.current = document.activeElement as HTMLElement;
    setDialog(which);
    setOpened(true);
  }

  /** What opened the dialog is gone once the factor is on, or off; the first button takes the focus then. */
  function giveFocusBack(): void {
    if (!opener.current?.isConnected) opener.current = null;
    (opener.current ?? actions.current?.querySelector('button'))?.focus();
  }

  // The dialog may have closed before the profile says so, and the button with the focus goes after it.
  useEffect(() => {
    if (opener.current?.isConnected === false && document.activeElement === document.body) giveFocusBack();
  });

  return (
    <Section
      title={t('twoStep.title')}
      text={t('twoStep.text')}
      actions={
        <Group ref={actions} gap={12}>
          {isOn ? (
            <>
              <Button variant="outline" onClick={() => open('newCodes')}>
                {t('twoStep.newCodes')}
              </Button>
              <Button variant="outline" color="red" onClick={() => open('turnOff')}>
                {t('twoStep.turnOff')}
              </Button>
            </>
          ) : (
            <Button variant="outline" onClick={() => open('turnOn')}>
              {t('twoStep.turnOn')}
            </Button>
          )}
        </Group>
      }
    >
      <Card>
        <Group gap="8px 12px" c="dimmed">
          {isOn ? (
            <>
              <Pill tone="success" icon={IconShieldCheck}>
                {t('twoStep.on')}
              </Pill>
              {left <= FEW_CODES ? (
                <Pill tone="warning" icon={IconAlertTriangle}>
                  {t('twoStep.codesLeft', { left })}
                </Pill>
              ) : (
                <span>{t('twoStep.codesLeft', { left })}</span>
              )}
            </>
          ) : (
            <>
              <Pill tone="neutral" icon={IconShieldOff}>
                {t('twoStep.off')}
              </Pill>
              <span>{t('twoStep.offText')}</span>
            </>
          )}
        </Group>
      </Card>
      {dialog ? (
        <Suspense fallback={null}>
          <Dialogs
            key={dialog}
            dialog={dialog}
            opened={opened}
            onClose={() => setOpened(false)}
            onExited={giveFocusBack}
          />
        </Suspense>
      ) : null}
    </Section>
  );
}

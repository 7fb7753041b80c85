// The second factor: whether it is on, turning it on and off, and its recovery codes.
import { Button, Group } from '@mantine/core';
import { IconAlertTriangle, IconShieldCheck, IconShieldOff } from '@tabler/icons-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { lazyPart } from '../../components/lazyPart.ts';
import { useProfile } from '../../session/context.ts';
import { useText } from '../../text/useText.ts';
import { Card } from '../../ui/Card.tsx';
import { Pill } from '../../ui/Pill.tsx';
import { Section } from '../../ui/Section.tsx';
import type { SecondFactorDialog } from './SecondFactorDialogs.tsx';

// They bring what draws a QR code, which a look at the profile does not need.
const Dialogs = lazyPart(() => import('./SecondFactorDialogs.tsx'), 'SecondFactorDialogs');

/** So few recovery codes are worth a warning. */
const FEW_CODES = 2;

export function SecondFactorSection() {
  const t = useText();
  const { second_factor: isOn, recovery_codes_left: left } = useProfile();
  // Which dialog was opened last, so that it is there while it fades out.
  const [dialog, setDialog] = useState<SecondFactorDialog | null>(null);
  const [opened, setOpened] = useState(false);
  const actions = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLElement>(null);

  function open(which: SecondFactorDialog): void {
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
      title={t('secondFactor.title')}
      text={t('secondFactor.text')}
      actions={
        <Group ref={actions} gap={12}>
          {isOn ? (
            <>
              <Button variant="outline" onClick={() => open('newCodes')}>
                {t('secondFactor.newCodes')}
              </Button>
              <Button variant="outline" color="red" onClick={() => open('turnOff')}>
                {t('secondFactor.turnOff')}
              </Button>
            </>
          ) : (
            <Button variant="outline" onClick={() => open('turnOn')}>
              {t('secondFactor.turnOn')}
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
                {t('secondFactor.on')}
              </Pill>
              {left <= FEW_CODES ? (
                <Pill tone="warning" icon={IconAlertTriangle}>
                  {t('secondFactor.codesLeft', { left })}
                </Pill>
              ) : (
                <span>{t('secondFactor.codesLeft', { left })}</span>
              )}
            </>
          ) : (
            <>
              <Pill tone="neutral" icon={IconShieldOff}>
                {t('secondFactor.off')}
              </Pill>
              <span>{t('secondFactor.offText')}</span>
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

// The status of the second factor, with buttons to turn it on and off and to create new recovery codes.
import { Button, Group } from '@mantine/core';
import { IconAlertTriangle, IconShieldCheck, IconShieldOff } from '@tabler/icons-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { lazyPart } from '../../components/lazyPart.ts';
import { useProfile } from '../../session/context.ts';
import { useText } from '../../text/useText.ts';
import { Pill } from '../../ui/Pill.tsx';
import { SettingRow } from '../../ui/SettingRow.tsx';
import type { SecondFactorDialog } from './SecondFactorDialogs.tsx';

// The dialogs include the code that draws a QR code, which the profile itself does not need.
const Dialogs = lazyPart(() => import('./SecondFactorDialogs.tsx'), 'SecondFactorDialogs');

/** The page warns if this many recovery codes or fewer are left. */
const FEW_CODES = 2;

export function SecondFactorRow() {
  const t = useText();
  const { second_factor: isOn, recovery_codes_left: left } = useProfile();
  // The dialog that was opened last, kept while it fades out.
  const [dialog, setDialog] = useState<SecondFactorDialog | null>(null);
  const [opened, setOpened] = useState(false);
  const actions = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLElement>(null);

  function open(next: SecondFactorDialog): void {
    opener.current = document.activeElement as HTMLElement;
    setDialog(next);
    setOpened(true);
  }

  /** Restores the focus. If the change removed the button that had it, the first button gets it. */
  function restoreFocus(): void {
    if (!opener.current?.isConnected) opener.current = null;
    (opener.current ?? actions.current?.querySelector('button'))?.focus();
  }

  // The dialog may close before the refreshed profile removes the focused button.
  useEffect(() => {
    if (opener.current?.isConnected === false && document.activeElement === document.body) restoreFocus();
  });

  return (
    <SettingRow label={t('secondFactor.title')} hint={t('secondFactor.text')}>
      <Group gap="8px 12px" mih={40} c="dimmed">
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
      <Group ref={actions} gap={12} mt={12}>
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
      {dialog ? (
        <Suspense fallback={null}>
          <Dialogs
            key={dialog}
            dialog={dialog}
            opened={opened}
            onClose={() => setOpened(false)}
            onExited={restoreFocus}
          />
        </Suspense>
      ) : null}
    </SettingRow>
  );
}

// The dialogs of the second factor: password, app and recovery codes to turn it on; new codes; turning it off.
import { Button, Modal } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { profileQuery } from '../../api/accounts.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
  newRecoveryCodes,
  sessionsQuery,
} from '../../api/profile.ts';
import dialogs from '../../components/DialogActions.module.css';
import { QrCode } from '../../components/QrCode.tsx';
import { RecoveryCodes } from '../../components/RecoveryCodes.tsx';
import { toastSuccess } from '../../components/toast.ts';
import { useText } from '../../text/useText.ts';
import { CodeForm } from './CodeForm.tsx';
import classes from './dialogs.module.css';
import { ProofForm } from './ProofForm.tsx';
import type { TwoStepDialog } from './twoStepDialog.ts';

const TITLES = {
  turnOn: 'twoStep.turnOnTitle',
  turnOff: 'twoStep.turnOffTitle',
  newCodes: 'twoStep.newCodes',
} as const;
const CONTENTS = { turnOn: TurnOn, turnOff: TurnOff, newCodes: NewCodes };

type Props = { dialog: TwoStepDialog; opened: boolean; onClose: () => void; onExited: () => void };

export function TwoStepDialogs({ dialog, opened, onClose, onExited }: Props) {
  const t = useText();
  const Content = CONTENTS[dialog];
  // The kit moves the focus when it opens, not when it is put on the page already open.
  const mounted = useMounted();
  return (
    <Modal
      opened={opened && mounted}
      onClose={onClose}
      returnFocus={false}
      onExitTransitionEnd={onExited}
      title={t(TITLES[dialog])}
      size={520}
      closeButtonProps={{ 'aria-label': t('action.close') }}
      closeOnClickOutside={false}
    >
      <Content onClose={onClose} />
    </Modal>
  );
}

type ContentProps = Pick<Props, 'onClose'>;

function TurnOn({ onClose }: ContentProps) {
  const t = useText();
  const readAgain = useReadProfileAgain();
  const [app, setApp] = useState<{ secret: string; uri: string } | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);

  if (codes) return <NewlyMade codes={codes} onClose={onClose} />;
  if (!app) {
    return (
      <ProofForm
        text={t('twoStep.proofText')}
        action={t('twoStep.next')}
        onClose={onClose}
        call={async (password) => setApp(await beginSecondFactor({ password }))}
      />
    );
  }
  return (
    <CodeForm
      action={t('twoStep.turnOn')}
      takesFocus
      onClose={onClose}
      call={async (code) => {
        setCodes((await confirmSecondFactor({ code })).recovery_codes);
        void readAgain();
        toastSuccess(t('twoStep.turnedOn'));
      }}
    >
      <div className={classes.scan}>
        <QrCode text={app.uri} label={t('twoStep.qr')} />
        <ol className={classes.steps}>
          <li>{t('twoStep.step1')}</li>
          <li>
            {t('twoStep.step2')}
            <code className={classes.secret}>{inFours(app.secret)}</code>
          </li>
          <li>{t('twoStep.step3')}</li>
        </ol>
      </div>
    </CodeForm>
  );
}

function NewCodes({ onClose }: ContentProps) {
  const t = useText();
  const readAgain = useReadProfileAgain();
  const [codes, setCodes] = useState<string[] | null>(null);
  if (codes) return <NewlyMade codes={codes} onClose={onClose} />;
  return (
    <CodeForm
      action={t('twoStep.makeCodes')}
      onClose={onClose}
      call={async (code) => {
        setCodes((await newRecoveryCodes({ code })).recovery_codes);
        void readAgain();
      }}
    >
      <p className={classes.text}>{t('twoStep.newCodesText')}</p>
    </CodeForm>
  );
}

function NewlyMade({ codes, onClose }: ContentProps & { codes: string[] }) {
  const t = useText();
  return (
    <>
      <p className={classes.text}>{t('twoStep.codesText')}</p>
      <RecoveryCodes codes={codes} />
      <div className={dialogs.row}>
        <Button onClick={onClose}>{t('twoStep.done')}</Button>
      </div>
    </>
  );
}

function TurnOff({ onClose }: ContentProps) {
  const t = useText();
  const readAgain = useReadProfileAgain();
  return (
    <ProofForm
      text={t('twoStep.turnOffText')}
      action={t('twoStep.turnOff')}
      danger
      onClose={onClose}
      call={async (password) => {
        await endSecondFactor({ password });
        await readAgain();
        toastSuccess(t('twoStep.turnedOff'));
        onClose();
      }}
    />
  );
}

/** All other sessions have ended with it, too. */
function useReadProfileAgain(): () => Promise<unknown> {
  const queries = useQueryClient();
  return () =>
    Promise.all([profileQuery, sessionsQuery].map(({ queryKey }) => queries.invalidateQueries({ queryKey })));
}

/** As people read and type it. */
const inFours = (secret: string): string => secret.replaceAll(/(.{4})(?=.)/g, '$1 ');

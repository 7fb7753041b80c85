// The button that leads to Send SMS: rust with a TEST badge in TEST, plain in LIVE; asks for a project first
// while there is none. People who may not send get none, nor does an archived project.

import type { Mode } from '@godwit/contract/messages/statuses';
import { may } from '@godwit/contract/roles';
import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { useMay, useProjects, useSharedDialog } from '../../session/context.ts';
import { inMode } from '../../session/mode.ts';
import { useText } from '../../text/useText.ts';
import { TestTag } from './Mode.tsx';

type Props = {
  mode: Mode;
  /** Another button of the view is the one to press. */
  quiet?: boolean;
};

export function SendSmsButton({ mode, quiet = false }: Props) {
  const t = useText();
  const { project } = useProjects();
  const openDialog = useSharedDialog();
  const mayMake = useMay('projects');
  const test = mode === 'TEST';
  const loud = test ? { color: 'rust', rightSection: <TestTag /> } : {};
  const looks = quiet ? { variant: 'outline' } : loud;
  if (!project) {
    if (!mayMake) return null;
    return (
      <Button {...looks} onClick={() => openDialog('prompt')}>
        {t('action.sendSms')}
      </Button>
    );
  }
  if (!may(project.role, 'send') || project.archived_at !== null) return null;
  return (
    <Button {...looks} component={Link} to={inMode(paths.sendSms, mode)}>
      {t('action.sendSms')}
    </Button>
  );
}

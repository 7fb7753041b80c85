// The way to Send SMS: rust with a TEST badge in TEST, plain in LIVE; asks for a project first while there is none. Who may not
// send, or in an archived project, gets none.
import { may } from '@godwit/contract/roles';
import type { Mode } from '@godwit/contract/statuses';
import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { paths } from '../paths.ts';
import { useMay, useProjects, useSharedDialog } from '../session/context.ts';
import { useText } from '../text/useText.ts';
import { TestTag } from './Mode.tsx';

type Props = {
  mode: Mode;
  onFollow?: () => void;
  /** Another button of the view is the one to press. */
  quiet?: boolean;
};

export function SendSmsButton({ mode, onFollow, quiet = false }: Props) {
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
    <Button {...looks} component={Link} to={paths.sendSms} onClick={onFollow}>
      {t('action.sendSms')}
    </Button>
  );
}

// The way to Send SMS: rust with a TEST badge in TEST, plain in LIVE; asks for a project first while there is none. Who may not
// send gets none.
import { may } from '@godwit/contract/roles';
import type { Mode } from '@godwit/contract/statuses';
import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { paths } from '../paths.ts';
import { useProjects } from '../session/context.ts';
import { useText } from '../text/useText.ts';
import { TagBadge } from '../ui/TagBadge.tsx';
import { useProjectDialog } from './projectDialog.ts';

export function SendSmsButton({ mode, onFollow }: { mode: Mode; onFollow?: () => void }) {
  const t = useText();
  const { project } = useProjects();
  const openDialog = useProjectDialog();
  const test = mode === 'TEST';
  const looks = test ? { color: 'rust', rightSection: <TagBadge>{t('mode.test')}</TagBadge> } : {};
  if (!project) {
    return (
      <Button {...looks} onClick={() => openDialog('prompt')}>
        {t('home.sendSms')}
      </Button>
    );
  }
  if (!may(project.role, 'send')) return null;
  return (
    <Button {...looks} component={Link} to={paths.sendSms} onClick={onFollow}>
      {t('home.sendSms')}
    </Button>
  );
}

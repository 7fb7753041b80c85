// The button to Send SMS, with a badge in TEST. Without a project, it asks for one first. It is hidden in
// archived projects and for people who may not send.

import type { Mode } from '@godwit/contract/messages/statuses';
import { may } from '@godwit/contract/roles';
import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { type SentBefore, sendTo, useMay, useProjects, useSharedDialog } from '../../session/context.ts';
import { inMode } from '../../session/mode.ts';
import { useText } from '../../text/useText.ts';
import { TestTag } from './Mode.tsx';

type Props = {
  mode: Mode;
  /**
   * Less prominent, beside another primary button. Hidden on phones, whose bottom bar has it, unless it sends
   * `again`.
   */
  secondary?: boolean;
  /** The first recipient. */
  to?: string;
  /** The message to send to them again. */
  again?: SentBefore;
  /** Replaces 'Send SMS'. */
  label?: string;
};

export function SendSmsButton({ mode, secondary = false, to, again, label }: Props) {
  const t = useText();
  const { project } = useProjects();
  const openDialog = useSharedDialog();
  const mayCreate = useMay('projects');
  const test = mode === 'TEST';
  const primary = test ? { color: 'rust', rightSection: <TestTag /> } : {};
  const onWide = again ? {} : ({ visibleFrom: 'xs' } as const);
  const looks = secondary ? { variant: 'outline', ...onWide } : primary;
  if (!project) {
    if (!mayCreate) return null;
    return (
      <Button {...looks} onClick={() => openDialog('prompt')}>
        {t('action.sendSms')}
      </Button>
    );
  }
  if (!may(project.role, 'send') || project.archived_at !== null) return null;
  return (
    <Button
      {...looks}
      component={Link}
      to={inMode(paths.sendSms, mode)}
      {...(to ? { state: sendTo(to, again) } : {})}
    >
      {label ?? t('action.sendSms')}
    </Button>
  );
}

// What a page shows that needs a project while there is none.
import { Button } from '@mantine/core';
import { useMay } from '../session/context.ts';
import { useText } from '../text/useText.ts';
import { Card } from '../ui/Card.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { useProjectDialog } from './projectDialog.ts';

export function NoProject() {
  const t = useText();
  const openDialog = useProjectDialog();
  if (!useMay('projects')) {
    return (
      <Card padded={false}>
        <EmptyState text={t('project.none')} />
      </Card>
    );
  }
  return (
    <Card padded={false}>
      <EmptyState
        text={t('project.prompt')}
        action={<Button onClick={() => openDialog('prompt')}>{t('project.promptTitle')}</Button>}
      />
    </Card>
  );
}
